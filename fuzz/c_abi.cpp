// SPDX-License-Identifier: MIT
//
// The C ABI over any octets whatever: structs of every struct_size in buffers of exactly the size
// that a caller vouches for, so that a read beyond is seen, and pointers that are null. What comes
// out must be what the C++ core says of the same fields, or the stop that the header promises.

#include <oncemore.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <oncemore/oncemore.hpp>
#include <string>

#include "input.hpp"

namespace {

using fuzz::require;

/// A struct as a caller may hand it over, in a buffer of its own.
template <class Struct> class Given {
 public:
  Given(fuzz::Input& input, Struct const& usual) {
    uint8_t const way = input.byte();
    if (way == 255) return;  // null
    uint32_t const size = chosen_size(input, way);
    // Convention 7: of a size that is not valid nothing behind it may be read.
    bool const readable =
        size % 8 == 0 && size >= sizeof(Struct) && size <= ONCEMORE_STRUCT_SIZE_MAX;
    std::string image(readable ? size : sizeof(size), '\0');
    if (readable) {
      std::memcpy(image.data(), &usual, sizeof(Struct));
      (way & 1) != 0 ? overwrite(input, image) : change(input, image);
    }
    std::memcpy(image.data(), &size, sizeof(size));
    octets_ = std::make_unique<fuzz::Exact>(image);
    if (!readable) return;
    understood_ = image.find_first_not_of('\0', sizeof(Struct)) == std::string::npos;
    std::memcpy(&value_, image.data(), sizeof(Struct));
  }

  Struct const* pointer() const {
    return octets_ ? reinterpret_cast<Struct const*>(octets_->data()) : nullptr;
  }
  bool size_is_valid() const { return value_.struct_size != 0; }
  /// Whether the size is valid and all zero beyond what the library knows.
  bool understood() const { return understood_; }
  /// All zero if it is not understood.
  Struct const& value() const { return value_; }

 private:
  static uint32_t chosen_size(fuzz::Input& input, uint8_t way) {
    constexpr uint32_t usual = sizeof(Struct);
    switch (way >> 4) {
      case 1: return usual + 8 * (input.byte() % 32U);
      case 2: return usual - 1 - input.byte() % usual;
      case 3: return input.number<uint32_t>();
      case 4: return ONCEMORE_STRUCT_SIZE_MAX + input.byte() % 16U;
      case 5: return input.number<uint16_t>();
      default: return usual;
    }
  }

  /// As much as there is.
  static void overwrite(fuzz::Input& input, std::string& image) {
    auto const raw = input.octets(sizeof(Struct));
    raw.copy(image.data(), raw.size());
  }

  /// Some octets of the usual struct are others.
  static void change(fuzz::Input& input, std::string& image) {
    for (uint32_t left = input.below(16); left > 0; --left) {
      size_t const at = input.number<uint16_t>() % image.size();
      image[at] = static_cast<char>(input.byte());
    }
  }

  std::unique_ptr<fuzz::Exact> octets_;
  bool understood_ = false;
  Struct value_{};
};

// --- the same for the core ----------------------------------------------------------------------

oncemore::StatusSet core(oncemore_status_set const& set) {
  return oncemore::StatusSet::from_words(set.bits);
}

oncemore::RetryAfter core(oncemore_retry_after const& field) {
  using oncemore::RetryAfter;
  // Reserved octets that are set make it a field that there cannot be.
  auto const kind = static_cast<RetryAfter::Kind>(field.reserved == 0 ? field.kind : UINT32_MAX);
  return RetryAfter::from_raw(kind, oncemore::Milliseconds(field.wait_ms));
}

oncemore::Trail core(oncemore_trail const& trail) {
  return oncemore::Trail::from_raw(trail.hops, trail.flags);
}

oncemore::Policy core(oncemore_policy const& c) {
  using namespace oncemore;
  Policy policy;
  policy.max_attempts = c.max_attempts;
  policy.unrepeatable = Unrepeatable{c.unrepeatable};
  policy.redirect_proof = RedirectProof{c.redirect_proof};
  policy.redirect_rewrite = RedirectRewrite{c.redirect_rewrite};
  policy.max_redirects = c.max_redirects;
  policy.failures = FailureSet::from_bits(c.failures);
  policy.statuses = core(c.statuses);
  policy.unprocessed = core(c.unprocessed);
  policy.deadline = Milliseconds(c.deadline_ms);
  policy.min_attempt_time = Milliseconds(c.min_attempt_time_ms);
  policy.backoff = {Milliseconds(c.backoff_initial_ms),
                    Milliseconds(c.backoff_cap_ms),
                    Milliseconds(c.backoff_floor_ms),
                    thousandths(c.backoff_multiplier),
                    Jitter{c.backoff_jitter},
                    thousandths(c.backoff_spread),
                    Milliseconds(c.backoff_spread_time_ms)};
  policy.server_wait = {ServerWaitMode{c.server_wait_mode}, OverCap{c.server_wait_over_cap},
                        Milliseconds(c.server_wait_cap_ms), thousandths(c.server_wait_spread)};
  return policy;
}

oncemore::Attempt core(oncemore_attempt const& c) {
  using namespace oncemore;
  return {c.number,
          Method{c.method},
          Outcome(c.status, Failure{c.failure}),
          Repeatable{c.repeatable},
          Evidence{c.evidence},
          Body{c.body},
          BudgetAnswer{c.budget},
          ServerSays{c.server_says},
          Milliseconds(c.elapsed_ms),
          Milliseconds(c.previous_delay_ms),
          core(c.retry_after),
          core(c.redirects),
          thousandths(c.budget_paid),
          Milliseconds(c.hold_ms)};
}

oncemore::Hop core(oncemore_hop const& c) {
  using namespace oncemore;
  return {c.status,     Method{c.method},    c.has_location == 1,
          Body{c.body}, core(c.retry_after), Milliseconds(c.elapsed_ms)};
}

bool same(oncemore_decision const& c, oncemore::Decision const& decision) {
  return c.delay_ms == decision.delay.count() &&
         c.verdict == static_cast<uint16_t>(decision.verdict) &&
         c.reason == static_cast<uint16_t>(decision.reason) && c.notes == decision.notes.bits();
}

bool same(oncemore_hop_decision const& c, oncemore::HopDecision const& answer) {
  return c.delay_ms == answer.delay.count() && c.verdict == static_cast<uint16_t>(answer.verdict) &&
         c.reason == static_cast<uint16_t>(answer.reason) &&
         c.method == static_cast<uint16_t>(answer.method) &&
         c.body == static_cast<uint16_t>(answer.body);
}

/// A stop for a reason, with nothing else in it.
bool is_bare(oncemore_decision const& decision, oncemore_reason reason) {
  return decision.delay_ms == 0 && decision.verdict == ONCEMORE_VERDICT_STOP &&
         decision.reason == reason && decision.notes == 0;
}

bool is_bare(oncemore_hop_decision const& answer, oncemore_reason reason) {
  return answer.delay_ms == 0 && answer.verdict == ONCEMORE_VERDICT_STOP &&
         answer.reason == reason && answer.method == 0 && answer.body == 0;
}

// --- what must come out -------------------------------------------------------------------------

using Policies = Given<oncemore_policy>;
using Attempts = Given<oncemore_attempt>;
using Hops = Given<oncemore_hop>;

bool usable(Policies const& policy) { return policy.understood() && policy.value().reserved == 0; }
bool usable(Attempts const& attempt) {
  return attempt.understood() && attempt.value().reserved == 0;
}
bool usable(Hops const& hop) {
  return hop.understood() && hop.value().reserved == 0 && hop.value().has_location <= 1;
}

void check_policy(Policies const& policy) {
  oncemore_policy_error const error = oncemore_validate(policy.pointer());
  if (!policy.size_is_valid()) {
    require(error == ONCEMORE_POLICY_ERROR_STRUCT_SIZE, "a size that is not valid is named");
  } else if (!usable(policy)) {
    require(error == ONCEMORE_POLICY_ERROR_RESERVED, "what is not zero is named");
  } else {
    require(error == static_cast<uint32_t>(validate(core(policy.value()))),
            "the core names the field");
  }
  require(oncemore_policy_error_name(error) != nullptr &&
              oncemore_policy_error_message(error) != nullptr,
          "an error has a name and a sentence");
}

oncemore_decision check_decide(Policies const& policy, Attempts const& attempt, uint64_t random) {
  oncemore_decision const decision = oncemore_decide(policy.pointer(), attempt.pointer(), random);
  oncemore_decision twin;
  std::memset(&twin, 0xa5, sizeof(twin));
  oncemore_decide_into(policy.pointer(), attempt.pointer(), random, &twin);
  oncemore_decide_into(policy.pointer(), attempt.pointer(), random, nullptr);
  require(std::memcmp(&decision, &twin, sizeof(twin)) == 0, "the twin says the same");
  if (!usable(attempt)) {
    require(is_bare(decision, ONCEMORE_REASON_INVALID_ATTEMPT), "no attempt");
    return decision;
  }
  oncemore::Policy invalid;
  invalid.max_attempts = 0;
  oncemore::Policy const asked = usable(policy) ? core(policy.value()) : invalid;
  require(same(decision, decide(asked, core(attempt.value()), random)),
          "the decision is the core's");
  return decision;
}

void check_line(Policies const& policy, Attempts const& attempt, oncemore_decision const* decision,
                size_t size) {
  fuzz::Exact room(std::string(size, '#'));
  auto const describe = [&](char* buffer, size_t octets) {
    return oncemore_describe(policy.pointer(), attempt.pointer(), decision, buffer, octets);
  };
  char whole[ONCEMORE_DESCRIBE_MAX];
  size_t const length = describe(whole, sizeof(whole));
  require(length < sizeof(whole) && std::strlen(whole) == length, "a line fits");
  for (size_t i = 0; i < length; ++i) {
    require(whole[i] >= ' ' && whole[i] <= '~', "a line is printable ASCII");
  }
  require(describe(room.data(), size) == length && describe(nullptr, size) == length,
          "the length does not depend on the room");
  require(size == 0 || std::strncmp(room.data(), whole, size - 1) == 0,
          "a cut line is a beginning");
  require(size == 0 || std::memchr(room.data(), '\0', size) != nullptr, "a line ends with NUL");
}

void check_follow(fuzz::Input& input, Policies const& policy) {
  oncemore_hop usual = ONCEMORE_HOP_INIT;
  usual.status = 303;
  usual.method = ONCEMORE_METHOD_POST;
  usual.has_location = 1;
  Hops const hop(input, usual);
  oncemore_trail trail = {input.byte(), input.byte()};
  if (trail.flags == 255) trail.flags = input.number<uint32_t>();
  oncemore_trail const* const trail_pointer = input.below(16) == 15 ? nullptr : &trail;
  oncemore_hop_decision const answer =
      oncemore_follow(policy.pointer(), trail_pointer, hop.pointer());
  oncemore_hop_decision twin;
  std::memset(&twin, 0xa5, sizeof(twin));
  oncemore_follow_into(policy.pointer(), trail_pointer, hop.pointer(), &twin);
  require(std::memcmp(&answer, &twin, sizeof(twin)) == 0, "the twin says the same");
  if (!usable(hop) || trail_pointer == nullptr) {
    require(is_bare(answer, ONCEMORE_REASON_INVALID_ATTEMPT), "no hop");
    return;
  }
  oncemore::Policy invalid;
  invalid.max_attempts = 0;
  oncemore::Policy const asked = usable(policy) ? core(policy.value()) : invalid;
  require(same(answer, follow(asked, core(trail), core(hop.value()))), "the answer is the core's");

  oncemore_trail const again = oncemore_trail_sent_again(&trail);
  require(again.hops == trail.hops && again.flags == 0, "a new attempt keeps the count");
  fuzz::Exact const before(input.octets(input.below(16)));
  fuzz::Exact const after(input.octets(input.below(16)));
  oncemore_trail const next = oncemore_trail_followed(
      trail_pointer, hop.value().status, before.data(), before.size(), after.data(), after.size());
  require(core(next) == core(trail).followed(hop.value().status, {before.data(), before.size()},
                                             {after.data(), after.size()}),
          "a hop is the core's");
}

void check_backoff(Policies const& policy, uint32_t number, int64_t previous, uint64_t random) {
  oncemore_range const range = oncemore_delay_range(policy.pointer(), number, previous);
  int64_t const own = oncemore_own_delay(policy.pointer(), number, previous, random);
  int64_t const ceiling = oncemore_ceiling(policy.pointer(), number);
  require(own == oncemore_draw(&range, random), "the own delay is a draw from its range");
  if (!usable(policy)) {
    require(range.low_ms == 0 && range.high_ms == 0 && own == 0 && ceiling == 0, "no backoff");
    return;
  }
  oncemore::Backoff const backoff = core(policy.value()).backoff;
  oncemore::DelayRange const expected =
      delay_range(backoff, number, oncemore::Milliseconds(previous));
  require(range.low_ms == expected.low.count() && range.high_ms == expected.high.count() &&
              ceiling == oncemore::ceiling(backoff, number).count(),
          "the range is the core's");
}

/// _init() fills all that it is given, with zeros where it knows no better, and nothing behind.
template <class Struct, class Init> void check_init(fuzz::Input& input, Init init) {
  size_t const room = input.number<uint16_t>() % 512;
  fuzz::Exact buffer(std::string(room, '#'));
  init(reinterpret_cast<Struct*>(buffer.data()), room);
  init(static_cast<Struct*>(nullptr), room);
  for (size_t i = sizeof(Struct); i < room; ++i) {
    require(buffer.data()[i] == 0, "what the library does not know is zero");
  }
  if (room < sizeof(uint32_t)) return;
  uint32_t size = 0;
  std::memcpy(&size, buffer.data(), sizeof(size));
  require(size == room, "the size is what was given");
}

void check_texts(fuzz::Input& input) {
  int64_t const now = input.number<int64_t>();
  uint32_t const grammar = input.below(3);
  fuzz::Exact const field(input.rest());
  oncemore::Text const text(field.data(), field.size());
  oncemore::Instant const instant(now);
  auto const core_grammar = oncemore::Grammar{grammar};
  oncemore_retry_after const asked =
      oncemore_parse_retry_after(field.data(), field.size(), now, grammar);
  require(core(asked) == parse_retry_after(text, instant, core_grammar), "the wait is the core's");
  oncemore_http_date const date =
      oncemore_parse_http_date(field.data(), field.size(), now, grammar);
  auto const expected = parse_http_date(text, instant, core_grammar);
  require((date.valid != 0) == expected.valid() && date.instant_ms == expected.instant().count(),
          "the date is the core's");
  require(grammar < 2 || (date.valid == 0 && asked.kind == ONCEMORE_RETRY_AFTER_KIND_MALFORMED),
          "an unknown grammar understands nothing");
  oncemore_retry_after const absent =
      oncemore_parse_retry_after(nullptr, field.size(), now, grammar);
  require(absent.kind == ONCEMORE_RETRY_AFTER_KIND_ABSENT && absent.wait_ms == 0, "null is absent");
  oncemore_retry_after const longer = oncemore_combined(&asked, nullptr);
  require(core(longer) == core(asked), "a line and no line are the line");
  require(oncemore_parse_method(field.data(), field.size()) ==
              static_cast<uint32_t>(oncemore::parse_method(text)),
          "the method is the core's");
}

void check_sets(fuzz::Input& input) {
  oncemore_status_set set = {{0, 0, 0, 0}};
  oncemore::StatusSet mirror;
  if (input.flag()) {
    oncemore_default_statuses(&set);
    mirror = oncemore::default_statuses;
  }
  for (uint32_t left = input.below(4); left > 0; --left) {
    int32_t const status = input.flag() ? 400 + input.byte() : input.number<int32_t>();
    bool const in = input.flag();
    in ? oncemore_status_set_with(&set, status) : oncemore_status_set_without(&set, status);
    mirror = in ? mirror.with(status) : mirror.without(status);
    require(core(set) == mirror, "a set is the core's");
    require((oncemore_status_set_contains(&set, status) != 0) == mirror.contains(status) &&
                (oncemore_status_set_valid(&set) != 0) == mirror.valid(),
            "and says so");
  }
}

template <class Enumeration> uint32_t count_of() {
  uint32_t count = 0;
  while (name(static_cast<Enumeration>(count)) != nullptr) ++count;
  return count;
}

/// The core's own name for each number up to the last enumerator, and none beyond.
template <class Enumeration> void check_name(char const* (*named)(uint32_t), uint32_t number) {
  static uint32_t const count = count_of<Enumeration>();
  char const* const own = named(number);
  require((own != nullptr) == (number < count), "every enumerator has a name, and nothing else");
  require(own == nullptr || std::strcmp(own, name(static_cast<Enumeration>(number))) == 0,
          "a name is the core's");
}

void check_names(uint32_t number) {
  using namespace oncemore;
  check_name<Verdict>(oncemore_verdict_name, number);
  check_name<Reason>(oncemore_reason_name, number);
  check_name<NextMethod>(oncemore_next_method_name, number);
  check_name<NextBody>(oncemore_next_body_name, number);
  check_name<Method>(oncemore_method_name, number);
  check_name<Failure>(oncemore_failure_name, number);
  check_name<Evidence>(oncemore_evidence_name, number);
  check_name<Repeatable>(oncemore_repeatable_name, number);
  check_name<Body>(oncemore_body_name, number);
  check_name<BudgetAnswer>(oncemore_budget_answer_name, number);
  check_name<ServerSays>(oncemore_server_says_name, number);
  check_name<RetryAfter::Kind>(oncemore_retry_after_kind_name, number);
  check_name<Unrepeatable>(oncemore_unrepeatable_name, number);
  check_name<RedirectProof>(oncemore_redirect_proof_name, number);
  check_name<RedirectRewrite>(oncemore_redirect_rewrite_name, number);
  check_name<Jitter>(oncemore_jitter_name, number);
  check_name<ServerWaitMode>(oncemore_server_wait_mode_name, number);
  check_name<OverCap>(oncemore_over_cap_name, number);
  check_name<Grammar>(oncemore_grammar_name, number);
  check_name<Convention>(oncemore_convention_name, number);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  uint64_t const random = input.number<uint64_t>();
  uint32_t const number = input.flag() ? input.byte() : input.number<uint32_t>();
  oncemore_policy const usual_policy = ONCEMORE_POLICY_INIT;
  oncemore_attempt usual_attempt = ONCEMORE_ATTEMPT_INIT;
  usual_attempt.number = 1;
  usual_attempt.method = ONCEMORE_METHOD_GET;
  usual_attempt.status = 503;

  Policies const policy(input, usual_policy);
  Attempts const attempt(input, usual_attempt);
  check_policy(policy);
  oncemore_decision decision = check_decide(policy, attempt, random);
  check_line(policy, attempt, &decision, input.byte());
  // A decision that nobody decided, and none.
  decision.reason = input.number<uint16_t>() % 32;
  decision.delay_ms = input.number<int64_t>();
  decision.notes = input.number<uint32_t>();
  check_line(policy, attempt, &decision, input.byte());
  check_line(policy, attempt, nullptr, ONCEMORE_DESCRIBE_MAX);
  require(oncemore_evidence_name(
              oncemore_evidence_of_attempt(policy.pointer(), attempt.pointer())) != nullptr,
          "evidence has a name");
  check_backoff(policy, number, input.number<int64_t>(), random);
  check_follow(input, policy);
  check_names(number);
  check_sets(input);
  switch (input.below(4)) {
    case 0: check_init<oncemore_policy>(input, oncemore_policy_init); break;
    case 1: check_init<oncemore_attempt>(input, oncemore_attempt_init); break;
    case 2: check_init<oncemore_hop>(input, oncemore_hop_init); break;
    default: check_texts(input); break;
  }
  return 0;
}
