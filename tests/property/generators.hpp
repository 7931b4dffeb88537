// SPDX-License-Identifier: MIT
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include <oncemore/oncemore.hpp>

#include "property.hpp"

// Values for properties. Every generator is named at its use, so that it is plain what a property
// speaks of; none is found by its type. They are compiled once, in support/: what rapidcheck makes
// of a generator takes the compiler longer than all properties together.
namespace generators {

using oncemore::Milliseconds;
using rc::Gen;
namespace gen = rc::gen;

/// Numbers from 0 to `most`, as many small ones as large ones, and the ends more often.
Gen<int64_t> count_up_to(int64_t most);

/// From 0 to `most`, the same way.
Gen<Milliseconds> duration_up_to(Milliseconds most);

/// A duration that is valid anywhere.
Gen<Milliseconds> duration();

/// A duration of the size that people use: up to ten minutes.
Gen<Milliseconds> ordinary_duration();

/// Any number but INT64_MIN, as many small ones as large ones.
Gen<int64_t> any_count();

/// A short text of these octets, or an empty one.
Gen<std::string> text_of(std::string const& octets);

/// 64 bits for the draw, the ends and the middle more often.
Gen<uint64_t> random_bits();

/// The number of an attempt, mostly a small one.
Gen<uint32_t> number();

/// A failure that is one.
Gen<oncemore::Failure> failure();

/// An outcome that is possible, errors more often than the rest.
Gen<oncemore::Outcome> outcome();

/// Absent, malformed, or a wait.
Gen<oncemore::RetryAfter> retry_after();

/// A trail as clients make them: hops, and now and then a new attempt.
Gen<oncemore::Trail> trail();

Gen<oncemore::Backoff> valid_backoff();
Gen<oncemore::Policy> valid_policy();
/// Valid but for one setting.
Gen<oncemore::Policy> invalid_policy();
Gen<oncemore::Attempt> possible_attempt();
Gen<oncemore::Hop> possible_hop();

}  // namespace generators

// What rapidcheck makes of a generator is instantiated beside it, in support/, and nowhere else.
extern template class rc::Gen<int>;
extern template class rc::Gen<int64_t>;
extern template class rc::Gen<uint32_t>;
extern template class rc::Gen<uint64_t>;
extern template class rc::Gen<std::string>;
extern template class rc::Gen<oncemore::Milliseconds>;
extern template class rc::Gen<oncemore::RetryAfter>;
extern template class rc::Gen<oncemore::Trail>;
extern template class rc::Gen<oncemore::Backoff>;
extern template class rc::Gen<oncemore::Policy>;
extern template class rc::Gen<oncemore::Attempt>;
extern template class rc::Gen<oncemore::Hop>;

// How a case that failed is written: as in the vector files.
namespace oncemore { inline namespace v1 {

void showValue(Milliseconds duration, std::ostream& out);
void showValue(Outcome outcome, std::ostream& out);
void showValue(RetryAfter asked, std::ostream& out);
void showValue(Trail trail, std::ostream& out);
void showValue(FailureSet set, std::ostream& out);
void showValue(StatusSet const& set, std::ostream& out);
void showValue(Backoff const& backoff, std::ostream& out);
void showValue(ServerWait const& wait, std::ostream& out);
void showValue(Policy const& policy, std::ostream& out);
void showValue(Attempt const& attempt, std::ostream& out);
void showValue(Hop const& hop, std::ostream& out);
void showValue(Decision const& decision, std::ostream& out);
template <class Enumeration, std::enable_if_t<std::is_enum_v<Enumeration>, int> = 0>
auto showValue(Enumeration enumerator, std::ostream& out)
    -> decltype(static_cast<void>(name(enumerator))) {
  out << name(enumerator);
}

}}  // namespace oncemore::v1
