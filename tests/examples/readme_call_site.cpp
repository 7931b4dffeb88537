// SPDX-License-Identifier: MIT
//
// Runs the README's call site, which the test puts in front of this file, against a transport that
// answers from a script.

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

struct Response {
  int status;
  std::optional<std::string> retry_after;
  std::optional<std::string> header(char const* field) const {
    return std::strcmp(field, "Retry-After") == 0 ? retry_after : std::nullopt;
  }
};

struct ScriptedTransport {
  std::vector<Response> script;
  size_t sent = 0;
  std::vector<std::chrono::steady_clock::time_point> times{};
  Response get(oncemore::Milliseconds) {
    times.push_back(std::chrono::steady_clock::now());
    return script[sent < script.size() ? sent++ : script.size() - 1];
  }
};

struct Highest {  // what a draw mixes into the high end of its range
  uint64_t operator()() { return 0xcf9a04affa6badc0; }
};

/// Whether the loop backs off where each delay comes of the one before: 30, 90, 270 ms.
bool backs_off() {
  ScriptedTransport transport{{{503, {}}}};
  Highest generator;
  (void)get_with_retries(transport, generator);
  auto const& at = transport.times;
  if (at.size() == 4 && at[2] - at[1] >= 90ms && at[3] - at[2] >= 270ms) return true;
  std::printf("the loop does not back off\n");
  return false;
}

bool ends(char const* what, std::vector<Response> script, int status, size_t sent) {
  ScriptedTransport transport{script};
  std::mt19937_64 generator{std::random_device{}()};
  auto const response = get_with_retries(transport, generator);
  if (response.status == status && transport.sent == sent) return true;
  std::printf("%s: %d after %zu requests, not %d after %zu\n", what, response.status,
              transport.sent, status, sent);
  return false;
}

}  // namespace

int main() {
  if (policy.backoff.jitter == oncemore::Jitter::decorrelated) return backs_off() ? 0 : 1;
  bool const right =
      ends("a server that comes back", {{503, {}}, {503, "0"}, {200, {}}}, 200, 3) &
      ends("one that does not", {{503, {}}, {503, {}}, {503, {}}, {503, {}}, {503, {}}}, 503, 4) &
      ends("a redirect that nobody follows", {{302, {}}, {200, {}}}, 302, 1) &
      ends("one that wants too much patience", {{503, "120"}, {200, {}}}, 503, 1);
  return right ? 0 : 1;
}
