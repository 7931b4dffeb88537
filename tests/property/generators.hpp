// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include <oncemore/oncemore.hpp>

// Values for properties. Every generator is named at its use, so that it is plain what a property
// speaks of; none is found by its type.
namespace generators {

/// More cases than rapidcheck's hundred, unless RC_PARAMS says how many; RC_PARAMS="seed=..." with
/// the seed of a failed run repeats it.
inline int const more_cases = setenv("RC_PARAMS", "max_success=1000", 0);

using oncemore::Milliseconds;
using rc::Gen;
namespace gen = rc::gen;

/// Numbers from 0 to `most`, as many small ones as large ones, and the ends more often.
inline Gen<int64_t> count_up_to(int64_t most) {
  return gen::weightedOneOf<int64_t>(
      {{1, gen::element<int64_t>(0, 1, most)},
       {6, gen::apply(
               [most](int bits, int64_t value) {
                 int64_t const masked = value & ((int64_t{1} << bits) - 1);
                 return masked < most ? masked : most;
               },
               gen::inRange(0, 63), gen::inRange<int64_t>(0, INT64_MAX))}});
}

inline Gen<Milliseconds> duration_up_to(Milliseconds most) {
  return gen::map(count_up_to(most.count()), [](int64_t count) { return Milliseconds(count); });
}

/// A duration that is valid anywhere.
inline Gen<Milliseconds> duration() { return duration_up_to(Milliseconds::largest()); }

/// A duration of the size that people use: up to ten minutes.
inline Gen<Milliseconds> ordinary_duration() { return duration_up_to(Milliseconds(600000)); }

inline Gen<uint64_t> random_bits() {
  return gen::weightedOneOf<uint64_t>(
      {{1, gen::element<uint64_t>(0, 1, uint64_t{1} << 63, UINT64_MAX)},
       {4,
        gen::apply([](uint32_t high, uint32_t low) { return uint64_t{high} << 32 | low; },
                   gen::inRange<uint32_t>(0, UINT32_MAX), gen::inRange<uint32_t>(0, UINT32_MAX))}});
}

/// One of the enumerators, all of which have a name.
template <class Enumeration> Gen<Enumeration> enumerator() {
  std::vector<Enumeration> all;
  for (uint32_t i = 0; name(static_cast<Enumeration>(i)) != nullptr; ++i) {
    all.push_back(static_cast<Enumeration>(i));
  }
  return gen::elementOf(all);
}

inline Gen<uint32_t> number() {
  return gen::weightedOneOf<uint32_t>({{6, gen::inRange<uint32_t>(1, 8)},
                                       {2, gen::inRange<uint32_t>(1, 2000)},
                                       {1, gen::element<uint32_t>(UINT32_MAX - 1, UINT32_MAX)}});
}

/// Mostly the usual value, so that one field does not keep a case from the rules behind it.
template <class T> Gen<T> mostly(T usual, Gen<T> others) {
  return gen::weightedOneOf<T>({{4, gen::just(usual)}, {1, std::move(others)}});
}

/// A failure that is one.
inline Gen<oncemore::Failure> failure() {
  return gen::map(gen::inRange<uint32_t>(1, 14),
                  [](uint32_t i) { return static_cast<oncemore::Failure>(i); });
}

/// An outcome that is possible, errors more often than the rest.
inline Gen<oncemore::Outcome> outcome() {
  using oncemore::Outcome;
  auto const of = [](int32_t status) { return Outcome(status); };
  return gen::weightedOneOf<Outcome>(
      {{4, gen::map(gen::element(408, 413, 421, 425, 429, 500, 502, 503, 504), of)},
       {2, gen::map(gen::inRange(400, 1000), of)},
       {1, gen::map(gen::inRange(200, 400), of)},
       {3, gen::map(failure(), [](oncemore::Failure it) { return Outcome(it); })}});
}

inline Gen<oncemore::RetryAfter> retry_after() {
  using oncemore::RetryAfter;
  auto const of = [](Milliseconds wait) { return RetryAfter(wait); };
  return gen::weightedOneOf<RetryAfter>({{3, gen::just(RetryAfter())},
                                         {1, gen::just(RetryAfter::malformed())},
                                         {3, gen::map(ordinary_duration(), of)},
                                         {1, gen::map(duration(), of)}});
}

/// A trail as clients make them: hops, and now and then a new attempt.
inline Gen<oncemore::Trail> trail() {
  using oncemore::Trail;
  auto const one = [](Trail so_far, int step) {
    switch (step) {
      case 0: return so_far.followed(303, "POST", "GET");
      case 1: return so_far.followed(302, "POST", "GET");
      case 2: return so_far.followed(302, "POST", "POST");
      case 3: return so_far.followed(307, "POST", "POST");
      case 4: return so_far.followed(308, "GET", "GET");
      default: return so_far.sent_again();
    }
  };
  auto const all = [one](std::vector<int> const& steps) {
    Trail made;
    for (int const step : steps) made = one(made, step);
    return made;
  };
  Gen<std::vector<int>> const steps = gen::container<std::vector<int>>(gen::inRange(0, 6));
  return gen::weightedOneOf<Trail>({{2, gen::just(Trail())}, {1, gen::map(steps, all)}});
}

inline Gen<oncemore::Backoff> valid_backoff() {
  using oncemore::Backoff;
  auto const made = gen::build<Backoff>(
      gen::set(&Backoff::initial, gen::oneOf(ordinary_duration(), duration())),
      gen::set(&Backoff::cap, gen::oneOf(ordinary_duration(), duration())),
      gen::set(&Backoff::floor, gen::oneOf(gen::just(Milliseconds()), ordinary_duration())),
      gen::set(&Backoff::multiplier,
               gen::weightedOneOf<uint32_t>({{4, gen::inRange<uint32_t>(1000, 5000)},
                                             {1, gen::element<uint32_t>(1000, 1001, UINT32_MAX)}})),
      gen::set(&Backoff::jitter, enumerator<oncemore::Jitter>()),
      gen::set(&Backoff::spread, gen::inRange<uint32_t>(0, 1001)),
      gen::set(&Backoff::spread_ms, gen::oneOf(ordinary_duration(), duration())));
  return gen::map(made, [](Backoff backoff) {
    if (backoff.floor > backoff.cap) backoff.floor = backoff.cap;
    return backoff;
  });
}

inline Gen<oncemore::ServerWait> valid_server_wait() {
  using oncemore::ServerWait;
  return gen::build<ServerWait>(
      gen::set(&ServerWait::mode, enumerator<oncemore::ServerWaitMode>()),
      gen::set(&ServerWait::over_cap, enumerator<oncemore::OverCap>()),
      gen::set(&ServerWait::cap, gen::oneOf(ordinary_duration(), duration())),
      gen::set(&ServerWait::spread, gen::inRange<uint32_t>(0, 1001)));
}

/// The default and its neighbours: one status put in that was not, or taken out.
inline Gen<oncemore::StatusSet> statuses() {
  return gen::map(gen::inRange(400, 1000), [](int32_t status) {
    using oncemore::default_statuses;
    return default_statuses.contains(status) ? default_statuses.without(status)
                                             : default_statuses.with(status);
  });
}

inline Gen<oncemore::Policy> valid_policy() {
  using oncemore::Policy;
  return gen::build<Policy>(
      gen::set(&Policy::max_attempts, mostly<uint32_t>(100, number())),
      gen::set(&Policy::unsafe_methods, enumerator<oncemore::UnsafeMethods>()),
      gen::set(&Policy::redirect_proof, enumerator<oncemore::RedirectProof>()),
      gen::set(&Policy::redirect_rewrite, enumerator<oncemore::RedirectRewrite>()),
      gen::set(&Policy::max_redirects, gen::inRange<uint32_t>(0, 20)),
      gen::set(&Policy::statuses, statuses()),
      gen::set(&Policy::unprocessed,
               gen::element(oncemore::default_unprocessed, oncemore::StatusSet(),
                            oncemore::StatusSet(413, 421, 425), oncemore::StatusSet(500, 700))),
      gen::set(&Policy::deadline,
               gen::weightedOneOf<Milliseconds>(
                   {{2, gen::just(Milliseconds::largest())}, {2, ordinary_duration()}})),
      gen::set(&Policy::min_attempt_time, mostly(Milliseconds(), ordinary_duration())),
      gen::set(&Policy::backoff, valid_backoff()),
      gen::set(&Policy::server_wait, valid_server_wait()));
}

inline Gen<oncemore::Attempt> possible_attempt() {
  using namespace oncemore;
  return gen::build<Attempt>(
      gen::set(&Attempt::number, number()),
      gen::set(&Attempt::method,
               gen::oneOf(gen::element(Method::get, Method::put, Method::post, Method::patch),
                          enumerator<Method>())),
      gen::set(&Attempt::outcome, outcome()),
      gen::set(&Attempt::repeatable, enumerator<Repeatable>()),
      gen::set(&Attempt::evidence, mostly(Evidence::by_outcome, enumerator<Evidence>())),
      gen::set(&Attempt::body, mostly(Body::replayable, enumerator<Body>())),
      gen::set(&Attempt::budget, mostly(Budget::granted, enumerator<Budget>())),
      gen::set(&Attempt::server_says, mostly(ServerSays::nothing, enumerator<ServerSays>())),
      gen::set(&Attempt::elapsed, mostly(Milliseconds(), ordinary_duration())),
      gen::set(&Attempt::previous_delay, ordinary_duration()),
      gen::set(&Attempt::retry_after, retry_after()), gen::set(&Attempt::redirects, trail()));
}

inline Gen<oncemore::Hop> possible_hop() {
  using namespace oncemore;
  return gen::build<Hop>(
      gen::set(&Hop::status,
               gen::weightedOneOf<int32_t>(
                   {{4, gen::element(301, 302, 303, 307, 308)}, {1, gen::inRange(200, 600)}})),
      gen::set(&Hop::method, enumerator<Method>()),
      gen::set(&Hop::has_location, mostly(true, gen::just(false))),
      gen::set(&Hop::body, enumerator<Body>()), gen::set(&Hop::retry_after, retry_after()),
      gen::set(&Hop::elapsed, mostly(Milliseconds(), ordinary_duration())));
}

}  // namespace generators

// How a case that failed is written: as in the vector files.
namespace oncemore { inline namespace v1 {

inline void showValue(Milliseconds duration, std::ostream& out) { out << duration.count(); }
inline void showValue(Outcome outcome, std::ostream& out) {
  if (outcome.is_failure()) {
    out << name(outcome.failure());
  } else {
    out << outcome.status();
  }
}
inline void showValue(RetryAfter asked, std::ostream& out) {
  if (asked.is_wait()) {
    out << asked.wait().count();
  } else {
    out << name(asked.kind());
  }
}
inline void showValue(Trail trail, std::ostream& out) {
  out << trail.hops() << " hops" << (trail.moved() ? ", moved" : "")
      << (trail.accepted() ? ", accepted" : "") << (trail.doubtful() ? ", doubtful" : "");
}
inline void showValue(StatusSet const& set, std::ostream& out) {
  out << "none";
  for (int32_t status = 400; status <= 600; ++status) {
    if (set.contains(status)) out << '+' << status;
  }
}
inline void showValue(Backoff const& backoff, std::ostream& out) {
  out << "backoff.initial=" << backoff.initial.count() << " backoff.cap=" << backoff.cap.count()
      << " backoff.floor=" << backoff.floor.count() << " backoff.multiplier=" << backoff.multiplier
      << " backoff.jitter=" << name(backoff.jitter) << " backoff.spread=" << backoff.spread
      << " backoff.spread_ms=" << backoff.spread_ms.count();
}
inline void showValue(ServerWait const& wait, std::ostream& out) {
  out << "server_wait.mode=" << name(wait.mode) << " server_wait.over_cap=" << name(wait.over_cap)
      << " server_wait.cap=" << wait.cap.count() << " server_wait.spread=" << wait.spread;
}
inline void showValue(Policy const& policy, std::ostream& out) {
  out << "max_attempts=" << policy.max_attempts << " unsafe_methods=" << name(policy.unsafe_methods)
      << " redirect_proof=" << name(policy.redirect_proof)
      << " redirect_rewrite=" << name(policy.redirect_rewrite)
      << " max_redirects=" << policy.max_redirects << " statuses=";
  showValue(policy.statuses, out);
  out << " unprocessed=";
  showValue(policy.unprocessed, out);
  out << " deadline=" << policy.deadline.count()
      << " min_attempt_time=" << policy.min_attempt_time.count() << ' ';
  showValue(policy.backoff, out);
  out << ' ';
  showValue(policy.server_wait, out);
}
inline void showValue(Attempt const& attempt, std::ostream& out) {
  out << "number=" << attempt.number << " method=" << name(attempt.method) << " outcome=";
  showValue(attempt.outcome, out);
  out << " repeatable=" << name(attempt.repeatable) << " evidence=" << name(attempt.evidence)
      << " body=" << name(attempt.body) << " budget=" << name(attempt.budget)
      << " server_says=" << name(attempt.server_says) << " elapsed=" << attempt.elapsed.count()
      << " previous_delay=" << attempt.previous_delay.count() << " retry_after=";
  showValue(attempt.retry_after, out);
  out << " redirects=";
  showValue(attempt.redirects, out);
}
inline void showValue(Hop const& hop, std::ostream& out) {
  out << "status=" << hop.status << " method=" << name(hop.method)
      << " has_location=" << (hop.has_location ? "yes" : "no") << " body=" << name(hop.body)
      << " retry_after=";
  showValue(hop.retry_after, out);
  out << " elapsed=" << hop.elapsed.count();
}
inline void showValue(Decision const& decision, std::ostream& out) {
  out << name(decision.verdict) << ' ' << name(decision.reason) << ' ' << decision.delay.count()
      << ' ' << decision.notes.bits();
}
template <class Enumeration, std::enable_if_t<std::is_enum_v<Enumeration>, int> = 0>
auto showValue(Enumeration enumerator, std::ostream& out)
    -> decltype(static_cast<void>(name(enumerator))) {
  out << name(enumerator);
}

}}  // namespace oncemore::v1
