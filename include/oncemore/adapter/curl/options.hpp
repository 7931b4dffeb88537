// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stddef.h>
#include <stdint.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include <oncemore/adapter/curl/cancellation.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl {

/// An attempt that ended, and what was decided then.
struct Decided {
  CURLcode code = CURLE_OK;  ///< as curl_easy_perform() would have said
  std::string method{};      ///< of the first request of the attempt: what a retry would send
  std::string url{};         ///< of that request, without user information, query and fragment
  Attempt attempt{};         ///< its `number`, and its outcome: a status, or why there is none
  Decision decision{};
  std::string line{};  ///< of describe()
};

/// What came, for Options::adjust. The handle answers curl_easy_getinfo() and curl_easy_header().
struct Answer {
  CURLcode code = CURLE_OK;  ///< what libcurl says; CURLE_OK when there is a response
  std::string_view body{};   ///< as far as Options::hold_back holds it
};

/// The world outside, replaceable in tests; each has the obvious default. What libcurl's callbacks
/// reach (`monotonic_clock`, `wall_clock`, `sleep`) must not throw.
struct Timing {
  std::function<std::chrono::system_clock::time_point()> wall_clock{};
  std::function<std::chrono::steady_clock::time_point()> monotonic_clock{};
  std::function<void(std::chrono::milliseconds)> sleep{};
  std::function<uint64_t()> random{};  ///< 64 uniform bits
};

/// What perform() does beyond the policy. libcurl shows nobody the options of a handle, so what the
/// adapter must know of the request is said here. The functions are called on the thread of the
/// call, some of them by libcurl; what `adjust`, `policy_for` and `on_decision` throw ends the call
/// and comes out of perform(); `rewind` must not throw.
struct Options {
  /// Where the body of the answer goes: what CURLOPT_WRITEFUNCTION and WRITEDATA would be given.
  /// With it, the body of an attempt that is retried never gets there. It must not pause. Null:
  /// the handle's own function gets the octets as they come, and an attempt of which it got some
  /// is not retried (`body_consumed`), unless there is a `restart`.
  curl_write_callback write = nullptr;
  void* write_data = nullptr;
  /// How many octets of a body are held back until it is decided, for `write` alone. An answer of
  /// at most so many can break off and be retried, and `adjust` sees its body. What is longer is
  /// handed over as it comes, if it is not to be retried. 0: nothing is held back, and a 2xx that
  /// breaks off after its first octets is not retried without a `restart`.
  size_t hold_back = 0;
  /// Throws away what the write function has received: called before each further attempt.
  std::function<void()> restart{};

  /// Whether redirects are followed. CURLOPT_FOLLOWLOCATION is set by it, whatever it was.
  bool follow = false;
  /// What CURLOPT_TIMEOUT_MS would be given, for one attempt, its hops and their waits; above 0.
  /// An attempt then gets the smaller of it and time_left(), to the millisecond. Nothing: the
  /// handle's own stays, and a policy's deadline ends an attempt within a second.
  std::optional<std::chrono::milliseconds> timeout{};

  /// Whether libcurl can send the body again: `replayable` for CURLOPT_POSTFIELDS, COPYPOSTFIELDS
  /// and MIMEPOST; `consumed` for a CURLOPT_READFUNCTION without `rewind`. Not said, it is
  /// `replayable` where libcurl sent a request without a body, and else `consumed`.
  std::optional<Body> body{};
  /// Sets a CURLOPT_READFUNCTION back to its beginning, before each further attempt and wherever
  /// libcurl itself has to begin again (it is CURLOPT_SEEKFUNCTION, too); false if it cannot. With
  /// it, the body is replayable.
  std::function<bool()> rewind{};

  /// Whether the request may be sent twice with the effect of once.
  Repeatable repeatable = Repeatable::by_method;
  /// The fields of the request, what CURLOPT_HTTPHEADER would be given: if one of the four here is
  /// set, perform() sets that option, and what it was is lost. Borrowed.
  curl_slist* headers = nullptr;
  /// A field that carries the number of attempts before this one, `Retry-Attempt`: "1" on the
  /// second attempt, left out of the first; replaces one in `headers`. Null: none.
  char const* attempt_field = nullptr;
  /// A field such as `Idempotency-Key`: if `headers` has it with a value, or `make_key` makes one,
  /// the request is repeatable unless `repeatable` says `no`. Null: none, or with `make_key`
  /// `Idempotency-Key`.
  char const* key_field = nullptr;
  /// Makes the value of `key_field`, once a call and the same for all its attempts, unless
  /// `headers` has one: make_uuid, or your own; an empty one is left out. Null: none is made.
  std::function<std::string()> make_key{};
  /// How much of what servers really send in Retry-After is understood.
  Grammar grammar = Grammar::lenient;

  /// The policy to decide by about this attempt: a slower one after a 429. Hops, the deadline of
  /// an attempt and what is not asked here go by the policy of the call.
  std::function<Policy(Attempt const&)> policy_for{};
  /// May add what only the caller knows (`budget`, `server_says`, `evidence`, `repeatable`,
  /// `retry_after`) to an attempt before it is decided on, of whatever outcome. It begins with what
  /// perform() knows, nothing is left from the attempt before.
  std::function<void(CURL*, Attempt&, Answer const&)> adjust{};
  /// Told of each decision, the last included.
  std::function<void(Decided const&)> on_decision{};
  /// Lets another thread end the call. Borrowed.
  Cancellation* cancellation = nullptr;

  /// What CURLOPT_PREREQFUNCTION and PREREQDATA would be given; perform() takes that place, and
  /// asks this one of each request that it lets pass. To abort is to cancel.
  curl_prereq_callback prereq = nullptr;
  void* prereq_data = nullptr;
  /// What CURLOPT_XFERINFOFUNCTION and XFERINFODATA would be given, where perform() takes that
  /// place: with `write`, `cancellation` or a policy's deadline. Anything but 0 is to cancel.
  curl_xferinfo_callback progress = nullptr;
  void* progress_data = nullptr;

  Timing timing{};
};

/// How a call ended. The handle answers for its last attempt, as after curl_easy_perform().
struct Result {
  /// Of the last attempt, as curl_easy_perform() would have said. CURLE_OK means that there is a
  /// response, whatever its status. CURLE_ABORTED_BY_CALLBACK if the call was cancelled, in a wait,
  /// too.
  CURLcode code = CURLE_OK;
  /// The last decision; those before it went to Options::on_decision. Nothing if the handle cannot
  /// be used. A wait that was cancelled or passed the deadline, and a `rewind` that failed, make a
  /// second decision on the same attempt. The delay of one that stopped for `server_wait_too_long`
  /// or `deadline` says when to come again.
  std::optional<Decided> last{};
  /// Whether the call's last redirect was followed, and why not; nothing if there was none.
  std::optional<HopDecision> hop{};
};

}}}  // namespace oncemore::v1::curl
