// SPDX-License-Identifier: MIT
//
// Where numbers come in and go out: durations and instants of chrono's kind, counts of attempts and
// of requests, sets of statuses and failures. The arithmetic is done again by hand.

#include <oncemore/oncemore.hpp>

#include <algorithm>
#include <chrono>
#include <limits>
#include <ratio>

#include "input.hpp"
#include "values.hpp"
#include "wide.hpp"

namespace {

using namespace oncemore;
using fuzz::require;
using fuzz::Wide;

/// The sign and the magnitude together again, brought into what the type holds.
template <class Integer> Integer signed_again(uint64_t magnitude, bool negative) {
  using Limits = std::numeric_limits<Integer>;
  if (!negative) return static_cast<Integer>(std::min<uint64_t>(magnitude, Limits::max()));
  if (!Limits::is_signed) return 0;
  uint64_t const least = uint64_t{Limits::max()} + 1;
  if (magnitude >= least) return Limits::min();
  return static_cast<Integer>(-static_cast<int64_t>(magnitude));
}

/// A magnitude times a ratio of 32-bit numbers. Up is away from zero.
uint64_t times(uint64_t value, uint32_t numerator, uint32_t denominator, bool up) {
  return Wide::product(value, numerator).divided(denominator, up).at_most(UINT64_MAX);
}

/// A duration of `count` periods of numerator / denominator milliseconds, in and out again.
template <class Rep, class Period>
void check_duration(int64_t number, uint32_t numerator, uint32_t denominator) {
  using Duration = std::chrono::duration<Rep, Period>;
  Rep const count = static_cast<Rep>(number);
  bool const negative = count < Rep{0};
  uint64_t const periods =
      negative ? uint64_t{0} - static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
  // In: towards the longer, so that no wait turns out too short.
  uint64_t const in = std::min<uint64_t>(times(periods, numerator, denominator, !negative),
                                         static_cast<uint64_t>(fuzz::largest));
  Milliseconds const taken = Duration(count);
  require(taken.count() == (negative ? -static_cast<int64_t>(in) : static_cast<int64_t>(in)),
          "a duration is so many milliseconds");
  // Out, the same way.
  uint64_t const out = times(in, denominator, numerator, !negative);
  Duration const given(taken);
  require(given.count() == signed_again<Rep>(out, negative), "milliseconds are so many periods");
  Wide const a = Wide::product(periods, numerator);
  Wide const b = Wide::product(in, denominator);
  bool const whole = a.high() == b.high() && a.low() == b.low();
  require(!whole || given.count() == count, "what is whole comes back");
}

/// Clocks to take instants from, with ticks of any length.
template <class Rep, class Period>
void check_instant(int64_t number, uint32_t numerator, uint32_t denominator) {
  using Duration = std::chrono::duration<Rep, Period>;
  Rep const count = static_cast<Rep>(number);
  bool const negative = count < Rep{0};
  uint64_t const ticks =
      negative ? uint64_t{0} - static_cast<uint64_t>(count) : static_cast<uint64_t>(count);
  std::chrono::time_point<std::chrono::system_clock, Duration> const point{Duration(count)};
  uint64_t const in = times(ticks, numerator, denominator, negative);  // to the earlier
  require(Instant(point).count() == signed_again<int64_t>(in, negative),
          "a time point is so many milliseconds from 1970, rounded down");
}

void check_time(fuzz::Input& in) {
  int64_t const a = in.flag() ? in.number<int64_t>() : in.number<int16_t>();
  int64_t const b = in.flag() ? in.number<int64_t>() : in.number<int16_t>();
  check_duration<int64_t, std::nano>(a, 1, 1000000);
  check_duration<int64_t, std::micro>(a, 1, 1000);
  check_duration<int64_t, std::milli>(a, 1, 1);
  check_duration<int64_t, std::ratio<1>>(a, 1000, 1);
  check_duration<int64_t, std::ratio<3600>>(a, 3600000, 1);
  check_duration<int32_t, std::ratio<1>>(a, 1000, 1);
  check_duration<int16_t, std::ratio<60>>(a, 60000, 1);
  check_duration<uint64_t, std::micro>(a, 1, 1000);
  check_duration<int64_t, std::ratio<1, 3>>(a, 1000, 3);
  check_duration<int64_t, std::ratio<7, 60>>(a, 350, 3);
  check_instant<int64_t, std::nano>(a, 1, 1000000);
  check_instant<int64_t, std::milli>(a, 1, 1);
  check_instant<int32_t, std::ratio<1>>(a, 1000, 1);
  check_instant<int64_t, std::ratio<1>>(a, 1000, 1);

  Milliseconds const left(a);
  Milliseconds const right(b);
  int64_t const sum = std::clamp(left.count() + right.count(), -fuzz::largest, fuzz::largest);
  require((left + right).count() == sum, "a sum saturates");
  require((left < right) == (left.count() < right.count()) &&
              (left <= right) == (left.count() <= right.count()) &&
              (left > right) == (right < left) && (left >= right) == (right <= left) &&
              (left == right) == !(left != right),
          "durations compare as their counts");
  Milliseconds const between = Instant(a) - Instant(b);
  bool const backwards = a < b;
  uint64_t const apart = backwards ? static_cast<uint64_t>(b) - static_cast<uint64_t>(a)
                                   : static_cast<uint64_t>(a) - static_cast<uint64_t>(b);
  int64_t const span = static_cast<int64_t>(std::min<uint64_t>(apart, fuzz::largest));
  require(between.count() == (backwards ? -span : span), "the time between two instants");
  require(RetryAfter(Instant(a), Instant(b)).wait().count() == (backwards ? 0 : span),
          "a wait until an instant, none if it is past");
}

void check_counts(fuzz::Input& in) {
  uint32_t const n = fuzz::number32(in, 1);
  uint32_t const attempts = attempts_from_retries(n);
  require(attempts == std::min<uint64_t>(uint64_t{n} + 1, UINT32_MAX), "one attempt is no retry");
  require(retries_from_attempts(n) == (n == 0 || n == UINT32_MAX ? n : n - 1), "and back");
  bool const comes_back = n < UINT32_MAX - 1 || n == UINT32_MAX;
  require(!comes_back || retries_from_attempts(attempts) == n, "retries come back");

  auto const convention = static_cast<Convention>(in.byte());
  int64_t const setting = in.flag() ? in.number<int64_t>() : in.number<int16_t>();
  uint32_t const moved = max_attempts_for(convention, setting);
  ConventionRow const* const system = row(convention);
  require((system == nullptr) == (name(convention) == nullptr), "a row has a name");
  if (system == nullptr) {
    require(moved == 0, "what names no convention is rejected");
  } else if (setting > 0 && moved != 0 && moved != UINT32_MAX) {
    int64_t const counted = std::min(setting, system->limit);
    require(moved == counted + (system->counts == Counts::retries ? 1 : 0),
            "another system's number is moved without being off by one");
  }

  Outcome const outcome(setting);
  int64_t const nearest = std::clamp<int64_t>(setting, INT32_MIN, INT32_MAX);
  require(outcome.status() == nearest && !outcome.is_failure(), "a status is never narrowed");

  RequestLayer layers[4];
  size_t const count = in.below(5);
  uint64_t product = 1;
  bool any_is_zero = false;
  for (size_t i = 0; i < count; ++i) {
    layers[i] = {fuzz::number32(in, 3), fuzz::number32(in, 5)};
    uint64_t const factor = uint64_t{layers[i].attempts} * (uint64_t{layers[i].redirects} + 1);
    require(requests_per_call(layers[i].attempts, layers[i].redirects) == factor, "one layer");
    product = Wide::product(product, factor).at_most(UINT64_MAX);
    any_is_zero = any_is_zero || factor == 0;
  }
  require(requests_per_call(layers, count) == (any_is_zero ? 0 : product), "layers multiply");
}

void check_sets(fuzz::Input& in) {
  auto const statuses = fuzz::statuses(in, default_statuses, fuzz::usually_retried);
  auto const unprocessed = fuzz::statuses(in, default_unprocessed, fuzz::usually_unprocessed);
  auto const failures = fuzz::failures(in);
  for (int32_t status = 390; status <= 1010; ++status) {
    size_t const place = static_cast<size_t>(std::min(status, 999));
    bool const can_be_in = status >= 400 && status <= 999;
    require(statuses.set.contains(status) == (can_be_in && statuses.in[place]),
            "a set has what was put in last");
  }
  int32_t const any = fuzz::status(in);
  require((any >= 400 && any <= 999) || !statuses.set.contains(any), "nothing else is in a set");
  require(statuses.set.valid() == !statuses.spoilt, "a set remembers what it cannot hold");
  require(statuses.set == statuses.set &&
              (statuses.set == unprocessed.set) ==
                  (statuses.in == unprocessed.in && statuses.spoilt == unprocessed.spoilt),
          "sets are equal if they hold the same");
  for (uint32_t i = 0; i <= 14; ++i) {
    bool const expected = i >= 1 && i <= 13 && failures.in[i];
    require(failures.set.contains(static_cast<Failure>(i)) == expected,
            "a set has what was put in last");
  }
  require(failures.set.valid() == (!failures.spoilt && !failures.in[13]),
          "a set with cancelled, or with what is no failure, is invalid");
  require(FailureSet::from_bits(failures.set.bits()) == failures.set, "a set comes back");

  bool const status_not_retried = any == 101 || (any >= 200 && any <= 999);
  require(is_final(any) == status_not_retried, "101 and 200-999 end an attempt");
  require(is_success(any) == (any == 101 || any == 304 || (any >= 200 && any < 300)), "success");
  require(is_redirection(any) == (any >= 300 && any < 400 && any != 304), "redirection");
}

void check_products(fuzz::Input& in) {
  uint64_t const a = in.number<uint64_t>();
  uint64_t const b = in.number<uint64_t>();
  Wide const product = Wide::product(a, b);
  require(detail::multiply_high(a, b) == product.high(), "the upper half of a product");
  require(detail::multiply_high_by_halves(a, b) == product.high(), "also without 128 bits");
  require(detail::saturating_multiply(a, b) == product.at_most(UINT64_MAX), "a product saturates");
  uint64_t const sum = detail::saturating_add(a, b);
  require(sum == (b > UINT64_MAX - a ? UINT64_MAX : a + b), "a sum saturates");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input in(bytes, size);
  switch (in.below(4)) {
    case 0: check_time(in); break;
    case 1: check_counts(in); break;
    case 2: check_sets(in); break;
    default: check_products(in); break;
  }
  return 0;
}
