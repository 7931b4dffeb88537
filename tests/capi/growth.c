// SPDX-License-Identifier: MIT
//
// growth LIBRARY   LIBRARY: the release of the library that runs, "this" or "later"
//
// A program of one release with the library of another. It is compiled against this header or, with
// LATER, against that of a later release, whose structs have one more field (see grow). Its structs
// end where its memory ends, so that one octet more than it vouches for is a crash. What it prints
// must be the same in all four cases.

#define _DEFAULT_SOURCE
#include <oncemore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define EXPECT(condition)                                                 \
  do {                                                                    \
    if (!(condition)) {                                                   \
      fprintf(stderr, "growth.c:%d: not so: %s\n", __LINE__, #condition); \
      exit(1);                                                            \
    }                                                                     \
  } while (0)

/// `size` octets in front of memory that cannot be touched, filled with what is no good value.
static void* at_the_edge(size_t size) {
  size_t const page = (size_t)sysconf(_SC_PAGESIZE);
  char* const pages =
      mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  EXPECT(pages != MAP_FAILED);
  EXPECT(mprotect(pages + page, page, PROT_NONE) == 0);
  return memset(pages + page - size, 0xa5, size);
}

static const oncemore_trail no_hops = {0, 0};

static void print_answers(const oncemore_policy* policy, oncemore_attempt* attempt,
                          oncemore_hop* hop) {
  static const int32_t statuses[] = {200, 301, 303, 404, 429, 500, 503, 999};
  for (uint32_t number = 0; number <= 4; ++number) {
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; ++i) {
      attempt->number = number;
      attempt->status = statuses[i];
      attempt->method = ONCEMORE_METHOD_PUT;
      oncemore_decision decision = oncemore_decide(policy, attempt, UINT64_C(3) << 60);
      char line[ONCEMORE_DESCRIBE_MAX];
      oncemore_describe(policy, attempt, &decision, line, sizeof line);
      hop->status = statuses[i];
      hop->has_location = 1;
      oncemore_hop_decision answer = oncemore_follow(policy, &no_hops, hop);
      printf("%s; hop %s\n", line, oncemore_reason_name(answer.reason));
    }
  }
}

#ifdef LATER
/// What the later release's fields do: something to its own library, a stop to an older one, which
/// cannot know what was asked.
static void expect_later_fields(int library_is_later, oncemore_policy* policy,
                                oncemore_attempt* attempt, oncemore_hop* hop) {
  attempt->number = 1;
  attempt->method = ONCEMORE_METHOD_PUT;
  attempt->status = 503;
  hop->status = 301;
  hop->has_location = 1;
  policy->deadline_ms = 5000;

  policy->later_ms = 1001;  // a floor
  oncemore_decision decision = oncemore_decide(policy, attempt, 0);
  EXPECT(decision.reason ==
         (library_is_later ? ONCEMORE_REASON_RETRYABLE_STATUS : ONCEMORE_REASON_INVALID_POLICY));
  EXPECT(decision.delay_ms == (library_is_later ? 1001 : 0));
  EXPECT(oncemore_validate(policy) ==
         (library_is_later ? ONCEMORE_POLICY_ERROR_NONE : ONCEMORE_POLICY_ERROR_RESERVED));
  policy->later_ms = 0;

  attempt->later_ms = 6000;  // elapsed, beyond the deadline
  decision = oncemore_decide(policy, attempt, 0);
  EXPECT(decision.reason ==
         (library_is_later ? ONCEMORE_REASON_DEADLINE : ONCEMORE_REASON_INVALID_ATTEMPT));
  attempt->later_ms = 0;

  hop->later_ms = 6000;
  oncemore_hop_decision answer = oncemore_follow(policy, &no_hops, hop);
  EXPECT(answer.reason ==
         (library_is_later ? ONCEMORE_REASON_DEADLINE : ONCEMORE_REASON_INVALID_ATTEMPT));
  hop->later_ms = 0;
}
#endif

int main(int count, char** words) {
  EXPECT(count == 2);
  int const library_is_later = strcmp(words[1], "later") == 0;
  EXPECT(library_is_later || strcmp(words[1], "this") == 0);
  EXPECT(oncemore_abi_version() == ONCEMORE_ABI_VERSION);

  // Made by the header.
  static const oncemore_policy policy_init = ONCEMORE_POLICY_INIT;
  static const oncemore_attempt attempt_init = ONCEMORE_ATTEMPT_INIT;
  static const oncemore_hop hop_init = ONCEMORE_HOP_INIT;
  oncemore_policy* const policy = at_the_edge(sizeof *policy);
  oncemore_attempt* const attempt = at_the_edge(sizeof *attempt);
  oncemore_hop* const hop = at_the_edge(sizeof *hop);
  *policy = policy_init;
  *attempt = attempt_init;
  *hop = hop_init;
  print_answers(policy, attempt, hop);

  // Made by the library, which fills all of it, with zeros where it knows no better.
  memset(policy, 0xa5, sizeof *policy);
  memset(attempt, 0xa5, sizeof *attempt);
  memset(hop, 0xa5, sizeof *hop);
  oncemore_policy_init(policy, sizeof *policy);
  oncemore_attempt_init(attempt, sizeof *attempt);
  oncemore_hop_init(hop, sizeof *hop);
#ifdef LATER
  EXPECT(policy->struct_size == 184 && attempt->struct_size == 104 && hop->struct_size == 56);
  EXPECT(policy->later_ms == 0 && attempt->later_ms == 0 && hop->later_ms == 0);
#else
  EXPECT(policy->struct_size == 176 && attempt->struct_size == 96 && hop->struct_size == 48);
#endif
  print_answers(policy, attempt, hop);

#ifdef LATER
  // As they come from the library's own _init, and from the header's _INIT.
  expect_later_fields(library_is_later, policy, attempt, hop);
  *policy = policy_init;
  *attempt = attempt_init;
  *hop = hop_init;
  expect_later_fields(library_is_later, policy, attempt, hop);
#endif
  return 0;
}
