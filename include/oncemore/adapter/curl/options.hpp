// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stdint.h>

#include <chrono>
#include <functional>
#include <optional>
#include <vector>

#include <oncemore/adapter/curl/cancellation.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// An attempt that ended, and what was decided then.
struct Ended {
  CURLcode code = CURLE_OK;  ///< as curl_easy_perform() would have said
  Attempt attempt{};         ///< its outcome is a status, or why there is none
  Decision decision{};
};

/// What perform() does beyond the policy. libcurl shows nobody the options of a handle, so what the
/// adapter must know of the request is said here. The functions are called on the thread of the
/// call; those that libcurl calls (`rewind`, the clocks, `sleep`) must not throw.
struct Options {
  /// Whether redirects are followed. CURLOPT_FOLLOWLOCATION is set by it, whatever it was.
  bool follow = false;

  /// Whether libcurl can send the body again: `replayable` for CURLOPT_POSTFIELDS, COPYPOSTFIELDS
  /// and MIMEPOST, and where there is none; `consumed` for a CURLOPT_READFUNCTION without `rewind`.
  /// Not said, it is `consumed` but for a GET or HEAD of which no octet of a body was sent.
  std::optional<Body> body{};
  /// Sets a CURLOPT_READFUNCTION back to its beginning, before each further attempt and wherever
  /// libcurl itself has to begin again (it is CURLOPT_SEEKFUNCTION, too); false if it cannot. With
  /// it, the body is replayable.
  std::function<bool()> rewind{};
  /// Throws away what the write function has received: called before each further attempt.
  std::function<void()> restart{};

  /// Whether the request may be sent twice with the effect of once.
  Repeatable repeatable = Repeatable::by_method;
  /// The fields of the request, what CURLOPT_HTTPHEADER would be given: if one of the three here is
  /// set, perform() sets that option, and what it was is lost. Borrowed.
  curl_slist* headers = nullptr;
  /// A field that carries the number of attempts before this one, `Retry-Attempt`: "1" on the
  /// second attempt, left out of the first; replaces one in `headers`. Null: none.
  char const* attempt_field = nullptr;
  /// A field such as `Idempotency-Key`: if `headers` has it with a value, the request is repeatable
  /// unless `repeatable` says `no`. Null: none.
  char const* key_field = nullptr;
  /// How much of what servers really send in Retry-After is understood.
  Grammar grammar = Grammar::lenient;

  /// Told of each attempt, the last included, with its line of describe().
  std::function<void(Ended const&, char const* line)> on_decision{};
  /// May add what only the caller knows (`budget`, `server_says`, `evidence`, `retry_after`) to an
  /// attempt before it is decided on; the handle still answers curl_easy_getinfo().
  std::function<void(CURL*, Attempt&)> adjust{};
  /// Lets another thread end the call. perform() then takes CURLOPT_XFERINFOFUNCTION. Borrowed.
  Cancellation* cancellation = nullptr;

  // For tests; each has the obvious default.
  std::function<uint64_t()> random{};
  std::function<std::chrono::steady_clock::time_point()> clock{};
  std::function<std::chrono::system_clock::time_point()> wall_clock{};
  std::function<void(std::chrono::milliseconds)> sleep{};
};

/// How a call ended. The handle answers for its last attempt, as after curl_easy_perform().
struct Result {
  /// Of the last attempt, as curl_easy_perform() would have said. CURLE_OK means that there is a
  /// response, whatever its status. CURLE_ABORTED_BY_CALLBACK if the call was cancelled, in a wait,
  /// too.
  CURLcode code = CURLE_OK;
  /// Each attempt and its decision, the first one first; none if the handle cannot be used. A wait
  /// that was cancelled, and a `rewind` that failed, add a second decision on the same attempt. The
  /// delay of a last one that stopped for `server_wait_too_long` or `deadline` says when to come
  /// again.
  std::vector<Ended> attempts{};
  /// Whether the call's last redirect was followed, and why not; nothing if there was none.
  std::optional<HopDecision> hop{};
};

}}}  // namespace oncemore::v1::curl
