// SPDX-License-Identifier: MIT
#include <oncemore/version.hpp>

#include "rule.hpp"

using namespace oncemore;

RULES(version_is_what_the_macros_say) {
  RULE(version.major_number == ONCEMORE_VERSION_MAJOR);
  RULE(version.minor_number == ONCEMORE_VERSION_MINOR);
  RULE(version.patch_number == ONCEMORE_VERSION_PATCH);
  RULE(Version{}.minor_number == version.minor_number);
}

// A program must be able to ask before it compiles what only some versions have.
RULES(version_can_be_asked_by_the_preprocessor) {
#if ONCEMORE_VERSION_MAJOR * 1000000 + ONCEMORE_VERSION_MINOR * 1000 + ONCEMORE_VERSION_PATCH < 1
  RULE(false);
#else
  RULE(true);
#endif
}

// The inline namespace is part of every symbol's name, and nobody has to write it.
RULES(version_1_is_the_namespace_meant) { RULE(&oncemore::version == &oncemore::v1::version); }
