// SPDX-License-Identifier: MIT
//
// The library itself, under names of its own: see core.hpp.

#include "core.hpp"

#include "core/oncemore.cpp"  // NOLINT(bugprone-suspicious-include): one source, built once
