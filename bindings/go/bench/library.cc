// SPDX-License-Identifier: MIT
//
// The library under its own names, beside the copy in the package, which has others.

#include "../../../capi/oncemore.cpp"
