// SPDX-License-Identifier: MIT
#pragma once

// The one place where the version is written; everything else reads it or is checked against it.
#define ONCEMORE_VERSION_MAJOR 0
#define ONCEMORE_VERSION_MINOR 1
#define ONCEMORE_VERSION_PATCH 0

/// oncemore decides whether an HTTP request is sent once more, and when.
/// Everything in it is a plain value or a pure function: no clock, no dice, no allocation.
namespace oncemore { inline namespace v1 {

/// A release of the library: three numbers, each counted from 0, compared as Semantic Versioning
/// does. Before 1.0 the minor number plays the major number's part.
struct Version {
  unsigned major_number = ONCEMORE_VERSION_MAJOR;
  unsigned minor_number = ONCEMORE_VERSION_MINOR;
  unsigned patch_number = ONCEMORE_VERSION_PATCH;
};

/// The release that these headers are.
inline constexpr Version version{};

}}  // namespace oncemore::v1
