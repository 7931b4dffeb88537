// SPDX-License-Identifier: MIT
//
// Runs the README's call site, which the test puts in front of this file, against a transport that
// answers from a script.

#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

struct Response {
  int status;
  std::optional<std::string> retry_after;
  std::optional<std::string> header(char const*) const { return retry_after; }
};

struct ScriptedTransport {
  std::vector<Response> script;
  size_t sent = 0;
  Response get() { return script[sent < script.size() ? sent++ : script.size() - 1]; }
};

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
  bool const right =
      ends("a server that comes back", {{503, {}}, {503, "0"}, {200, {}}}, 200, 3) &
      ends("one that does not", {{503, {}}, {503, {}}, {503, {}}, {503, {}}, {503, {}}}, 503, 4) &
      ends("a redirect that nobody follows", {{302, {}}, {200, {}}}, 302, 1) &
      ends("one that wants too much patience", {{503, "120"}, {200, {}}}, 503, 1);
  return right ? 0 : 1;
}
