// SPDX-License-Identifier: MIT
#include <oncemore/server_wait.hpp>

#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using namespace given;

namespace {

// Without a spread, which has its own rules below.
constexpr ServerWait exact = with(ServerWait{}, &ServerWait::spread, Thousandths());
constexpr ServerWait instead = with(exact, &ServerWait::mode, ServerWaitMode::instead);
constexpr ServerWait ignore = with(exact, &ServerWait::mode, ServerWaitMode::ignore);
constexpr ServerWait clamping = with(exact, &ServerWait::over_cap, OverCap::clamp);
constexpr ServerWait spreading = with(exact, &ServerWait::spread, thousandths(500));

constexpr uint32_t applied = 1;
constexpr uint32_t is_malformed = 2;
constexpr uint32_t clamped = 4;

/// Whether the delay is so long, the server's wait not too long, and these notes set.
constexpr bool is(JoinedDelay const& joined, Milliseconds delay, uint32_t notes) noexcept {
  return joined.delay == delay && !joined.too_long && joined.notes.bits() == notes;
}
constexpr bool is_too_long(JoinedDelay const& joined, Milliseconds delay, uint32_t notes) noexcept {
  return joined.delay == delay && joined.too_long && joined.notes.bits() == notes;
}

constexpr JoinedDelay join(ServerWait const& settings, RetryAfter asked, Milliseconds own,
                           Milliseconds floor = {}, uint64_t random = highest_spread,
                           Milliseconds hold = {}) noexcept {
  return joined(settings, asked, own, floor, hold, random);
}

constexpr RetryAfter asks(Milliseconds wait) noexcept { return RetryAfter(wait); }

}  // namespace

RULES(server_wait_names) {
  NAMED(ServerWaitMode, at_least);
  NAMED(ServerWaitMode, instead);
  NAMED(ServerWaitMode, ignore);
  NAMED(OverCap, give_up);
  NAMED(OverCap, clamp);
  constexpr ServerWaitMode modes[] = {ServerWaitMode::at_least, ServerWaitMode::instead,
                                      ServerWaitMode::ignore};
  constexpr OverCap over_caps[] = {OverCap::give_up, OverCap::clamp};
  RULE(are_all(modes));
  RULE(are_all(over_caps));
}

RULES(server_wait_defaults) {
  RULE(ServerWait{}.mode == ServerWaitMode::at_least);
  RULE(ServerWait{}.over_cap == OverCap::give_up);
  RULE(ServerWait{}.cap == 30_s);
  RULE(ServerWait{}.spread == thousandths(100));
}

RULES(no_server_wait_leaves_the_own_delay) {
  RULE(is(join(exact, RetryAfter(), 700_ms), 700_ms, 0));
  RULE(is(join(instead, RetryAfter(), 700_ms), 700_ms, 0));
  RULE(is(join(ignore, RetryAfter(), 700_ms), 700_ms, 0));
}

RULES(a_malformed_one_is_noted_and_leaves_the_own_delay) {
  RULE(is(join(exact, RetryAfter::malformed(), 700_ms), 700_ms, is_malformed));
  RULE(is(join(instead, RetryAfter::malformed(), 700_ms), 700_ms, is_malformed));
  RULE(is(join(ignore, RetryAfter::malformed(), 700_ms), 700_ms, 0));
}

RULES(at_least_is_the_longer_of_the_two) {
  RULE(is(join(exact, asks(2_s), 700_ms), 2_s, applied));
  RULE(is(join(exact, asks(500_ms), 700_ms), 700_ms, 0));
  RULE(is(join(exact, asks(0_ms), 700_ms), 700_ms, 0));
  // The own delay already keeps to the floor.
  RULE(is(join(exact, asks(2_s), 700_ms, 5_s), 2_s, applied));
}

RULES(a_tie_is_the_servers_wait) {
  RULE(is(join(exact, asks(700_ms), 700_ms), 700_ms, applied));
  RULE(is(join(exact, asks(0_ms), 0_ms), 0_ms, applied));
  RULE(is(join(instead, asks(2_s), 0_ms, 2_s), 2_s, applied));
}

RULES(instead_is_the_servers_wait_above_the_floor) {
  RULE(is(join(instead, asks(2_s), 700_ms), 2_s, applied));
  RULE(is(join(instead, asks(100_ms), 700_ms), 100_ms, applied));
  RULE(is(join(instead, asks(0_ms), 700_ms), 0_ms, applied));
  RULE(is(join(instead, asks(0_ms), 700_ms, 300_ms), 300_ms, 0));
  RULE(is(join(instead, asks(400_ms), 700_ms, 300_ms), 400_ms, applied));
}

RULES(ignore_is_as_if_the_server_had_asked_for_nothing) {
  RULE(is(join(ignore, asks(2_s), 700_ms), 700_ms, 0));
  RULE(is(join(ignore, asks(120_s), 700_ms), 700_ms, 0));
  RULE(is(join(ignore, asks(700_ms), 700_ms), 700_ms, 0));
}

RULES(a_wait_up_to_the_cap_is_taken) {
  RULE(is(join(exact, asks(30_s), 700_ms), 30_s, applied));
  RULE(is_too_long(join(exact, asks(30001_ms), 700_ms), 30001_ms, applied));
  RULE(is(join(with(exact, &ServerWait::cap, 0_ms), asks(0_ms), 700_ms), 700_ms, 0));
}

RULES(a_longer_one_is_given_up_uncut) {
  RULE(is_too_long(join(exact, asks(120_s), 700_ms), 120_s, applied));
  RULE(is_too_long(join(instead, asks(120_s), 700_ms), 120_s, applied));
  RULE(is_too_long(join(exact, asks(Milliseconds::largest()), 700_ms), Milliseconds::largest(),
                   applied));
  // The own delay may be longer still.
  RULE(is_too_long(join(exact, asks(120_s), 200_s), 200_s, 0));
}

RULES(or_clamped) {
  RULE(is(join(clamping, asks(120_s), 700_ms), 30_s, applied + clamped));
  RULE(is(join(clamping, asks(30001_ms), 700_ms), 30_s, applied + clamped));
  RULE(is(join(clamping, asks(30_s), 700_ms), 30_s, applied));
  RULE(is(join(clamping, asks(120_s), 40_s), 40_s, clamped));
  RULE(is(join(with(clamping, &ServerWait::cap, 0_ms), asks(5_s), 0_ms), 0_ms, applied + clamped));
}

// A server that turns everybody away for 10 s must not see all of them after 10 s.
RULES(the_spread_only_adds) {
  RULE(is(join(spreading, asks(10_s), 0_ms, 0_ms, lowest_draw), 10_s, applied));
  RULE(is(join(spreading, asks(10_s), 0_ms, 0_ms, middle_spread), 12500_ms, applied));
  RULE(is(join(spreading, asks(10_s), 0_ms, 0_ms, highest_spread), 15_s, applied));
  RULE(is(join(exact, asks(10_s), 0_ms, 0_ms, highest_spread), 10_s, applied));
  RULE(is(join(ServerWait{}, asks(10_s), 0_ms, 0_ms, highest_spread), 11_s, applied));
  RULE(is(join(spreading, asks(0_ms), 0_ms, 0_ms, highest_spread), 0_ms, applied));
  // 500 thousandths of 5 ms are 2 ms.
  RULE(is(join(spreading, asks(5_ms), 0_ms, 0_ms, highest_spread), 7_ms, applied));
}

RULES(the_spread_may_pass_the_cap) {
  RULE(is(join(spreading, asks(30_s), 0_ms, 0_ms, highest_spread), 45_s, applied));
  RULE(is(join(with(spreading, &ServerWait::over_cap, OverCap::clamp), asks(120_s), 0_ms, 0_ms,
               highest_spread),
          45_s, applied + clamped));
  RULE(is_too_long(join(spreading, asks(120_s), 0_ms, 0_ms, highest_spread), 180_s, applied));
}

// A hold is the least wait, whatever the server says or is not heard to say.
RULES(a_hold_raises_the_delay_last) {
  constexpr auto held = [](ServerWait const& settings, RetryAfter asked, Milliseconds hold) {
    return joined(settings, asked, 700_ms, 0_ms, hold, lowest_draw);
  };
  RULE(is(held(exact, RetryAfter(), 3_s), 3_s, 0));
  RULE(is(held(exact, RetryAfter(), 100_ms), 700_ms, 0));
  RULE(is(held(exact, asks(2_s), 3_s), 3_s, 0));
  RULE(is(held(exact, asks(2_s), 2_s), 2_s, applied));
  RULE(is(held(instead, asks(2_s), 3_s), 3_s, 0));
  RULE(is(held(ignore, asks(2_s), 3_s), 3_s, 0));
  RULE(is(held(clamping, asks(120_s), 40_s), 40_s, clamped));
  RULE(is(held(exact, RetryAfter::malformed(), 3_s), 3_s, is_malformed));
}

RULES(the_spread_saturates) {
  constexpr ServerWait wide = with(with(exact, &ServerWait::spread, thousandths(1000)),
                                   &ServerWait::cap, Milliseconds::largest());
  constexpr Milliseconds largest = Milliseconds::largest();
  RULE(is(join(wide, asks(largest), 0_ms, 0_ms, highest_spread), largest, applied));
  RULE(is(join(wide, asks(largest), 0_ms, 0_ms, lowest_draw), largest, applied));
  RULE(is(join(wide, asks(Milliseconds(largest.count() - 1)), 0_ms, 0_ms, highest_spread), largest,
          applied));
}

// Own delay and server wait are drawn with the same bits, each over its own range.
RULES(the_spread_joins_before_the_own_delay_is_compared) {
  RULE(is(join(spreading, asks(10_s), 12_s, 0_ms, lowest_draw), 12_s, 0));
  RULE(is(join(spreading, asks(10_s), 12_s, 0_ms, middle_spread), 12500_ms, applied));
  RULE(is(join(with(spreading, &ServerWait::mode, ServerWaitMode::instead), asks(10_s), 0_ms, 12_s,
               middle_spread),
          12500_ms, applied));
}

RULES(a_joined_delay_that_nobody_filled_in_is_none) { RULE(is(JoinedDelay{}, 0_ms, 0)); }
