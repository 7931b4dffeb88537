// SPDX-License-Identifier: MIT
// A second translation unit of the consumer: what the headers define twice, the linker refuses.
#ifndef ONCEMORE_HEADER
#define ONCEMORE_HEADER <oncemore/oncemore.hpp>
#endif
#include ONCEMORE_HEADER

bool second_unit();
bool second_unit() { return oncemore::Policy{}.max_attempts == 4; }
