// SPDX-License-Identifier: MIT
//
// Any octets whatever in the structs give a decision. Built with the address and the undefined-
// behaviour sanitizer around the library's source; every struct lies in heap memory of exactly the
// size that the library may read, so that one octet more is reported.

#include <oncemore.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

std::mt19937_64 dice(20261);
long decisions = 0;

void expect(bool right, char const* what, uint32_t size) {
  if (right) return;
  std::fprintf(stderr, "any_bytes: %s, struct_size %u, decision %ld\n", what, size, decisions);
  std::exit(1);
}

// A pure function whose answer nobody looks at need not be called.
volatile uint64_t looked_at = 0;
void look_at(int64_t answer) { looked_at = looked_at ^ static_cast<uint64_t>(answer); }

enum class Fill { zeros, ones, noise, valid };
constexpr Fill fills[] = {Fill::zeros, Fill::ones, Fill::noise, Fill::valid};

bool is_valid(uint32_t size, size_t first) {
  return size % 8 == 0 && size >= first && size <= 1024;
}

/// A struct that says `size`, in as many octets as may be read of it: 4 if the size is not valid.
template <class Struct> class Octets {
 public:
  Octets(uint32_t size, Fill fill, Struct const& valid)
      : size_(is_valid(size, sizeof(Struct)) ? size : 4), octets_(new unsigned char[size_]) {
    for (size_t i = 0; i < size_; ++i) {
      octets_[i] = fill == Fill::ones    ? 0xff
                   : fill == Fill::noise ? static_cast<unsigned char>(dice())
                                         : 0;
    }
    size_t const known = size_ < sizeof valid ? size_ : sizeof valid;
    if (fill == Fill::valid) std::memcpy(octets_.get(), &valid, known);
    // Mostly so that the fields get their turn, too.
    if (dice() % 4 != 0 && size_ > sizeof valid) {
      std::memset(&octets_[sizeof valid], 0, size_ - sizeof valid);
    }
    std::memcpy(octets_.get(), &size, sizeof size);
  }
  Struct* get() { return reinterpret_cast<Struct*>(octets_.get()); }

 private:
  size_t size_;
  std::unique_ptr<unsigned char[]> octets_;
};

void ask(uint32_t policy_size, uint32_t attempt_size, Fill policy_fill, Fill attempt_fill) {
  oncemore_policy const good_policy = ONCEMORE_POLICY_INIT;
  oncemore_attempt good_attempt = ONCEMORE_ATTEMPT_INIT;
  good_attempt.number = 1;
  good_attempt.failure = ONCEMORE_FAILURE_CONNECT;
  oncemore_hop const good_hop = {
      sizeof(oncemore_hop), 302, ONCEMORE_METHOD_GET, 0, 1, 0, 0, {0, 0, 0}};
  Octets<oncemore_policy> policy(policy_size, policy_fill, good_policy);
  Octets<oncemore_attempt> attempt(attempt_size, attempt_fill, good_attempt);
  Octets<oncemore_hop> hop(attempt_size, attempt_fill, good_hop);
  oncemore_trail const trail = {static_cast<uint32_t>(dice() % 3), 0};

  oncemore_decision const decision = oncemore_decide(policy.get(), attempt.get(), dice());
  expect(decision.delay_ms >= 0 && decision.delay_ms <= 9223372036854, "delay", policy_size);
  expect(oncemore_reason_name(decision.reason) != nullptr, "reason", policy_size);
  expect(decision.verdict == oncemore_verdict_of(decision.reason), "verdict", policy_size);
  bool const retry = decision.verdict == ONCEMORE_VERDICT_RETRY;
  bool const attempt_is_bad = !is_valid(attempt_size, sizeof(oncemore_attempt));
  bool const policy_is_bad = !is_valid(policy_size, sizeof(oncemore_policy));
  if (attempt_is_bad)
    expect(decision.reason == ONCEMORE_REASON_INVALID_ATTEMPT, "attempt", attempt_size);
  if (policy_is_bad) {
    expect(!retry, "retry", policy_size);
    expect(oncemore_validate(policy.get()) == ONCEMORE_POLICY_ERROR_STRUCT_SIZE, "validate",
           policy_size);
  }
  bool const zeros = policy_fill == Fill::zeros || attempt_fill == Fill::zeros;
  if (zeros) expect(!retry, "zeros", policy_size);
  bool const all_valid = policy_fill == Fill::valid && attempt_fill == Fill::valid;
  if (all_valid && !policy_is_bad && !attempt_is_bad) expect(retry, "no retry", policy_size);

  oncemore_hop_decision const answer = oncemore_follow(policy.get(), &trail, hop.get());
  expect(answer.delay_ms >= 0 && answer.delay_ms <= 9223372036854, "wait", policy_size);
  expect(oncemore_reason_name(answer.reason) != nullptr, "reason of a hop", policy_size);
  expect(answer.verdict == oncemore_verdict_of(answer.reason), "verdict of a hop", policy_size);

  uint32_t const number = static_cast<uint32_t>(dice());
  expect(oncemore_ceiling(policy.get(), number) >= 0, "ceiling", policy_size);
  oncemore_range const range =
      oncemore_delay_range(policy.get(), number, static_cast<int64_t>(dice()));
  expect(range.low_ms >= 0 && oncemore_draw(&range, dice()) >= 0, "range", policy_size);
  oncemore_evidence const evidence = oncemore_evidence_of_attempt(policy.get(), attempt.get());
  expect(oncemore_evidence_name(evidence) != nullptr, "evidence", policy_size);

  size_t const room = dice() % 300;
  std::unique_ptr<char[]> const line(new char[room]);
  size_t const length = oncemore_describe(policy.get(), attempt.get(), &decision, line.get(), room);
  expect(length < ONCEMORE_DESCRIBE_MAX, "length", policy_size);
  if (room > 0) expect(std::strlen(line.get()) < room, "line", policy_size);
  ++decisions;
}

void ask_with_sizes() {
  std::vector<uint32_t> sizes = {0, 1, 4, 7, 164, 1025, 1032, UINT32_MAX, UINT32_MAX - 7};
  for (uint32_t size = 8; size <= 1024; size += 8) sizes.push_back(size);
  for (int round = 0; round < 4; ++round) {
    for (uint32_t const size : sizes) {
      for (Fill const policy_fill : fills) {
        for (Fill const attempt_fill : fills) {
          ask(size, sizeof(oncemore_attempt), policy_fill, attempt_fill);
          ask(sizeof(oncemore_policy), size, policy_fill, attempt_fill);
          ask(size, size, policy_fill, attempt_fill);
        }
      }
    }
  }
}

// A trail, a field, a range and a decision of any octets.
void ask_with_small_structs() {
  for (int i = 0; i < 20000; ++i) {
    oncemore_trail trail = {static_cast<uint32_t>(dice()), static_cast<uint32_t>(dice() % 12)};
    trail =
        oncemore_trail_followed(&trail, static_cast<int32_t>(dice() % 1000), "GET", 3, "PUT", 3);
    trail = oncemore_trail_sent_again(&trail);
    oncemore_retry_after const field = {static_cast<int64_t>(dice()),
                                        static_cast<uint32_t>(dice() % 5), 0};
    oncemore_retry_after const other = {static_cast<int64_t>(dice()), static_cast<uint32_t>(dice()),
                                        static_cast<uint32_t>(dice())};
    look_at(oncemore_combined(&field, &other).wait_ms);
    oncemore_decision const decision = {static_cast<int64_t>(dice()), static_cast<uint16_t>(dice()),
                                        static_cast<uint16_t>(dice()),
                                        static_cast<uint32_t>(dice())};
    char line[ONCEMORE_DESCRIBE_MAX];
    oncemore_describe(nullptr, nullptr, &decision, line, sizeof line);
    oncemore_range const range = {static_cast<int64_t>(dice()), static_cast<int64_t>(dice())};
    look_at(oncemore_draw(&range, dice()));
    oncemore_status_set set = {{dice(), dice(), dice(), dice()}};
    oncemore_status_set_with(&set, static_cast<int32_t>(dice()));
    oncemore_status_set_without(&set, static_cast<int32_t>(dice() % 1000));
    look_at(oncemore_status_set_contains(&set, static_cast<int32_t>(dice())));
    look_at(oncemore_retry_after_until(static_cast<int64_t>(dice()), static_cast<int64_t>(dice()))
                .wait_ms);
    look_at(oncemore_max_attempts_for(static_cast<uint32_t>(dice() % 40),
                                      static_cast<int64_t>(dice())));
  }
}

/// A text with some octets changed and its end cut off.
std::string damaged(std::string text) {
  for (uint64_t changes = dice() % 3; changes > 0; --changes) {
    text[dice() % text.size()] = static_cast<char>(dice());
  }
  return text.substr(0, dice() % (text.size() + 1));
}

// Texts that end where their memory ends.
void ask_with_texts() {
  std::string const dates[] = {"Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                               "Sun Nov  6 08:49:37 1994", "120, 1.5 ,", "9999999999999999999999"};
  for (int i = 0; i < 60000; ++i) {
    std::string const text = damaged(dates[i % 5]);
    std::unique_ptr<char[]> const octets(new char[text.size()]);
    std::memcpy(octets.get(), text.data(), text.size());
    int64_t const now = static_cast<int64_t>(dice());
    uint32_t const grammar = static_cast<uint32_t>(dice() % 3);
    look_at(oncemore_parse_retry_after(octets.get(), text.size(), now, grammar).wait_ms);
    look_at(oncemore_parse_http_date(octets.get(), text.size(), now, grammar).instant_ms);
    look_at(oncemore_parse_method(octets.get(), text.size()));
  }
}

void init_everywhere() {
  for (size_t size = 0; size <= 1100; ++size) {
    std::unique_ptr<unsigned char[]> const octets(new unsigned char[size]);
    oncemore_policy_init(reinterpret_cast<oncemore_policy*>(octets.get()), size);
    oncemore_attempt_init(reinterpret_cast<oncemore_attempt*>(octets.get()), size);
    oncemore_hop_init(reinterpret_cast<oncemore_hop*>(octets.get()), size);
  }
}

}  // namespace

int main() {
  ask_with_sizes();
  ask_with_small_structs();
  ask_with_texts();
  init_everywhere();
  std::printf("%ld decisions\n", decisions);
}
