// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "response.hpp"

/// How the attempt ended: what --status, --failure, --response and the options with curl's own
/// words say together.
namespace cli {

/// The heads in the file of --response. Throws UsageError if it cannot be read, or if it is not
/// what curl writes of one request.
ResponseReader read_response(Settings const& settings);

/// The status that ends a response, and what its Retry-After asks for.
int32_t last_status(Settings const& settings, ResponseReader const& reader);

/// Completes the attempt: outcome, evidence, trail and Retry-After. Throws UsageError if the
/// options say nothing, or two things.
void take_ending(Settings const& settings, oncemore::Attempt& attempt);

}  // namespace cli
