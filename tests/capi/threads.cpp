// SPDX-License-Identifier: MIT
//
// Eight threads ask the same questions about the same structs, none of which they lock. Built with
// the thread sanitizer around the library's source, which reports a datum that two of them touch
// and one writes; and all must get the same answers.

#include <oncemore.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

oncemore_policy const policy = ONCEMORE_POLICY_INIT;
oncemore_trail const trail = {1, ONCEMORE_TRAIL_FLAG_MOVED};

/// Everything that the library answers to one small world, in one text.
std::string answers() {
  std::string all;
  auto const add = [&all](auto const& value) {
    all.append(reinterpret_cast<char const*>(&value), sizeof value);
  };
  for (uint32_t number = 1; number <= 6; ++number) {
    for (int32_t const status : {200, 302, 408, 413, 429, 500, 503, 999}) {
      for (char const* const field : {"2", "120, 30", "Sun, 06 Nov 1994 08:49:37 GMT", "soon"}) {
        oncemore_attempt attempt;
        oncemore_attempt_init(&attempt, sizeof attempt);
        attempt.number = number;
        attempt.status = status;
        attempt.method = oncemore_parse_method("PUT", 3);
        attempt.retry_after = oncemore_parse_retry_after(field, std::strlen(field), 784111775000,
                                                         ONCEMORE_GRAMMAR_LENIENT);
        oncemore_decision const decision =
            oncemore_decide(&policy, &attempt, number * 0x9e37ULL << 48);
        add(decision);
        char line[ONCEMORE_DESCRIBE_MAX] = {};
        oncemore_describe(&policy, &attempt, &decision, line, sizeof line);
        all += line;
        oncemore_hop hop;
        oncemore_hop_init(&hop, sizeof hop);
        hop.status = status;
        hop.has_location = 1;
        add(oncemore_follow(&policy, &trail, &hop));
        add(oncemore_trail_followed(&trail, status, "GET", 3, "POST", 4));
        add(oncemore_delay_range(&policy, number, 5000));
        add(oncemore_evidence_of_attempt(&policy, &attempt));
      }
    }
  }
  oncemore_status_set set;
  oncemore_default_statuses(&set);
  oncemore_status_set_with(&set, 409);
  add(set);
  add(oncemore_validate(&policy));
  for (uint32_t i = 0; oncemore_convention_name(i) != nullptr; ++i) {
    all += oncemore_convention_name(i);
    add(oncemore_max_attempts_for(i, 3));
  }
  return all;
}

}  // namespace

int main() {
  std::string const alone = answers();
  bool same[8] = {};
  std::vector<std::thread> threads;
  for (bool& mine : same) {
    threads.emplace_back([&alone, &mine] {
      mine = true;
      for (int round = 0; round < 50; ++round) mine = mine && answers() == alone;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (bool const mine : same) {
    if (!mine) {
      std::fputs("threads: two threads got different answers\n", stderr);
      return 1;
    }
  }
  std::printf("8 threads, %zu octets of answers each\n", alone.size());
}
