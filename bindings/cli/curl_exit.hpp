// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/oncemore.hpp>
#include <string>

namespace cli {

/// What curl's exit code says of an attempt (curl(1), EXIT CODES).
struct CurlExit {
  uint32_t code = 0;
  /// `none` if there is a response, and the code says nothing against it.
  oncemore::Failure failure = oncemore::Failure::other;
  /// Nothing was read of the answer to the last request that curl made: a head that is there
  /// belongs to a request before it. It says nothing of what was written.
  bool unanswered = false;
  /// The same code comes after the request was written, too, so it proves nothing of it.
  bool also_later = false;
};

/// The row of a code; of one that is not in the table, `other`, which is never repeated unasked.
CurlExit curl_exit(uint32_t code);

/// The table in a sentence: `5 or 6 (name_resolution), ...`.
std::string curl_exits();

}  // namespace cli
