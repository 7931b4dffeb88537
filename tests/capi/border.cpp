// SPDX-License-Identifier: MIT
//
// What only the C ABI has: sizes, reserved octets, NULLs, and names asked by number.

#include <gtest/gtest.h>
#include <oncemore.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr uint32_t policy_size = 176;
constexpr uint32_t attempt_size = 96;
constexpr uint32_t hop_size = 48;

oncemore_policy good_policy() { return ONCEMORE_POLICY_INIT; }

oncemore_attempt good_attempt() {
  oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;
  attempt.number = 1;
  attempt.method = ONCEMORE_METHOD_GET;
  attempt.status = 503;
  return attempt;
}

oncemore_hop good_hop() {
  oncemore_hop hop = ONCEMORE_HOP_INIT;
  hop.status = 302;
  hop.method = ONCEMORE_METHOD_GET;
  hop.has_location = 1;
  return hop;
}

uint16_t decided(oncemore_policy const* policy, oncemore_attempt const* attempt) {
  oncemore_decision const decision = oncemore_decide(policy, attempt, 0);
  EXPECT_EQ(decision.verdict, oncemore_verdict_of(decision.reason));
  return decision.reason;
}

uint16_t followed(oncemore_policy const* policy, oncemore_hop const* hop) {
  oncemore_trail const trail = {0, 0};
  return oncemore_follow(policy, &trail, hop).reason;
}

std::vector<uint32_t> const bad_sizes = {
    0,         1, 4, 7, 8, 40, 164, 175, 177, 180, 1025, 1028, 1032, 65536 + 176, UINT32_MAX - 7,
    UINT32_MAX};

TEST(StructSize, OfTheFirstReleaseAreForEver) {
  EXPECT_EQ(good_policy().struct_size, sizeof(oncemore_policy));
  EXPECT_EQ(good_attempt().struct_size, sizeof(oncemore_attempt));
  EXPECT_EQ(good_hop().struct_size, sizeof(oncemore_hop));
  EXPECT_GE(sizeof(oncemore_policy), policy_size);
  EXPECT_GE(sizeof(oncemore_attempt), attempt_size);
  EXPECT_GE(sizeof(oncemore_hop), hop_size);
}

TEST(StructSize, BadOnesStop) {
  oncemore_policy policy = good_policy();
  oncemore_attempt attempt = good_attempt();
  oncemore_hop hop = good_hop();
  ASSERT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_RETRYABLE_STATUS);
  ASSERT_EQ(followed(&policy, &hop), ONCEMORE_REASON_FOLLOW);
  for (uint32_t const size : bad_sizes) {
    SCOPED_TRACE(size);
    policy.struct_size = size;
    EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_POLICY);
    EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_POLICY);
    EXPECT_EQ(oncemore_validate(&policy), uint32_t{ONCEMORE_POLICY_ERROR_STRUCT_SIZE});
    policy = good_policy();
    attempt.struct_size = size;
    EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
    attempt = good_attempt();
    hop.struct_size = size;
    EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);
    hop = good_hop();
  }
  attempt.struct_size = attempt_size - 8;
  EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
  hop.struct_size = hop_size - 8;
  EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);
  policy.struct_size = policy_size - 8;
  EXPECT_EQ(oncemore_validate(&policy), uint32_t{ONCEMORE_POLICY_ERROR_STRUCT_SIZE});
}

/// A struct as a newer program has it: `size` octets of which the last are `beyond`.
template <class Struct> std::vector<uint64_t> newer(Struct made, uint32_t size, size_t nonzero) {
  std::vector<uint64_t> octets(size / 8);
  made.struct_size = size;
  std::memcpy(octets.data(), &made, sizeof made);
  if (nonzero != 0) reinterpret_cast<unsigned char*>(octets.data())[nonzero] = 1;
  return octets;
}

TEST(StructSize, BeyondOursMustBeZero) {
  for (uint32_t const size : {policy_size, uint32_t{184}, uint32_t{512}, uint32_t{1024}}) {
    SCOPED_TRACE(size);
    auto const p = newer(good_policy(), size, 0);
    auto const a = newer(good_attempt(), size, 0);
    auto const h = newer(good_hop(), size, 0);
    auto const* const policy = reinterpret_cast<oncemore_policy const*>(p.data());
    auto const* const attempt = reinterpret_cast<oncemore_attempt const*>(a.data());
    auto const* const hop = reinterpret_cast<oncemore_hop const*>(h.data());
    EXPECT_EQ(decided(policy, attempt), ONCEMORE_REASON_RETRYABLE_STATUS);
    EXPECT_EQ(followed(policy, hop), ONCEMORE_REASON_FOLLOW);
    for (size_t place = sizeof(oncemore_policy); place < size; ++place) {
      auto const bad = newer(good_policy(), size, place);
      auto const* const bad_policy = reinterpret_cast<oncemore_policy const*>(bad.data());
      ASSERT_EQ(decided(bad_policy, attempt), ONCEMORE_REASON_INVALID_POLICY) << place;
      ASSERT_EQ(oncemore_validate(bad_policy), uint32_t{ONCEMORE_POLICY_ERROR_RESERVED}) << place;
    }
    for (size_t place = sizeof(oncemore_attempt); place < size; ++place) {
      auto const bad = newer(good_attempt(), size, place);
      ASSERT_EQ(decided(policy, reinterpret_cast<oncemore_attempt const*>(bad.data())),
                ONCEMORE_REASON_INVALID_ATTEMPT)
          << place;
    }
    for (size_t place = sizeof(oncemore_hop); place < size; ++place) {
      auto const bad = newer(good_hop(), size, place);
      ASSERT_EQ(followed(policy, reinterpret_cast<oncemore_hop const*>(bad.data())),
                ONCEMORE_REASON_INVALID_ATTEMPT)
          << place;
    }
  }
}

TEST(Reserved, MustBeZero) {
  oncemore_policy policy = good_policy();
  oncemore_attempt attempt = good_attempt();
  oncemore_hop hop = good_hop();
  policy.reserved = 1;
  EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_POLICY);
  EXPECT_EQ(oncemore_validate(&policy), uint32_t{ONCEMORE_POLICY_ERROR_RESERVED});
  policy.max_attempts = 0;  // what is wrong with the struct comes before what is wrong in it
  EXPECT_EQ(oncemore_validate(&policy), uint32_t{ONCEMORE_POLICY_ERROR_RESERVED});
  policy.struct_size = 1;
  EXPECT_EQ(oncemore_validate(&policy), uint32_t{ONCEMORE_POLICY_ERROR_STRUCT_SIZE});
  policy = good_policy();
  attempt.retry_after.reserved = 1;
  EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
  attempt = good_attempt();
  hop.reserved = 1;
  EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);
  hop = good_hop();
  hop.retry_after.reserved = 1;
  EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);
  hop = good_hop();
  hop.has_location = 2;
  EXPECT_EQ(followed(&policy, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);

  oncemore_retry_after const bad = {5, ONCEMORE_RETRY_AFTER_KIND_WAIT, 1};
  oncemore_retry_after const good = {9, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0};
  attempt.retry_after = oncemore_combined(&bad, &good);  // what is bad does not get lost
  EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
}

TEST(Zeros, NeverRetry) {
  oncemore_policy const policy = {};
  oncemore_attempt const attempt = {};
  oncemore_hop const hop = {};
  oncemore_policy const good = good_policy();
  oncemore_attempt const send = good_attempt();
  EXPECT_EQ(decided(&policy, &send), ONCEMORE_REASON_INVALID_POLICY);
  EXPECT_EQ(decided(&good, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
  EXPECT_EQ(decided(&policy, &attempt), ONCEMORE_REASON_INVALID_ATTEMPT);
  EXPECT_EQ(followed(&good, &hop), ONCEMORE_REASON_INVALID_ATTEMPT);
  // Also with a size that is good.
  oncemore_policy sized = {};
  sized.struct_size = policy_size;
  EXPECT_EQ(decided(&sized, &send), ONCEMORE_REASON_INVALID_POLICY);
  EXPECT_EQ(oncemore_validate(&sized), uint32_t{ONCEMORE_POLICY_ERROR_MAX_ATTEMPTS});
  oncemore_attempt empty = {};
  empty.struct_size = attempt_size;
  EXPECT_EQ(decided(&good, &empty), ONCEMORE_REASON_INVALID_ATTEMPT);
  oncemore_decision const nothing = {};
  EXPECT_EQ(nothing.verdict, ONCEMORE_VERDICT_STOP);
}

template <class Struct> void expect_init(void (*init)(Struct*, size_t), Struct const& wanted) {
  init(nullptr, sizeof(Struct));
  for (size_t size = 0; size <= 1100; ++size) {
    SCOPED_TRACE(size);
    std::vector<uint64_t> room(1200 / 8, 0xa5a5a5a5a5a5a5a5);
    auto* const made = reinterpret_cast<Struct*>(room.data());
    init(made, size);
    auto const* const octets = reinterpret_cast<unsigned char const*>(room.data());
    size_t const written = size < 4 ? 0 : size;
    if (written != 0) {
      ASSERT_EQ(made->struct_size, size);
    }
    Struct expected = wanted;
    expected.struct_size = static_cast<uint32_t>(size);
    size_t const known = std::min(written, sizeof(Struct));
    ASSERT_EQ(std::memcmp(octets, &expected, known), 0);
    for (size_t i = known; i < written; ++i) ASSERT_EQ(octets[i], 0) << i;
    for (size_t i = written; i < 1200; ++i) ASSERT_EQ(octets[i], 0xa5) << i;
  }
}

TEST(Init, FillsAllThatItIsGivenAndSaysSo) {
  expect_init<oncemore_policy>(oncemore_policy_init, good_policy());
  expect_init<oncemore_attempt>(oncemore_attempt_init, ONCEMORE_ATTEMPT_INIT);
  expect_init<oncemore_hop>(oncemore_hop_init, ONCEMORE_HOP_INIT);
}

TEST(Null, IsAnswered) {
  oncemore_policy const policy = good_policy();
  oncemore_attempt const attempt = good_attempt();
  oncemore_hop const hop = good_hop();
  oncemore_trail const trail = {0, 0};
  EXPECT_EQ(decided(nullptr, &attempt), ONCEMORE_REASON_INVALID_POLICY);
  EXPECT_EQ(decided(&policy, nullptr), ONCEMORE_REASON_INVALID_ATTEMPT);
  EXPECT_EQ(decided(nullptr, nullptr), ONCEMORE_REASON_INVALID_ATTEMPT);
  oncemore_attempt done = attempt;
  done.status = 200;
  EXPECT_EQ(decided(nullptr, &done), ONCEMORE_REASON_SUCCESS);  // rule 3 comes before rule 4
  EXPECT_EQ(oncemore_validate(nullptr), uint32_t{ONCEMORE_POLICY_ERROR_STRUCT_SIZE});
  EXPECT_EQ(oncemore_follow(nullptr, &trail, &hop).reason, ONCEMORE_REASON_INVALID_POLICY);
  EXPECT_EQ(oncemore_follow(&policy, nullptr, &hop).reason, ONCEMORE_REASON_INVALID_ATTEMPT);
  EXPECT_EQ(oncemore_follow(&policy, &trail, nullptr).reason, ONCEMORE_REASON_INVALID_ATTEMPT);

  // A trail that is not there does not become an empty one, whichever way it goes on.
  oncemore_attempt lost = attempt;
  lost.redirects = oncemore_trail_followed(nullptr, 307, "GET", 3, "GET", 3);
  EXPECT_EQ(decided(&policy, &lost), ONCEMORE_REASON_INVALID_ATTEMPT);
  lost.redirects = oncemore_trail_sent_again(nullptr);
  EXPECT_EQ(decided(&policy, &lost), ONCEMORE_REASON_INVALID_ATTEMPT);
  EXPECT_EQ(oncemore_proves_acceptance(ONCEMORE_REDIRECT_PROOF_ANY_HOP, nullptr), 0u);

  // A field is absent, whatever the length; a method is unknown.
  EXPECT_EQ(oncemore_parse_retry_after(nullptr, 77, 0, 0).kind,
            uint32_t{ONCEMORE_RETRY_AFTER_KIND_ABSENT});
  EXPECT_EQ(oncemore_parse_retry_after("", 0, 0, 0).kind,
            uint32_t{ONCEMORE_RETRY_AFTER_KIND_MALFORMED});
  EXPECT_EQ(oncemore_parse_http_date(nullptr, 77, 0, 0).valid, 0u);
  EXPECT_EQ(oncemore_parse_method(nullptr, 77), uint32_t{ONCEMORE_METHOD_UNKNOWN});
  EXPECT_EQ(oncemore_trail_followed(&trail, 307, nullptr, 5, nullptr, 9).flags,
            uint32_t{ONCEMORE_TRAIL_FLAG_MOVED});

  oncemore_retry_after const wait = {7, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0};
  EXPECT_EQ(oncemore_combined(nullptr, &wait).wait_ms, 7);
  EXPECT_EQ(oncemore_combined(&wait, nullptr).wait_ms, 7);
  EXPECT_EQ(oncemore_combined(nullptr, nullptr).kind, uint32_t{ONCEMORE_RETRY_AFTER_KIND_ABSENT});

  EXPECT_EQ(oncemore_status_set_contains(nullptr, 503), 0u);
  EXPECT_EQ(oncemore_status_set_valid(nullptr), 0u);
  EXPECT_EQ(oncemore_evidence_of_status(200, nullptr), uint32_t{ONCEMORE_EVIDENCE_PROCESSED});
  EXPECT_EQ(oncemore_requests_per_call_layers(nullptr, 5), 1u);
  EXPECT_EQ(oncemore_draw(nullptr, 5), 0);
  EXPECT_EQ(oncemore_time_left(nullptr, 0), 0);
}

TEST(Null, AnswersThatNobodyTakesAreNotWritten) {
  oncemore_policy const policy = good_policy();
  oncemore_attempt const attempt = good_attempt();
  oncemore_hop const hop = good_hop();
  oncemore_trail const trail = {0, 0};
  oncemore_retry_after const wait = {7, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0};
  oncemore_decide_into(&policy, &attempt, 0, nullptr);
  oncemore_follow_into(&policy, &trail, &hop, nullptr);
  oncemore_trail_followed_into(&trail, 303, "GET", 3, "GET", 3, nullptr);
  oncemore_trail_sent_again_into(&trail, nullptr);
  oncemore_parse_retry_after_into("1", 1, 0, 0, nullptr);
  oncemore_parse_http_date_into("1", 1, 0, 0, nullptr);
  oncemore_combined_into(&wait, &wait, nullptr);
  oncemore_retry_after_until_into(1, 0, nullptr);
  oncemore_delay_range_into(&policy, 1, 0, nullptr);
  oncemore_default_statuses(nullptr);
  oncemore_default_unprocessed(nullptr);
  oncemore_status_set_with(nullptr, 503);
  oncemore_status_set_without(nullptr, 503);
}

TEST(Advance, ChangesNothingWithoutARetryOrAnAttemptThatIsGood) {
  oncemore_decision const retry = {4000, ONCEMORE_VERDICT_RETRY, ONCEMORE_REASON_RETRYABLE_STATUS,
                                   0};
  oncemore_decision stop = retry;
  stop.verdict = ONCEMORE_VERDICT_STOP;
  auto const changed = [](oncemore_attempt attempt, oncemore_decision const* decision) {
    oncemore_attempt const before = attempt;
    oncemore_advance(&attempt, decision, 500);
    return std::memcmp(&before, &attempt, sizeof attempt) != 0;
  };
  oncemore_attempt attempt = good_attempt();
  EXPECT_TRUE(changed(attempt, &retry));
  EXPECT_FALSE(changed(attempt, &stop));
  EXPECT_FALSE(changed(attempt, nullptr));
  attempt.struct_size = attempt_size - 8;
  EXPECT_FALSE(changed(attempt, &retry));
  oncemore_advance(nullptr, &retry, 500);
}

TEST(BadPolicy, LeavesNoTimeToSend) {
  oncemore_policy policy = good_policy();
  policy.deadline_ms = 10000;
  EXPECT_EQ(oncemore_time_left(&policy, 4000), 6000);
  policy.struct_size = 1;
  EXPECT_EQ(oncemore_time_left(&policy, 4000), 0);
}

TEST(BadPolicy, HasNoBackoffAndLeavesTheEvidenceUnknown) {
  oncemore_policy bad = good_policy();
  bad.struct_size = 1;
  oncemore_attempt attempt = good_attempt();
  attempt.evidence = ONCEMORE_EVIDENCE_PROCESSED;
  for (oncemore_policy const* policy :
       {static_cast<oncemore_policy const*>(nullptr), static_cast<oncemore_policy const*>(&bad)}) {
    EXPECT_EQ(oncemore_ceiling(policy, 3), 0);
    EXPECT_EQ(oncemore_own_delay(policy, 3, 5000, UINT64_MAX), 0);
    EXPECT_EQ(oncemore_delay_range(policy, 3, 5000).high_ms, 0);
    EXPECT_EQ(oncemore_evidence_of_attempt(policy, &attempt), uint32_t{ONCEMORE_EVIDENCE_UNKNOWN});
  }
  oncemore_policy const policy = good_policy();
  EXPECT_EQ(oncemore_evidence_of_attempt(&policy, &attempt), uint32_t{ONCEMORE_EVIDENCE_PROCESSED});
  EXPECT_EQ(oncemore_evidence_of_attempt(&policy, nullptr), uint32_t{ONCEMORE_EVIDENCE_UNKNOWN});
  attempt.evidence = 77;
  EXPECT_EQ(oncemore_evidence_of_attempt(&policy, &attempt), uint32_t{ONCEMORE_EVIDENCE_UNKNOWN});
}

TEST(Grammar, UnknownUnderstandsNothing) {
  char const field[] = "Sun, 06 Nov 1994 08:49:37 GMT";
  EXPECT_EQ(oncemore_parse_http_date(field, sizeof field - 1, 0, 1).valid, 1u);
  for (uint32_t const grammar : {2u, 3u, UINT32_MAX}) {
    EXPECT_EQ(oncemore_parse_http_date(field, sizeof field - 1, 0, grammar).valid, 0u);
    EXPECT_EQ(oncemore_parse_retry_after("1", 1, 0, grammar).kind,
              uint32_t{ONCEMORE_RETRY_AFTER_KIND_MALFORMED});
    EXPECT_EQ(oncemore_parse_retry_after(nullptr, 1, 0, grammar).kind,
              uint32_t{ONCEMORE_RETRY_AFTER_KIND_ABSENT});
  }
}

std::string described(oncemore_policy const* policy, oncemore_attempt const* attempt,
                      oncemore_decision const* decision) {
  char line[ONCEMORE_DESCRIBE_MAX];
  size_t const size = oncemore_describe(policy, attempt, decision, line, sizeof line);
  EXPECT_EQ(size, std::strlen(line));
  EXPECT_EQ(size, oncemore_describe(policy, attempt, decision, nullptr, 500));
  // As far as there is room, and the NUL always.
  for (size_t room = 0; room <= size + 1; ++room) {
    std::vector<char> short_line(room + 1, '#');
    EXPECT_EQ(oncemore_describe(policy, attempt, decision, short_line.data(), room), size);
    EXPECT_EQ(short_line[room], '#');
    if (room > 0) {
      EXPECT_EQ(std::string(line).substr(0, room - 1), short_line.data());
    }
  }
  return line;
}

TEST(Describe, AlsoWhatIsBad) {
  oncemore_policy policy = good_policy();
  oncemore_attempt attempt = good_attempt();
  attempt.retry_after = {2000, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0};
  oncemore_decision decision = oncemore_decide(&policy, &attempt, 0);
  EXPECT_EQ(described(&policy, &attempt, &decision),
            "attempt 1 of 4: 503, retry in 2000 ms (server asked 2000 ms)");
  policy.backoff_cap_ms = -1;
  decision = oncemore_decide(&policy, &attempt, 0);
  EXPECT_EQ(described(&policy, &attempt, &decision),
            "attempt 1 of 4: 503, stop: invalid_policy (backoff.cap)");
  policy.reserved = 1;
  EXPECT_EQ(described(&policy, &attempt, &decision),
            "attempt 1 of 0: 503, stop: invalid_policy (reserved)");
  EXPECT_EQ(described(nullptr, &attempt, &decision),
            "attempt 1 of 0: 503, stop: invalid_policy (struct_size)");
  decision = oncemore_decide(nullptr, nullptr, 0);
  EXPECT_EQ(described(nullptr, nullptr, &decision),
            "attempt 0 of 0: no outcome, stop: invalid_attempt");
  EXPECT_EQ(described(nullptr, nullptr, nullptr),
            "attempt 0 of 0: no outcome, stop: invalid_attempt");
  oncemore_decision const strange = {5, 77, 77, UINT32_MAX};
  EXPECT_EQ(described(nullptr, &attempt, &strange), "attempt 1 of 0: 503, stop: unknown");
}

TEST(Describe, FitsInItsRoomWhateverItIsGiven) {
  oncemore_policy policy = good_policy();
  policy.max_attempts = UINT32_MAX - 1;
  oncemore_attempt attempt = good_attempt();
  attempt.number = UINT32_MAX;
  size_t longest = 0;
  for (int64_t const ms : {INT64_MIN, INT64_MAX}) {
    for (int32_t const status : {INT32_MIN, 0}) {
      for (uint32_t failure = 0; failure <= 13; ++failure) {
        for (uint32_t reason = 0; reason <= 22; ++reason) {
          for (uint32_t verdict = 0; verdict <= 2; ++verdict) {
            attempt.status = status;
            attempt.failure = failure;
            attempt.retry_after = {ms, ONCEMORE_RETRY_AFTER_KIND_WAIT, 0};
            oncemore_decision const decision = {INT64_MAX, static_cast<uint16_t>(verdict),
                                                static_cast<uint16_t>(reason), UINT32_MAX};
            size_t const size = oncemore_describe(&policy, &attempt, &decision, nullptr, 0);
            longest = size > longest ? size : longest;
          }
        }
      }
    }
  }
  EXPECT_LT(longest, size_t{ONCEMORE_DESCRIBE_MAX});
  RecordProperty("longest", static_cast<int>(longest));
}

TEST(Names, EndWithNull) {
  struct Enumeration {
    char const* (*name)(uint32_t);
    uint32_t count;
  };
  Enumeration const enumerations[] = {{oncemore_verdict_name, 3},
                                      {oncemore_reason_name, 22},
                                      {oncemore_next_method_name, 2},
                                      {oncemore_next_body_name, 2},
                                      {oncemore_method_name, 41},
                                      {oncemore_failure_name, 14},
                                      {oncemore_evidence_name, 5},
                                      {oncemore_repeatable_name, 3},
                                      {oncemore_body_name, 2},
                                      {oncemore_budget_answer_name, 2},
                                      {oncemore_server_says_name, 3},
                                      {oncemore_retry_after_kind_name, 3},
                                      {oncemore_unrepeatable_name, 3},
                                      {oncemore_redirect_proof_name, 2},
                                      {oncemore_redirect_rewrite_name, 2},
                                      {oncemore_jitter_name, 6},
                                      {oncemore_server_wait_mode_name, 3},
                                      {oncemore_over_cap_name, 2},
                                      {oncemore_grammar_name, 2},
                                      {oncemore_policy_error_name, 21},
                                      {oncemore_convention_name, 27}};
  for (Enumeration const& one : enumerations) {
    uint32_t count = 0;
    while (one.name(count) != nullptr) ++count;
    EXPECT_EQ(count, one.count) << one.name(0);
    // Not the lower half of a number that is too large.
    for (uint32_t const beyond : {65536u, 65537u, 131072u, UINT32_MAX}) {
      EXPECT_EQ(one.name(beyond), nullptr) << one.name(0) << ' ' << beyond;
    }
  }
  for (auto const name : {oncemore_note_name, oncemore_trail_flag_name}) {
    uint32_t const last = name == oncemore_note_name ? 16 : 4;
    for (uint32_t bit = 0; bit <= 64; ++bit) {
      bool const is_flag = bit != 0 && (bit & (bit - 1)) == 0 && bit <= last;
      EXPECT_EQ(name(bit) != nullptr, is_flag) << bit;
    }
  }
  EXPECT_STREQ(oncemore_policy_error_name(ONCEMORE_POLICY_ERROR_STRUCT_SIZE), "struct_size");
  EXPECT_STREQ(oncemore_policy_error_name(ONCEMORE_POLICY_ERROR_RESERVED), "reserved");
  EXPECT_NE(oncemore_policy_error_message(ONCEMORE_POLICY_ERROR_STRUCT_SIZE), nullptr);
  EXPECT_NE(oncemore_policy_error_message(ONCEMORE_POLICY_ERROR_RESERVED), nullptr);
  EXPECT_EQ(oncemore_policy_error_name(1002), nullptr);
}

}  // namespace
