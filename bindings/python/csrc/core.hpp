// SPDX-License-Identifier: MIT
#pragma once

// The C ABI as this extension calls it: a private copy, not exported, whose functions are renamed
// to oncemore_py_... before they are declared. Nothing else may include oncemore.h.

#define ONCEMORE_API
#include "core/prefix.h"

#include "core/oncemore.h"
