// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/attempt.hpp>
#include <oncemore/counting.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/failure.hpp>
#include <oncemore/outcome.hpp>
#include <oncemore/policy.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/server_wait.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// The room that every line of describe() fits in, its NUL included.
inline constexpr size_t describe_max = 256;

namespace detail {

/// Writes into a buffer as far as it goes and counts all the same, as snprintf does.
class LineWriter {
 public:
  constexpr LineWriter(char* buffer, size_t size) noexcept
      : buffer_(buffer), room_(buffer != nullptr ? size : 0) {}

  constexpr LineWriter& text(char const* words) noexcept {
    for (; *words != '\0'; ++words) put(*words);
    return *this;
  }

  constexpr LineWriter& number(int64_t value) noexcept {
    char digits[20] = {};
    size_t count = 0;
    for (uint64_t rest = signed_of(value).magnitude; rest != 0 || count == 0; rest /= 10) {
      digits[count++] = static_cast<char>('0' + rest % 10);
    }
    if (value < 0) put('-');
    while (count > 0) put(digits[--count]);
    return *this;
  }

  /// Ends the line with a NUL if there is room for one; its length without it.
  [[nodiscard]] constexpr size_t finished() noexcept {
    if (room_ != 0) buffer_[smaller(length_, room_ - 1)] = '\0';
    return length_;
  }

 private:
  constexpr void put(char c) noexcept {
    if (length_ + 1 < room_) buffer_[length_] = c;
    ++length_;
  }

  char* buffer_;
  size_t room_;
  size_t length_ = 0;
};

constexpr void write_outcome(LineWriter& line, Outcome outcome) noexcept {
  bool const both = outcome.is_failure() && outcome.status() != 0;
  char const* const failure = name(outcome.failure());
  if (both || outcome == Outcome() || failure == nullptr) {
    line.text("no outcome");
  } else if (outcome.is_failure()) {
    line.text(failure);
  } else {
    line.number(outcome.status());
  }
}

constexpr void write_verdict(LineWriter& line, Policy const& policy, Decision decision) noexcept {
  if (decision.retry()) {
    line.text("retry in ").number(decision.delay.count()).text(" ms");
    return;
  }
  char const* const reason = name(decision.reason);
  line.text("stop: ").text(reason != nullptr ? reason : "unknown");
  if (decision.reason == Reason::invalid_policy) {
    line.text(" (").text(name(validate(policy))).text(")");
  }
  if (carries_delay(decision.reason) && decision.delay > Milliseconds()) {
    line.text(", wait ").number(decision.delay.count()).text(" ms");
  }
}

constexpr void write_notes(LineWriter& line, Policy const& policy, Attempt const& attempt,
                           Decision decision) noexcept {
  bool const asked =
      attempt.retry_after.is_wait() && policy.server_wait.mode != ServerWaitMode::ignore;
  if (asked) {
    line.text(" (server asked ").number(attempt.retry_after.wait().count()).text(" ms");
    line.text(decision.notes.has(Note::server_wait_clamped) ? ", clamped)" : ")");
  }
  if (decision.notes.has(Note::server_wait_malformed)) line.text(" (Retry-After malformed)");
  if (decision.notes.has(Note::new_connection)) line.text(", new connection");
  if (decision.notes.has(Note::not_early_data)) line.text(", not in early data");
}

}  // namespace detail

/// Writes one ASCII line that says what was decided and why, for a log:
///
///     attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
///
/// Like snprintf: writes at most `size` octets, the last of them a NUL, and returns the length of
/// the whole line without it, which is below describe_max. A null buffer gives only the length.
constexpr size_t describe(Policy const& policy, Attempt const& attempt, Decision decision,
                          char* buffer, size_t size) noexcept {
  detail::LineWriter line(buffer, size);
  line.text("attempt ").number(attempt.number).text(" of ");
  if (policy.max_attempts == unlimited) {
    line.text("unlimited");
  } else {
    line.number(policy.max_attempts);
  }
  line.text(": ");
  detail::write_outcome(line, attempt.outcome);
  line.text(", ");
  detail::write_verdict(line, policy, decision);
  if (detail::carries_delay(decision.reason)) {
    detail::write_notes(line, policy, attempt, decision);
  }
  return line.finished();
}

/// The same into an array: `char line[oncemore::describe_max]`.
template <size_t size>
constexpr size_t describe(Policy const& policy, Attempt const& attempt, Decision decision,
                          char (&buffer)[size]) noexcept {
  return describe(policy, attempt, decision, buffer, size);
}

}}  // namespace oncemore::v1
