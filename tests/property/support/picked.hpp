// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>

#include "property/generators.hpp"

// What generators are made of: draws of small numbers, inside of gen::exec or of a property. So
// rapidcheck is instantiated for the number alone and not for every type and way to choose one.
namespace generators {

/// A number from 0 to below `count`; 0 is what a failed case shrinks to.
uint32_t below(uint32_t count);

/// One time out of so many.
inline bool once_in(uint32_t times) { return below(times) == times - 1; }

/// One of the values.
template <class T> T one_of(std::initializer_list<T> values) {
  return values.begin()[below(static_cast<uint32_t>(values.size()))];
}

/// One of the enumerators, all of which have a name.
template <class Enumeration> Enumeration any_of() {
  uint32_t count = 0;
  while (name(static_cast<Enumeration>(count)) != nullptr) ++count;
  return static_cast<Enumeration>(below(count));
}

/// Mostly the usual one, so that one field does not keep a case from the rules behind it.
template <class Enumeration> Enumeration mostly(Enumeration usual) {
  return once_in(5) ? any_of<Enumeration>() : usual;
}

}  // namespace generators
