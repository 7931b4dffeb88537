// SPDX-License-Identifier: MIT
// followed() answers the longer trail and leaves its own alone.
// expect: ignoring return value of
#include <oncemore/oncemore.hpp>

oncemore::Trail test(oncemore::Trail trail) {
#ifdef ACCEPT
  trail = trail.followed(303, "POST", "GET");
#endif
#ifdef REJECT
  trail.followed(303, "POST", "GET");
#endif
  return trail;
}
