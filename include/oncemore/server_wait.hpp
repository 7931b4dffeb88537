// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/backoff.hpp>
#include <oncemore/decision.hpp>
#include <oncemore/integer.hpp>
#include <oncemore/retry_after.hpp>
#include <oncemore/text.hpp>
#include <oncemore/thousandths.hpp>
#include <oncemore/time.hpp>

namespace oncemore { inline namespace v1 {

/// How the wait that the server asked for joins the client's own delay.
enum class ServerWaitMode : uint32_t {
  at_least = 0,  ///< the longer of the two
  instead = 1,   ///< the server's, but not below the backoff's floor
  ignore = 2,    ///< as if the server had asked for nothing
};

/// What to do when the server asks for more than the cap.
enum class OverCap : uint32_t {
  give_up = 0,  ///< stop, and tell the caller how long it would have been
  clamp = 1,    ///< wait the cap: the server is hit before it asked to be
};

namespace detail {
inline constexpr Text server_wait_mode_names[] = {"at_least", "instead", "ignore"};
inline constexpr Text over_cap_names[] = {"give_up", "clamp"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(ServerWaitMode mode) noexcept {
  return detail::name_in(detail::server_wait_mode_names, mode);
}
[[nodiscard]] constexpr char const* name(OverCap over_cap) noexcept {
  return detail::name_in(detail::over_cap_names, over_cap);
}

/// The settings for the server's waits. Only `clamp` and `ignore` ever make a retry come earlier
/// than the server asked.
struct ServerWait {
  ServerWaitMode mode = ServerWaitMode::at_least;
  OverCap over_cap = OverCap::give_up;
  Milliseconds cap{30000};  ///< the longest wait to accept from a server; >= 0
  /// Adds up to so much of the wait, never takes away; <= 1. Without it all clients that were told
  /// 60 seconds come back in the same millisecond.
  Thousandths spread = thousandths(100);
};

/// A server's wait and a client's own delay, made one.
struct JoinedDelay {
  Milliseconds delay{};
  bool too_long = false;  ///< the server asked for more than the cap, and that means to give up
  Notes notes{};
};

/// The delay that comes of the client's own one and of what the server asked for. The wait is
/// spread upwards only, from w to w + w x spread, by `random` mixed once more than for the own
/// delay; the spread may pass the cap. What is too long is joined all the same, uncut, for the
/// caller to know. Last, the delay is at least `hold`, which something outside asks for.
[[nodiscard]] constexpr JoinedDelay joined(ServerWait const& settings, RetryAfter asked,
                                           Milliseconds own_delay, Milliseconds floor,
                                           Milliseconds hold, uint64_t random) noexcept {
  Milliseconds const least = detail::larger(own_delay, hold);
  if (settings.mode == ServerWaitMode::ignore) return {least, false, {}};
  Notes const notes = Notes().with(Note::server_wait_malformed, asked.is_malformed());
  if (!asked.is_wait()) return {least, false, notes};

  bool const over_cap = asked.wait() > settings.cap;
  bool const clamped = over_cap && settings.over_cap == OverCap::clamp;
  Milliseconds const low = clamped ? settings.cap : asked.wait();
  uint64_t const spread = detail::scaled(detail::magnitude(low), settings.spread.count(), 1000);
  Milliseconds const wait = draw({low, low + Milliseconds(spread)}, detail::mixed(random));

  bool const instead = settings.mode == ServerWaitMode::instead;
  Milliseconds const own = detail::larger(instead ? floor : own_delay, hold);
  Milliseconds const delay = detail::larger(wait, own);
  return {delay, over_cap && !clamped,
          notes.with(Note::server_wait_applied, delay == wait)
              .with(Note::server_wait_clamped, clamped)};
}

}}  // namespace oncemore::v1
