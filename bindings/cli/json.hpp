// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/oncemore.hpp>
#include <string>
#include <vector>

/// What --json prints. The names are those of the C ABI's structs; enumerators and flags are told
/// by their names.
namespace cli {

std::string member(std::string const& name, std::string const& value);
/// Of printable ASCII.
std::string member(std::string const& name, char const* word);
std::string member(std::string const& name, int64_t number);
std::string member(std::string const& name, bool value);
std::string object(std::vector<std::string> const& members);
/// Of words that need no escapes.
std::string array(std::vector<std::string> const& words);

std::string json(oncemore::Trail trail);
std::string json(oncemore::RetryAfter asked);
std::string json(oncemore::Attempt const& attempt);

}  // namespace cli
