// SPDX-License-Identifier: MIT
#pragma once

// oncemore 0.1.0 in one file, joined from include/oncemore/ by .ci/amalgamate: change it there.

#include <stddef.h>
#include <stdint.h>

// oncemore/integer.hpp

/// Integers that neither wrap nor round by surprise. Every sum and product of the library goes
/// through here, so that the same bits give the same millisecond on every machine.
namespace oncemore { inline namespace v1 { namespace detail {

template <bool condition> struct OnlyIf {};
template <> struct OnlyIf<true> { using type = int; };
/// Takes an overload away unless `condition` holds.
template <bool condition> using only_if = typename OnlyIf<condition>::type;

template <class T, class Other> inline constexpr bool is_same = false;
template <class T> inline constexpr bool is_same<T, T> = true;
template <class T, class... Others> inline constexpr bool is_one_of = (is_same<T, Others> || ...);

// A type is asked by name, not by behaviour: bool and the character types count nothing.
template <class T>
inline constexpr bool is_integer =
    is_one_of<T, signed char, unsigned char, short, unsigned short, int, unsigned, long,
              unsigned long, long long, unsigned long long>;

template <class T> [[nodiscard]] constexpr T smaller(T a, T b) noexcept { return b < a ? b : a; }

template <class T> [[nodiscard]] constexpr T larger(T a, T b) noexcept { return a < b ? b : a; }

/// `value` brought into [low, high]; where low is above high, high wins.
template <class T> [[nodiscard]] constexpr T brought_into(T low, T high, T value) noexcept {
  return smaller(larger(value, low), high);
}

/// A magnitude and its sign: what an integer of any type is.
struct Signed {
  uint64_t magnitude = 0;
  bool negative = false;
};

template <class Integer> [[nodiscard]] constexpr Signed signed_of(Integer value) noexcept {
  if (value < Integer{0}) return {uint64_t{0} - static_cast<uint64_t>(value), true};
  return {static_cast<uint64_t>(value), false};
}

/// The nearest value that `Integer` holds.
template <class Integer> [[nodiscard]] constexpr Integer saturated(Signed value) noexcept {
  constexpr bool has_sign = static_cast<Integer>(-1) < Integer{1};
  constexpr unsigned bits = sizeof(Integer) * 8 - (has_sign ? 1 : 0);
  constexpr uint64_t largest = ~uint64_t{0} >> (64 - bits);
  if (!value.negative) return static_cast<Integer>(smaller(value.magnitude, largest));
  if constexpr (!has_sign) return 0;
  if (value.magnitude > largest) return static_cast<Integer>(-static_cast<Integer>(largest) - 1);
  return static_cast<Integer>(-static_cast<Integer>(value.magnitude));
}

/// The upper 64 bits of the exact 128-bit product, from four 32-bit ones.
[[nodiscard]] constexpr uint64_t multiply_high_by_halves(uint64_t a, uint64_t b) noexcept {
  constexpr uint64_t low_half = 0xffffffff;
  uint64_t const low = (a & low_half) * (b & low_half);
  uint64_t const middle = (a >> 32) * (b & low_half) + (low >> 32);
  uint64_t const other = (a & low_half) * (b >> 32) + (middle & low_half);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

/// The same with the compiler's own 128 bits where they are one instruction. WebAssembly has none,
/// and would call a library for it.
[[nodiscard]] constexpr uint64_t multiply_high(uint64_t a, uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__) && !defined(__wasm__)
  __extension__ using Product = unsigned __int128;
  return static_cast<uint64_t>(static_cast<Product>(a) * b >> 64);
#else
  return multiply_high_by_halves(a, b);
#endif
}

[[nodiscard]] constexpr uint64_t saturating_add(uint64_t a, uint64_t b) noexcept {
  return a + b < a ? ~uint64_t{0} : a + b;
}

[[nodiscard]] constexpr uint64_t saturating_multiply(uint64_t a, uint64_t b) noexcept {
  return multiply_high(a, b) != 0 ? ~uint64_t{0} : a * b;
}

/// `value` x `numerator` / `denominator`, rounded down, the product exact before it is divided.
/// With value = q x denominator + r the answer is q x numerator + r x numerator / denominator, and
/// the last product fits as long as numerator x denominator does: the caller sees to that.
[[nodiscard]] constexpr uint64_t scaled(uint64_t value, uint64_t numerator,
                                        uint64_t denominator) noexcept {
  uint64_t const whole = saturating_multiply(value / denominator, numerator);
  return saturating_add(whole, value % denominator * numerator / denominator);
}

/// The same, rounded up.
[[nodiscard]] constexpr uint64_t scaled_up(uint64_t value, uint64_t numerator,
                                           uint64_t denominator) noexcept {
  uint64_t const whole = saturating_multiply(value / denominator, numerator);
  uint64_t const rest = value % denominator * numerator;
  return saturating_add(whole, rest / denominator + (rest % denominator != 0 ? 1 : 0));
}

[[nodiscard]] constexpr uint64_t greatest_common_divisor(uint64_t a, uint64_t b) noexcept {
  while (b != 0) {
    uint64_t const rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

}}}  // namespace oncemore::v1::detail

// oncemore/text.hpp

namespace oncemore { inline namespace v1 {
namespace detail {

/// An object of type T for expressions that are only looked at, never run.
template <class T> T const& any() noexcept;

// The two shapes that a Text takes besides plain characters: a view and an optional.
template <class T>
using ViewShape = decltype(static_cast<char const*>(any<T>().data()) + any<T>().size());
template <class T> using OptionalShape = decltype(any<T>().has_value() ? &*any<T>() : nullptr);

// Of the two kinds of views and containers only a container has a capacity.
template <class T, class = void> inline constexpr bool owns_octets = false;
template <class T>
inline constexpr bool owns_octets<T, decltype(static_cast<void>(any<T>().capacity()))> = true;

[[nodiscard]] constexpr size_t length_to_nul(char const* octets, size_t room) noexcept {
  size_t size = 0;
  while (size < room && octets[size] != '\0') ++size;
  return size;
}

}  // namespace detail

/// A borrowed run of octets, or nothing at all: a method, a field value, a field that is absent.
/// Absent and empty differ: a field without a value is empty, a response without the field has it
/// absent. A null pointer is absent whatever the size. The octets are not copied and not kept.
class Text {
 public:
  constexpr Text() noexcept = default;
  constexpr Text(decltype(nullptr)) noexcept {}
  constexpr Text(char const* octets, size_t size) noexcept
      : octets_(octets), size_(octets != nullptr ? size : 0) {}

  /// An array of characters, up to its first NUL.
  template <size_t room>
  constexpr Text(char const (&array)[room]) noexcept
      : Text(array, detail::length_to_nul(array, room)) {}

  /// A pointer to characters that end with a NUL.
  template <class Pointer, detail::only_if<detail::is_one_of<Pointer, char const*, char*>> = 0>
  constexpr Text(Pointer const& octets) noexcept
      : Text(octets, octets != nullptr ? detail::length_to_nul(octets, ~size_t{0}) : 0) {}

  /// Anything with data() and size(), signed or not: std::string, std::string_view,
  /// std::vector<char>. A view of nothing is absent; what owns its octets is there, even if an
  /// empty one has nowhere to point to.
  template <class View, detail::ViewShape<View>* = nullptr>
  constexpr Text(View const& view) noexcept
      : Text(view.data() == nullptr && detail::owns_octets<View> ? "" : view.data(),
             static_cast<size_t>(view.size())) {}

  /// An optional of any of these; nothing in it is absent.
  template <class Optional, detail::OptionalShape<Optional>* = nullptr>
  constexpr Text(Optional const& optional) noexcept {
    if (optional.has_value()) *this = Text(*optional);
  }

  [[nodiscard]] constexpr bool absent() const noexcept { return octets_ == nullptr; }
  [[nodiscard]] constexpr char const* data() const noexcept { return octets_; }
  [[nodiscard]] constexpr size_t size() const noexcept { return size_; }
  [[nodiscard]] constexpr char operator[](size_t index) const noexcept { return octets_[index]; }

  /// The same octets; an absent text equals an empty one.
  [[nodiscard]] friend constexpr bool operator==(Text a, Text b) noexcept {
    if (a.size_ != b.size_) return false;
    for (size_t i = 0; i < a.size_; ++i) {
      if (a.octets_[i] != b.octets_[i]) return false;
    }
    return true;
  }
  [[nodiscard]] friend constexpr bool operator!=(Text a, Text b) noexcept { return !(a == b); }

 private:
  char const* octets_ = nullptr;
  size_t size_ = 0;
};

namespace detail {

/// The name of an enumerator in the table of its type; null past the end.
template <size_t count, class Enumeration>
[[nodiscard]] constexpr char const* name_in(Text const (&names)[count],
                                            Enumeration enumerator) noexcept {
  size_t const index = static_cast<size_t>(enumerator);
  return index < count ? names[index].data() : nullptr;
}

}  // namespace detail
}}  // namespace oncemore::v1

// oncemore/failure.hpp

namespace oncemore { inline namespace v1 {

/// How an attempt ended without a usable response. A status line that was read is no failure but
/// that status, even if the body broke off; only a 2xx whose body broke off is `connection_lost`.
enum class Failure : uint32_t {
  none = 0,             ///< not a failure: the outcome is a status
  name_resolution = 1,  ///< the host name could not be resolved
  connect = 2,          ///< no connection; a proxy that opened no tunnel is this, too
  tls_handshake = 3,    ///< the handshake failed before a byte of the request left
  not_sent = 4,         ///< a pool or queue time-out; a connection found dead before writing
  tls_certificate = 5,  ///< the server's certificate was refused
  rejected = 6,         ///< REFUSED_STREAM or above GOAWAY's last stream (RFC 9113 8.7);
                        ///< H3_REQUEST_REJECTED or at or above GOAWAY's id (RFC 9114 5.2)
  send = 7,             ///< the connection broke while the request was written
  timeout = 8,          ///< no response in time
  connection_lost = 9,  ///< reset or closed before a complete response; also a TLS alert after the
                        ///< request was written
  bad_response = 10,    ///< not HTTP, or not decodable
  redirect_limit = 11,  ///< too many hops, or a loop
  other = 12,           ///< an error the client cannot name, a bad URL: no licence to repeat
  cancelled = 13,       ///< by the caller, or because its context ended
};

namespace detail {
// clang-format off
inline constexpr Text failure_names[] = {
    "none", "name_resolution", "connect", "tls_handshake", "not_sent", "tls_certificate",
    "rejected", "send", "timeout", "connection_lost", "bad_response", "redirect_limit", "other",
    "cancelled"};
// clang-format on
}  // namespace detail

/// The enumerator's own name, `timeout`; null for a number that names none.
[[nodiscard]] constexpr char const* name(Failure failure) noexcept {
  return detail::name_in(detail::failure_names, failure);
}

/// A set of failures. Naming what is no failure makes the set invalid for good, and so does having
/// `cancelled` in it: what the caller ended is never sent again. All zero is the empty set.
class FailureSet {
 public:
  constexpr FailureSet() noexcept = default;
  template <class... Failures> constexpr FailureSet(Failure first, Failures... others) noexcept {
    *this = with(first);
    ((*this = with(others)), ...);
  }

  [[nodiscard]] constexpr FailureSet with(Failure failure) const noexcept {
    return from_bits(bits_ | member(failure));
  }
  [[nodiscard]] constexpr FailureSet without(Failure failure) const noexcept {
    uint32_t const named = member(failure);
    return from_bits(named == invalid_mark ? bits_ | named : bits_ & ~named);
  }
  [[nodiscard]] constexpr bool contains(Failure failure) const noexcept {
    uint32_t const asked = member(failure);
    return asked != invalid_mark && (bits_ & asked) != 0;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    // All from name_resolution to the one before cancelled.
    uint32_t const may_be_in = member(Failure::cancelled) - member(Failure::name_resolution);
    return (bits_ & ~may_be_in) == 0;
  }

  /// The set as a number and back, for borders such as the C ABI; what the bits mean is private.
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr FailureSet from_bits(uint32_t bits) noexcept {
    FailureSet set;
    set.bits_ = bits;
    return set;
  }

  [[nodiscard]] friend constexpr bool operator==(FailureSet a, FailureSet b) noexcept {
    return a.bits_ == b.bits_;
  }
  [[nodiscard]] friend constexpr bool operator!=(FailureSet a, FailureSet b) noexcept {
    return !(a == b);
  }

 private:
  // The place of Failure::none, which no set can hold, remembers that something else was named.
  static constexpr uint32_t invalid_mark = 1;

  [[nodiscard]] static constexpr uint32_t member(Failure failure) noexcept {
    return failure <= Failure::cancelled ? uint32_t{1} << static_cast<uint32_t>(failure)
                                         : invalid_mark;
  }

  uint32_t bits_ = 0;
};

/// The failures that a policy retries unless told otherwise: those that say nothing against a
/// second try. Whether a request may be repeated after them is the evidence's affair.
inline constexpr FailureSet default_failures{
    Failure::name_resolution, Failure::connect,         Failure::tls_handshake,
    Failure::not_sent,        Failure::rejected,        Failure::send,
    Failure::timeout,         Failure::connection_lost, Failure::bad_response};

}}  // namespace oncemore::v1

// oncemore/status.hpp

namespace oncemore { inline namespace v1 {

/// A status as received, an int32, of any integer type and never narrowed: 65736 is not 200. What
/// an int32 cannot hold becomes its nearest value, which is no status either: 2^32+503 is not 503.
class Status {
 public:
  constexpr Status() noexcept = default;
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr Status(Integer status) noexcept {
    if constexpr (detail::is_same<Integer, int32_t>) {
      value_ = status;
    } else {
      value_ = detail::saturated<int32_t>(detail::signed_of(status));
    }
  }
  /// Another library's enumerator that is a number, HTTP_STATUS_OK, counts as the number.
  template <class Enumeration, detail::only_if<__is_enum(Enumeration)> = 0,
            class Number = decltype(+Enumeration())>
  constexpr Status(Enumeration status) noexcept : Status(static_cast<Number>(status)) {}
  constexpr operator int32_t() const noexcept { return value_; }

 private:
  int32_t value_ = 0;
};

/// Whether a response with this status can end an attempt: 100 and 102-199 are interim
/// (RFC 9110 15.2), and below 100 or above 999 no server can have sent it.
[[nodiscard]] constexpr bool is_final(Status status) noexcept {
  return status == 101 || (status >= 200 && status <= 999);
}

/// Whether it is of the class of success (RFC 9110 15.3).
[[nodiscard]] constexpr bool is_2xx(Status status) noexcept {
  return status >= 200 && status <= 299;
}

/// Whether the request has what it asked for: 2xx, 304 (the copy at hand is good), 101 (switched).
[[nodiscard]] constexpr bool is_success(Status status) noexcept {
  return status == 101 || status == 304 || is_2xx(status);
}

/// Whether it is a 3xx that asks the client to go elsewhere: every 3xx but 304.
[[nodiscard]] constexpr bool is_redirection(Status status) noexcept {
  return status >= 300 && status <= 399 && status != 304;
}

/// Whether the IANA registry assigns a status above 499; 509, 512 and the rest are vendors' own.
[[nodiscard]] constexpr bool is_assigned_server_error(Status status) noexcept {
  return status >= 500 && status <= 511 && status != 509;
}

/// A set of statuses: one member for each of 400-599, and one for all of 600-999, which no
/// standard defines. Naming any other status makes the set invalid for good, and validate() says
/// so. All zero is the empty set.
class StatusSet {
 public:
  constexpr StatusSet() noexcept = default;
  template <class... Statuses> constexpr StatusSet(Status first, Statuses... others) noexcept {
    change(first, true);
    (change(others, true), ...);
  }

  [[nodiscard]] constexpr StatusSet with(Status status) const noexcept {
    return StatusSet(*this).change(status, true);
  }
  [[nodiscard]] constexpr StatusSet without(Status status) const noexcept {
    return StatusSet(*this).change(status, false);
  }
  [[nodiscard]] constexpr bool contains(Status status) const noexcept {
    uint32_t const place = place_of(status);
    return place != invalid_mark && (words_[place / 64] >> place % 64 & 1) != 0;
  }
  [[nodiscard]] constexpr bool valid() const noexcept {
    return words_[3] >> (last_place % 64 + 1) == 0;
  }

  /// The set as four numbers and back, for borders; what their bits mean is private.
  [[nodiscard]] constexpr uint64_t word(uint32_t index) const noexcept { return words_[index & 3]; }
  [[nodiscard]] static constexpr StatusSet from_words(uint64_t const (&words)[4]) noexcept {
    StatusSet set;
    for (uint32_t i = 0; i < 4; ++i) set.words_[i] = words[i];
    return set;
  }

  [[nodiscard]] friend constexpr bool operator==(StatusSet const& a, StatusSet const& b) noexcept {
    return a.words_[0] == b.words_[0] && a.words_[1] == b.words_[1] && a.words_[2] == b.words_[2] &&
           a.words_[3] == b.words_[3];
  }
  [[nodiscard]] friend constexpr bool operator!=(StatusSet const& a, StatusSet const& b) noexcept {
    return !(a == b);
  }

 private:
  static constexpr uint32_t last_place = 200;    // of 600-999; 400-599 have 0-199
  static constexpr uint32_t invalid_mark = 255;  // remembers that another status was named

  [[nodiscard]] static constexpr uint32_t place_of(Status status) noexcept {
    if (status < 400 || status > 999) return invalid_mark;
    return status < 600 ? static_cast<uint32_t>(status - 400) : last_place;
  }

  constexpr StatusSet& change(Status status, bool in) noexcept {
    uint32_t const place = place_of(status);
    uint64_t const bit = uint64_t{1} << place % 64;
    uint64_t& word = words_[place / 64];
    word = in || place == invalid_mark ? word | bit : word & ~bit;
    return *this;
  }

  uint64_t words_[4] = {0, 0, 0, 0};
};

/// What a policy retries unless told otherwise: 408 413 421 425 429 500 502 503 504, and all above
/// 499 that are not assigned: an unknown status is the 500 of its class (RFC 9110 15).
inline constexpr StatusSet default_statuses = []() noexcept {
  StatusSet set{408, 413, 421, 425, 429, 500, 502, 503, 504};
  for (int32_t status = 500; status <= 600; ++status) {
    if (!is_assigned_server_error(status)) set = set.with(status);
  }
  return set;
}();

/// What says that the request was not processed: 421 (RFC 9110 15.5.20) and 425 (RFC 8470 5.2) by
/// guarantee, 413 and 429 by meaning. 503 is not in it: routers, CDNs and meshes also answer 503
/// for a backend that is still at work. Who knows the servers adds it.
inline constexpr StatusSet default_unprocessed{413, 421, 425, 429};

}}  // namespace oncemore::v1

// oncemore/outcome.hpp

namespace oncemore { inline namespace v1 {

/// How an attempt ended: with a response's status or with a failure. Made from either, so that
/// `.outcome = response.status` and `.outcome = Failure::timeout` read as they should.
class Outcome {
 public:
  constexpr Outcome() noexcept = default;

  /// A status of any integer type, never narrowed; see Status.
  template <class T, detail::only_if<detail::is_integer<T> || detail::is_same<T, Status>> = 0>
  constexpr Outcome(T status) noexcept : status_(Status(status)) {}

  constexpr Outcome(Failure failure) noexcept : failure_(failure) {}

  /// For borders that hold both numbers; exactly one of them must be set.
  constexpr Outcome(int32_t status, Failure failure) noexcept
      : status_(status), failure_(failure) {}

  [[nodiscard]] constexpr int32_t status() const noexcept { return status_; }
  [[nodiscard]] constexpr Failure failure() const noexcept { return failure_; }
  [[nodiscard]] constexpr bool is_failure() const noexcept { return failure_ != Failure::none; }

  /// Whether an attempt can have ended so: a known failure or a final status, and not both.
  [[nodiscard]] constexpr bool possible() const noexcept {
    return is_failure() ? status_ == 0 && failure_ <= Failure::cancelled : is_final(status_);
  }

  [[nodiscard]] friend constexpr bool operator==(Outcome a, Outcome b) noexcept {
    return a.status_ == b.status_ && a.failure_ == b.failure_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Outcome a, Outcome b) noexcept {
    return !(a == b);
  }

 private:
  int32_t status_ = 0;
  Failure failure_ = Failure::none;
};

}}  // namespace oncemore::v1

// oncemore/evidence.hpp

namespace oncemore { inline namespace v1 {

/// What is known about whether the server processed the request.
enum class Evidence : uint32_t {
  by_outcome = 0,     ///< in an attempt: derive it from how the attempt ended
  never_sent = 1,     ///< no byte of the request left
  not_processed = 2,  ///< the server says that it did not process it
  unknown = 3,        ///< it may have been processed
  processed = 4,      ///< it was
};

namespace detail {
// clang-format off
inline constexpr Text evidence_names[] = {
    "by_outcome", "never_sent", "not_processed", "unknown", "processed"};
// clang-format on
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Evidence evidence) noexcept {
  return detail::name_in(detail::evidence_names, evidence);
}

/// What a failure says of the request.
[[nodiscard]] constexpr Evidence evidence_of(Failure failure) noexcept {
  switch (failure) {
    case Failure::name_resolution:
    case Failure::connect:
    case Failure::tls_handshake:
    case Failure::not_sent:
    case Failure::tls_certificate: return Evidence::never_sent;
    case Failure::rejected: return Evidence::not_processed;  // RFC 9113 8.7, RFC 9114 4.1.1
    default: return Evidence::unknown;
  }
}

/// What an outcome, the last hop's, says of the request that it ended. `unprocessed` names the
/// statuses that stand for a request that was turned away. 303 answers a request that was processed
/// (RFC 9110 15.4.4).
[[nodiscard]] constexpr Evidence evidence_of(Outcome outcome,
                                             StatusSet const& unprocessed) noexcept {
  if (outcome.is_failure()) return evidence_of(outcome.failure());
  int32_t const status = outcome.status();
  if (unprocessed.contains(status)) return Evidence::not_processed;
  return is_2xx(status) || status == 303 ? Evidence::processed : Evidence::unknown;
}

}}  // namespace oncemore::v1

// oncemore/method.hpp

namespace oncemore { inline namespace v1 {

/// A request method: the 40 of the IANA HTTP Method Registry, or `unknown`. Any token may be a
/// method; one that is not registered is taken for neither safe nor idempotent.
// clang-format off
enum class Method : uint32_t {
  unknown = 0,            acl = 1,                baseline_control = 2,   bind = 3,
  checkin = 4,            checkout = 5,           connect = 6,            copy = 7,
  delete_ = 8,            get = 9,                head = 10,              label = 11,
  link = 12,              lock = 13,              merge = 14,             mkactivity = 15,
  mkcalendar = 16,        mkcol = 17,             mkredirectref = 18,     mkworkspace = 19,
  move = 20,              options = 21,           orderpatch = 22,        patch = 23,
  post = 24,              pri = 25,               propfind = 26,          proppatch = 27,
  put = 28,               query = 29,             rebind = 30,            report = 31,
  search = 32,            trace = 33,             unbind = 34,            uncheckout = 35,
  unlink = 36,            unlock = 37,            update = 38,            updateredirectref = 39,
  version_control = 40,
};
// clang-format on

namespace detail {
// clang-format off
inline constexpr Text method_names[] = {
    "unknown", "ACL", "BASELINE-CONTROL", "BIND", "CHECKIN", "CHECKOUT", "CONNECT", "COPY",
    "DELETE", "GET", "HEAD", "LABEL", "LINK", "LOCK", "MERGE", "MKACTIVITY", "MKCALENDAR", "MKCOL",
    "MKREDIRECTREF", "MKWORKSPACE", "MOVE", "OPTIONS", "ORDERPATCH", "PATCH", "POST", "PRI",
    "PROPFIND", "PROPPATCH", "PUT", "QUERY", "REBIND", "REPORT", "SEARCH", "TRACE", "UNBIND",
    "UNCHECKOUT", "UNLINK", "UNLOCK", "UPDATE", "UPDATEREDIRECTREF", "VERSION-CONTROL"};
// clang-format on
}  // namespace detail

/// The token of a method as it is sent, `DELETE` for Method::delete_; `unknown` for the unknown
/// one; null for a number that names none.
[[nodiscard]] constexpr char const* name(Method method) noexcept {
  return detail::name_in(detail::method_names, method);
}

/// The method of a token, compared octet by octet: methods are case-sensitive (RFC 9110 9.1), so
/// `get` is unknown.
[[nodiscard]] constexpr Method parse_method(Text token) noexcept {
  for (uint32_t i = 1; i <= static_cast<uint32_t>(Method::version_control); ++i) {
    if (token == detail::method_names[i]) return static_cast<Method>(i);
  }
  return Method::unknown;
}

/// Whether the client asks for no change of state (RFC 9110 9.2.1 and the registry).
[[nodiscard]] constexpr bool is_safe(Method method) noexcept {
  switch (method) {
    case Method::get:
    case Method::head:
    case Method::options:
    case Method::pri:
    case Method::propfind:
    case Method::query:  // RFC 10008
    case Method::report:
    case Method::search:
    case Method::trace: return true;
    default: return false;
  }
}

/// Whether sending the request twice asks for the same as sending it once (RFC 9110 9.2.2 and the
/// registry, which has just four methods that are not idempotent). An unknown one is not.
[[nodiscard]] constexpr bool is_idempotent(Method method) noexcept {
  switch (method) {
    case Method::unknown:
    case Method::connect:
    case Method::lock:
    case Method::patch:
    case Method::post: return false;
    default: return method <= Method::version_control;
  }
}

}}  // namespace oncemore::v1

// oncemore/redirect.hpp

namespace oncemore { inline namespace v1 {

/// What the client does with the method of a redirected request.
enum class RedirectRewrite : uint32_t {
  browser = 0,  ///< 303 makes it GET; 301 and 302 make POST GET (RFC 9110 15.4, WHATWG Fetch)
  keep = 1,     ///< only 303 makes it GET
};

/// Which trail proves that the server accepted the request that was redirected.
enum class RedirectProof : uint32_t {
  method_change = 0,  ///< a 303, or a hop that changed the method
  any_hop = 1,        ///< any hop
};

namespace detail {
inline constexpr Text redirect_rewrite_names[] = {"browser", "keep"};
inline constexpr Text redirect_proof_names[] = {"method_change", "any_hop"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(RedirectRewrite rewrite) noexcept {
  return detail::name_in(detail::redirect_rewrite_names, rewrite);
}
[[nodiscard]] constexpr char const* name(RedirectProof proof) noexcept {
  return detail::name_in(detail::redirect_proof_names, proof);
}

/// The hops that a client followed since a request was sent, as far as they decide: how many, and
/// what they say of that request. It never compares addresses, so that a chain that ends where it
/// began is still seen.
///
/// A retry loop outside the redirects passes the whole trail of the request it would send again; a
/// loop inside them sends only the current hop again and passes an empty one.
class Trail {
 public:
  constexpr Trail() noexcept = default;

  /// The trail after one more hop, as the client really made it: the status it followed, and the
  /// method before and after, compared octet by octet.
  ///
  /// 303 is an answer to the request (RFC 9110 15.4.4), and so is, by what servers mean, whatever
  /// made the client change the method: accepted. 307 and 308 say that the work is still to be done
  /// elsewhere (15.4.8, 15.4.9). Every other status that kept the method leaves it open: doubtful.
  [[nodiscard]] constexpr Trail followed(Status status, Text method_before,
                                         Text method_after) const noexcept {
    bool const repeated_elsewhere = status == 307 || status == 308;
    Trail trail = *this;
    trail.hops_ += hops_ != UINT32_MAX ? 1 : 0;
    trail.flags_ |= moved_flag;
    if (status == 303 || method_before != method_after) {
      trail.flags_ |= accepted_flag;
    } else if (!repeated_elsewhere) {
      trail.flags_ |= doubtful_flag;
    }
    return trail;
  }

  /// The trail of the next attempt: hops are counted per call and go on, what the last attempt's
  /// hops said is over.
  [[nodiscard]] constexpr Trail sent_again() const noexcept { return from_raw(hops_, 0); }

  /// Hops of the whole call, from 0; stays at 2^32-1 once there.
  [[nodiscard]] constexpr uint32_t hops() const noexcept { return hops_; }
  /// Whether the request was redirected since it was sent; if not, the trail is empty.
  [[nodiscard]] constexpr bool moved() const noexcept { return (flags_ & moved_flag) != 0; }
  /// Whether a hop proves that the server accepted the request.
  [[nodiscard]] constexpr bool accepted() const noexcept { return (flags_ & accepted_flag) != 0; }
  /// Whether a hop leaves open what the server did with the request.
  [[nodiscard]] constexpr bool doubtful() const noexcept { return (flags_ & doubtful_flag) != 0; }

  /// The trail as two numbers and back, for borders such as the C ABI.
  [[nodiscard]] constexpr uint32_t flags() const noexcept { return flags_; }
  [[nodiscard]] static constexpr Trail from_raw(uint32_t hops, uint32_t flags) noexcept {
    Trail trail;
    trail.hops_ = hops;
    trail.flags_ = flags;
    return trail;
  }
  /// Whether hops can have made it: only known flags, and none without `moved`.
  [[nodiscard]] constexpr bool possible() const noexcept {
    return (flags_ & ~all_flags) == 0 && (flags_ == 0 || moved());
  }

  [[nodiscard]] friend constexpr bool operator==(Trail a, Trail b) noexcept {
    return a.hops_ == b.hops_ && a.flags_ == b.flags_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Trail a, Trail b) noexcept { return !(a == b); }

 private:
  static constexpr uint32_t moved_flag = 1;
  static constexpr uint32_t accepted_flag = 2;
  static constexpr uint32_t doubtful_flag = 4;
  static constexpr uint32_t all_flags = moved_flag | accepted_flag | doubtful_flag;

  uint32_t hops_ = 0;
  uint32_t flags_ = 0;
};

/// Whether a trail proves that the server accepted the request at its beginning.
[[nodiscard]] constexpr bool proves_acceptance(RedirectProof proof, Trail trail) noexcept {
  return proof == RedirectProof::any_hop ? trail.moved() : trail.accepted();
}

/// Whether a status is one of the five that a client can follow: 301 302 303 307 308. 300 asks a
/// person to choose, 304 moves nothing, 305 and 306 are gone (RFC 9110 15.4).
[[nodiscard]] constexpr bool is_followable(Status status) noexcept {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// What becomes of a redirected request.
struct Rewriting {
  bool method_becomes_get = false;  ///< the method changes, and changes to GET
  bool body_is_dropped = false;     ///< with its content fields
};

/// What the next request of a redirect looks like (RFC 9110 15.4.2-15.4.9). A 303 always drops the
/// body, also of a GET; HEAD stays HEAD. QUERY is kept by 301 and 302 (RFC 10008 2.5).
[[nodiscard]] constexpr Rewriting rewritten(RedirectRewrite rewrite, Status status,
                                            Method method) noexcept {
  if (status == 303) return {method != Method::get && method != Method::head, true};
  bool const post_becomes_get = rewrite == RedirectRewrite::browser && method == Method::post &&
                                (status == 301 || status == 302);
  return {post_becomes_get, post_becomes_get};
}

}}  // namespace oncemore::v1

// oncemore/time.hpp

namespace oncemore { inline namespace v1 {
namespace detail {

/// A period of chrono's kind in milliseconds, in lowest terms.
template <class Period> struct InMilliseconds {
  static_assert(static_cast<uint64_t>(Period::num) <= ~uint64_t{0} / 1000,
                "oncemore: this period is too long; convert to std::chrono::hours first");
  static constexpr uint64_t divisor = greatest_common_divisor(
      static_cast<uint64_t>(Period::num) * 1000, static_cast<uint64_t>(Period::den));
  static constexpr uint64_t numerator = static_cast<uint64_t>(Period::num) * 1000 / divisor;
  static constexpr uint64_t denominator = static_cast<uint64_t>(Period::den) / divisor;
  static_assert(numerator <= ~uint64_t{0} / denominator,
                "oncemore: this period is too odd; convert to std::chrono::nanoseconds first");
};

// What makes a duration or a time point of chrono's kind, without including <chrono>.
template <class T>
using DurationShape = decltype(any<T>().count() + typename T::rep() + T::period::num);
template <class T>
using TimePointShape = decltype(any<T>().time_since_epoch().count() + typename T::clock::rep());

template <class Clock, class = void> inline constexpr bool is_system_clock = false;
template <class Clock>
inline constexpr bool is_system_clock<Clock, decltype(static_cast<void>(Clock::to_time_t(
                                                 typename Clock::time_point())))> = true;

}  // namespace detail

/// A duration: whole milliseconds in 64 bits, at most largest(), negative only by mistake.
///
/// Takes every integer std::chrono::duration (finer ones are rounded up) and becomes every integer
/// duration that is named (coarser ones are rounded up, so that no wait turns out too short).
/// Where a function deduces its parameter, name the type:
/// `std::this_thread::sleep_for(std::chrono::milliseconds(decision.delay))`.
/// A bare number is no duration; `Milliseconds(30)` says so.
class Milliseconds {
 public:
  constexpr Milliseconds() noexcept = default;

  /// `count` milliseconds; beyond largest() it is largest(), and the same below zero.
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr explicit Milliseconds(Integer count) noexcept
      : Milliseconds(detail::signed_of(count)) {}

  template <class Duration, detail::DurationShape<Duration>* = nullptr>
  constexpr Milliseconds(Duration const& duration) noexcept : Milliseconds(counted(duration)) {}

  /// The largest duration, 292 years: what nanoseconds in 64 bits hold. As a deadline it is none.
  [[nodiscard]] static constexpr Milliseconds largest() noexcept {
    return Milliseconds(largest_count);
  }

  [[nodiscard]] constexpr int64_t count() const noexcept { return count_; }

  template <class Duration, detail::DurationShape<Duration>* = nullptr,
            detail::only_if<detail::is_integer<typename Duration::rep>> = 0>
  [[nodiscard]] constexpr operator Duration() const noexcept {
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(count_);
    uint64_t const periods =
        value.negative ? detail::scaled(value.magnitude, Ratio::denominator, Ratio::numerator)
                       : detail::scaled_up(value.magnitude, Ratio::denominator, Ratio::numerator);
    return Duration(detail::saturated<typename Duration::rep>({periods, value.negative}));
  }

  [[nodiscard]] friend constexpr bool operator==(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ != b.count_;
  }
  [[nodiscard]] friend constexpr bool operator<(Milliseconds a, Milliseconds b) noexcept {
    return a.count_ < b.count_;
  }
  [[nodiscard]] friend constexpr bool operator>(Milliseconds a, Milliseconds b) noexcept {
    return b < a;
  }
  [[nodiscard]] friend constexpr bool operator<=(Milliseconds a, Milliseconds b) noexcept {
    return !(b < a);
  }
  [[nodiscard]] friend constexpr bool operator>=(Milliseconds a, Milliseconds b) noexcept {
    return !(a < b);
  }
  /// The sum, at most largest(): two durations in 64 bits cannot overflow before it is cut.
  [[nodiscard]] friend constexpr Milliseconds operator+(Milliseconds a, Milliseconds b) noexcept {
    return Milliseconds(a.count_ + b.count_);
  }

 private:
  static constexpr int64_t largest_count = 9223372036854;

  constexpr explicit Milliseconds(detail::Signed value) noexcept
      : count_(static_cast<int64_t>(
            detail::smaller(value.magnitude, static_cast<uint64_t>(largest_count)))) {
    if (value.negative) count_ = -count_;
  }

  template <class Duration>
  [[nodiscard]] static constexpr detail::Signed counted(Duration const& duration) noexcept {
    static_assert(detail::is_integer<typename Duration::rep>,
                  "oncemore: a duration is whole; round a floating-point one first, for example "
                  "std::chrono::ceil<std::chrono::milliseconds>(duration)");
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(duration.count());
    return {value.negative
                ? detail::scaled(value.magnitude, Ratio::numerator, Ratio::denominator)
                : detail::scaled_up(value.magnitude, Ratio::numerator, Ratio::denominator),
            value.negative};
  }

  int64_t count_ = 0;
};

/// A point in time: milliseconds since 1970-01-01T00:00:00Z, any 64-bit number.
/// Takes a time point of std::chrono::system_clock, rounded down, and of no other clock.
class Instant {
 public:
  constexpr Instant() noexcept = default;
  constexpr explicit Instant(int64_t unix_milliseconds) noexcept : count_(unix_milliseconds) {}

  template <class TimePoint, detail::TimePointShape<TimePoint>* = nullptr>
  constexpr Instant(TimePoint const& point) noexcept : count_(since_1970(point)) {}

  /// Milliseconds since 1970-01-01T00:00:00Z.
  [[nodiscard]] constexpr int64_t count() const noexcept { return count_; }

  /// The time from `earlier` to `later`: negative if they are the other way round, at most
  /// Milliseconds::largest() either way.
  [[nodiscard]] friend constexpr Milliseconds operator-(Instant later, Instant earlier) noexcept {
    bool const negative = later.count_ < earlier.count_;
    uint64_t const magnitude =
        static_cast<uint64_t>(later.count_) - static_cast<uint64_t>(earlier.count_);
    if (!negative) return Milliseconds(magnitude);
    return Milliseconds(detail::saturated<int64_t>({uint64_t{0} - magnitude, true}));
  }
  [[nodiscard]] friend constexpr bool operator==(Instant a, Instant b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Instant a, Instant b) noexcept {
    return a.count_ != b.count_;
  }

 private:
  template <class TimePoint>
  [[nodiscard]] static constexpr int64_t since_1970(TimePoint const& point) noexcept {
    using Duration = typename TimePoint::duration;
    static_assert(detail::is_system_clock<typename TimePoint::clock>,
                  "oncemore: an instant is wall-clock time; use std::chrono::system_clock");
    static_assert(detail::is_integer<typename Duration::rep>,
                  "oncemore: an instant is whole; round a floating-point one first, for example "
                  "std::chrono::floor<std::chrono::milliseconds>(point)");
    using Ratio = detail::InMilliseconds<typename Duration::period>;
    detail::Signed const value = detail::signed_of(point.time_since_epoch().count());
    uint64_t const magnitude =
        value.negative ? detail::scaled_up(value.magnitude, Ratio::numerator, Ratio::denominator)
                       : detail::scaled(value.magnitude, Ratio::numerator, Ratio::denominator);
    return detail::saturated<int64_t>({magnitude, value.negative});
  }

  int64_t count_ = 0;
};

}}  // namespace oncemore::v1

// oncemore/retry_after.hpp

namespace oncemore { inline namespace v1 {

/// What a Retry-After field says: nothing (the field is absent), nothing that can be understood, or
/// a wait. A wait of 0 is a wait: the server asked to come back at once.
class RetryAfter {
 public:
  enum class Kind : uint32_t { absent = 0, malformed = 1, wait = 2 };

  /// Absent.
  constexpr RetryAfter() noexcept = default;

  /// A wait, however the server put it: in Retry-After, or in a vendor's field of milliseconds.
  /// A negative one is a mistake of the caller's that decide() answers with `invalid_attempt`.
  constexpr explicit RetryAfter(Milliseconds wait) noexcept : wait_(wait), kind_(Kind::wait) {}

  /// A wait until an instant, for a vendor's field that names one; 0 if it is past.
  constexpr RetryAfter(Instant until, Instant now) noexcept
      : RetryAfter(detail::larger(Milliseconds(), until - now)) {}

  [[nodiscard]] static constexpr RetryAfter malformed() noexcept {
    return from_raw(Kind::malformed, Milliseconds());
  }
  /// For borders that hold both numbers.
  [[nodiscard]] static constexpr RetryAfter from_raw(Kind kind, Milliseconds wait) noexcept {
    RetryAfter retry_after;
    retry_after.kind_ = kind;
    retry_after.wait_ = wait;
    return retry_after;
  }

  [[nodiscard]] constexpr Kind kind() const noexcept { return kind_; }
  [[nodiscard]] constexpr bool is_absent() const noexcept { return kind_ == Kind::absent; }
  [[nodiscard]] constexpr bool is_malformed() const noexcept { return kind_ == Kind::malformed; }
  [[nodiscard]] constexpr bool is_wait() const noexcept { return kind_ == Kind::wait; }
  /// The wait, 0 if there is none.
  [[nodiscard]] constexpr Milliseconds wait() const noexcept { return wait_; }

  /// Whether there can be such a field: a known kind, and no negative wait.
  [[nodiscard]] constexpr bool possible() const noexcept {
    return kind_ <= Kind::wait && (kind_ != Kind::wait || wait_ >= Milliseconds());
  }

  [[nodiscard]] friend constexpr bool operator==(RetryAfter a, RetryAfter b) noexcept {
    return a.kind_ == b.kind_ && a.wait_ == b.wait_;
  }
  [[nodiscard]] friend constexpr bool operator!=(RetryAfter a, RetryAfter b) noexcept {
    return !(a == b);
  }

 private:
  Milliseconds wait_{};
  Kind kind_ = Kind::absent;
};

namespace detail {
inline constexpr Text retry_after_kind_names[] = {"absent", "malformed", "wait"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(RetryAfter::Kind kind) noexcept {
  return detail::name_in(detail::retry_after_kind_names, kind);
}

/// One field out of several lines: a wait beats a malformed one, a malformed one beats an absent
/// one, the longer of two waits wins. No server asked for less than one of its lines says.
[[nodiscard]] constexpr RetryAfter combined(RetryAfter a, RetryAfter b) noexcept {
  if (a.kind() != b.kind()) return a.kind() > b.kind() ? a : b;
  return a.wait() >= b.wait() ? a : b;
}

}}  // namespace oncemore::v1

// oncemore/thousandths.hpp

namespace oncemore { inline namespace v1 {

/// A ratio or a part of a token: whole thousandths in 32 bits, 0 unless said otherwise. No bare
/// number fits, so that no one writes 1.5 or 2 where 1500 or 2000 thousandths are meant: times(2),
/// thousandths(1500).
class Thousandths {
 public:
  constexpr Thousandths() noexcept = default;

  [[nodiscard]] constexpr uint32_t count() const noexcept { return count_; }
  /// `count` thousandths, for borders that hold the number; see also thousandths().
  [[nodiscard]] static constexpr Thousandths from_count(uint32_t count) noexcept {
    Thousandths made;
    made.count_ = count;
    return made;
  }

  [[nodiscard]] friend constexpr bool operator==(Thousandths a, Thousandths b) noexcept {
    return a.count_ == b.count_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Thousandths a, Thousandths b) noexcept {
    return a.count_ != b.count_;
  }
  [[nodiscard]] friend constexpr bool operator<(Thousandths a, Thousandths b) noexcept {
    return a.count_ < b.count_;
  }
  [[nodiscard]] friend constexpr bool operator>(Thousandths a, Thousandths b) noexcept {
    return b < a;
  }

 private:
  uint32_t count_ = 0;
};

/// So many thousandths, of any integer type; a negative number counts as 0, too large a one as
/// 2^32-1.
template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
[[nodiscard]] constexpr Thousandths thousandths(Integer count) noexcept {
  return Thousandths::from_count(detail::saturated<uint32_t>(detail::signed_of(count)));
}

/// So many times one: times(2) is 2000 thousandths. Counts a negative and too large a number as
/// thousandths() does.
template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
[[nodiscard]] constexpr Thousandths times(Integer whole) noexcept {
  detail::Signed const value = detail::signed_of(whole);
  uint64_t const count = detail::saturating_multiply(value.magnitude, 1000);
  return Thousandths::from_count(detail::saturated<uint32_t>({count, value.negative}));
}

}}  // namespace oncemore::v1

// oncemore/attempt.hpp

namespace oncemore { inline namespace v1 {

/// Whether the request may be sent twice with the effect of once.
enum class Repeatable : uint32_t {
  by_method = 0,  ///< if its method is idempotent
  yes = 1,        ///< the caller knows, or sends an idempotency key
  no = 2,         ///< the caller knows better than the method
};

/// Whether the request's body can be produced once more. A request without one is replayable.
enum class Body : uint32_t { replayable = 0, consumed = 1 };

/// What the caller's own retry budget, if there is one, said to one more attempt.
enum class BudgetAnswer : uint32_t { granted = 0, denied = 1 };

/// What the server said in a field of its own, such as `x-should-retry`.
enum class ServerSays : uint32_t {
  nothing = 0,
  retry = 1,         ///< makes a 2xx, or a status of 400 or more, worth a retry; overrides no
                     ///< other rule
  do_not_retry = 2,  ///< stop
};

namespace detail {
inline constexpr Text repeatable_names[] = {"by_method", "yes", "no"};
inline constexpr Text body_names[] = {"replayable", "consumed"};
inline constexpr Text budget_answer_names[] = {"granted", "denied"};
inline constexpr Text server_says_names[] = {"nothing", "retry", "do_not_retry"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Repeatable repeatable) noexcept {
  return detail::name_in(detail::repeatable_names, repeatable);
}
[[nodiscard]] constexpr char const* name(Body body) noexcept {
  return detail::name_in(detail::body_names, body);
}
[[nodiscard]] constexpr char const* name(BudgetAnswer budget) noexcept {
  return detail::name_in(detail::budget_answer_names, budget);
}
[[nodiscard]] constexpr char const* name(ServerSays says) noexcept {
  return detail::name_in(detail::server_says_names, says);
}

/// The facts about the send that just ended. It describes the request that a retry would send: a
/// loop outside redirect handling describes the first request and its whole trail, a loop inside it
/// the current hop with an empty trail.
struct Attempt {
  uint32_t number = 1;              ///< sends so far, this one included; 0 is invalid
  Method method = Method::unknown;  ///< of the request that a retry would send
  Outcome outcome{};                ///< a status or a failure; neither is invalid
  Repeatable repeatable = Repeatable::by_method;
  Evidence evidence = Evidence::by_outcome;  ///< when set, replaces what the outcome says
  Body body = Body::replayable;
  BudgetAnswer budget = BudgetAnswer::granted;
  ServerSays server_says = ServerSays::nothing;
  Milliseconds elapsed{};         ///< since the start of attempt 1; >= 0
  Milliseconds previous_delay{};  ///< before this attempt; >= 0; for `decorrelated`
  RetryAfter retry_after{};       ///< of the response that ended the attempt
  Trail redirects{};              ///< hops since the request was sent
  Thousandths budget_paid{};      ///< of a token: what a budget took for this attempt
  Milliseconds hold{};            ///< the least wait that something outside asks for; >= 0
};

/// Whether there can have been such an attempt: rule 1 of decide(). No policy is asked.
[[nodiscard]] constexpr bool possible(Attempt const& attempt) noexcept {
  return attempt.number != 0 && attempt.method <= Method::version_control &&
         attempt.outcome.possible() && attempt.repeatable <= Repeatable::no &&
         attempt.evidence <= Evidence::processed && attempt.body <= Body::consumed &&
         attempt.budget <= BudgetAnswer::denied &&
         attempt.server_says <= ServerSays::do_not_retry && attempt.elapsed >= Milliseconds() &&
         attempt.previous_delay >= Milliseconds() && attempt.retry_after.possible() &&
         attempt.redirects.possible() && attempt.hold >= Milliseconds();
}

}}  // namespace oncemore::v1

// oncemore/decision.hpp

namespace oncemore { inline namespace v1 {

/// What to do.
enum class Verdict : uint16_t {
  stop = 0,    ///< hand the response or the error to the caller
  retry = 1,   ///< wait, then send the request once more
  follow = 2,  ///< wait, then send the redirected request; only follow() says so
};

/// The one rule that decided. The number is the reason's identity; in which order they are asked
/// is said by row().
enum class Reason : uint16_t {
  invalid_attempt = 0,      ///< the attempt cannot have happened
  cancelled = 1,            ///< the caller ended it
  success = 2,              ///< the request has what it asked for: 2xx, 304 or 101
  redirect = 3,             ///< a 3xx that nobody followed
  invalid_policy = 4,       ///< the policy has a bad field, which validate names
  server_refused = 5,       ///< the server said not to retry
  status_not_retried = 6,   ///< the policy does not retry this status
  failure_not_retried = 7,  ///< the policy does not retry this failure
  accepted = 8,             ///< a redirect, or the caller, proves that the request was accepted
  not_repeatable = 9,    ///< the request is not repeatable, and the policy never repeats such a one
  maybe_processed = 10,  ///< the request is not repeatable, and it may have been processed
  body_consumed = 11,    ///< the body cannot be produced again
  attempts_exhausted = 12,    ///< that was the last attempt allowed
  budget_exhausted = 13,      ///< the retry budget denied it
  server_wait_too_long = 14,  ///< the server asked for a longer wait than the policy allows
  deadline = 15,              ///< the next attempt would come too late
  retryable_status = 16,      ///< the status is worth a retry
  retryable_failure = 17,     ///< the failure is worth a retry
  not_a_redirect = 18,        ///< follow: there is nothing to follow
  no_location = 19,           ///< follow: the response does not say where to
  redirect_limit = 20,        ///< follow: the call has followed as many hops as it may
  follow = 21,                ///< follow: go on
};

namespace detail {
inline constexpr Text verdict_names[] = {"stop", "retry", "follow"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Verdict verdict) noexcept {
  return detail::name_in(detail::verdict_names, verdict);
}

/// What is known of a reason.
struct ReasonRow {
  char const* name;
  uint32_t rule;        ///< of decide(), from 1; 0 if only follow() gives it
  Verdict verdict;      ///< what it stands for
  bool carries_delay;   ///< whether a decision for it has a delay; 0 of every other
  char const* message;  ///< an English sentence, without a full stop
};

namespace detail {
// clang-format off
/// In the order of Reason. name | rule | verdict | carries a delay | sentence
inline constexpr ReasonRow reason_rows[] = {
    {"invalid_attempt", 1, Verdict::stop, false, "the attempt cannot have happened"},
    {"cancelled", 2, Verdict::stop, false, "the caller ended it"},
    {"success", 3, Verdict::stop, false, "the request has what it asked for: 2xx, 304 or 101"},
    {"redirect", 3, Verdict::stop, false, "a 3xx that nobody followed"},
    {"invalid_policy", 4, Verdict::stop, false, "the policy has a bad field, which validate names"},
    {"server_refused", 5, Verdict::stop, false, "the server said not to retry"},
    {"status_not_retried", 6, Verdict::stop, false, "the policy does not retry this status"},
    {"failure_not_retried", 6, Verdict::stop, false, "the policy does not retry this failure"},
    {"accepted", 7, Verdict::stop, false,
     "a redirect, or the caller, proves that the request was accepted"},
    {"not_repeatable", 7, Verdict::stop, false,
     "the request is not repeatable, and the policy never repeats such a one"},
    {"maybe_processed", 7, Verdict::stop, false,
     "the request is not repeatable, and it may have been processed"},
    {"body_consumed", 8, Verdict::stop, false, "the body cannot be produced again"},
    {"attempts_exhausted", 9, Verdict::stop, true, "that was the last attempt allowed"},
    {"budget_exhausted", 10, Verdict::stop, true, "the retry budget denied it"},
    {"server_wait_too_long", 11, Verdict::stop, true,
     "the server asked for a longer wait than the policy allows"},
    {"deadline", 12, Verdict::stop, true, "the next attempt would come too late"},
    {"retryable_status", 13, Verdict::retry, true, "the status is worth a retry"},
    {"retryable_failure", 13, Verdict::retry, true, "the failure is worth a retry"},
    {"not_a_redirect", 0, Verdict::stop, false, "follow: there is nothing to follow"},
    {"no_location", 0, Verdict::stop, false, "follow: the response does not say where to"},
    {"redirect_limit", 0, Verdict::stop, false,
     "follow: the call has followed as many hops as it may"},
    {"follow", 0, Verdict::follow, true, "follow: go on"},
};
// clang-format on
inline constexpr size_t reason_count = sizeof(reason_rows) / sizeof(reason_rows[0]);

/// Whether the decision came after rule 8, so that it knows of a wait.
[[nodiscard]] constexpr bool carries_delay(Reason reason) noexcept {
  size_t const index = static_cast<size_t>(reason);
  return index < reason_count && reason_rows[index].carries_delay;
}
}  // namespace detail

/// What is known of a reason; null for a number that names none.
[[nodiscard]] constexpr ReasonRow const* row(Reason reason) noexcept {
  size_t const index = static_cast<size_t>(reason);
  return index < detail::reason_count ? &detail::reason_rows[index] : nullptr;
}

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->name : nullptr;
}

/// An English sentence, without a full stop, that says why; null for a number that names no reason.
[[nodiscard]] constexpr char const* message(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->message : nullptr;
}

/// The verdict that a reason stands for; stop for a number that names none.
[[nodiscard]] constexpr Verdict verdict_of(Reason reason) noexcept {
  ReasonRow const* const known = row(reason);
  return known != nullptr ? known->verdict : Verdict::stop;
}

/// What the caller should know besides the delay.
enum class Note : uint32_t {
  server_wait_applied = 1,    ///< the delay is the one that the server asked for
  server_wait_malformed = 2,  ///< there was a Retry-After that nobody understands
  server_wait_clamped = 4,    ///< the server asked for more and will be hit early
  new_connection = 8,         ///< send it on another connection (408, 421)
  not_early_data = 16,        ///< do not send it in TLS early data (425; RFC 8470 5.2)
};

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Note note) noexcept {
  switch (note) {
    case Note::server_wait_applied: return "server_wait_applied";
    case Note::server_wait_malformed: return "server_wait_malformed";
    case Note::server_wait_clamped: return "server_wait_clamped";
    case Note::new_connection: return "new_connection";
    case Note::not_early_data: return "not_early_data";
  }
  return nullptr;
}

/// The notes that are set.
class Notes {
 public:
  constexpr Notes() noexcept = default;

  [[nodiscard]] constexpr bool has(Note note) const noexcept {
    return (bits_ & static_cast<uint32_t>(note)) != 0;
  }
  /// With `note` set if `set` holds; unchanged otherwise.
  [[nodiscard]] constexpr Notes with(Note note, bool set = true) const noexcept {
    return from_bits(set ? bits_ | static_cast<uint32_t>(note) : bits_);
  }

  /// The notes as a number, each bit the value of its enumerator, and back.
  [[nodiscard]] constexpr uint32_t bits() const noexcept { return bits_; }
  [[nodiscard]] static constexpr Notes from_bits(uint32_t bits) noexcept {
    Notes notes;
    notes.bits_ = bits;
    return notes;
  }

  [[nodiscard]] friend constexpr bool operator==(Notes a, Notes b) noexcept {
    return a.bits_ == b.bits_;
  }
  [[nodiscard]] friend constexpr bool operator!=(Notes a, Notes b) noexcept { return !(a == b); }

 private:
  uint32_t bits_ = 0;
};

/// The answer of decide(). A decision that nobody filled in is a stop.
struct Decision {
  /// How long to wait before the next attempt. Where a function deduces the type, name it:
  /// `std::this_thread::sleep_for(std::chrono::milliseconds(decision.delay))`.
  ///
  /// Of a stop for `attempts_exhausted`, `budget_exhausted`, `server_wait_too_long` or `deadline`
  /// it is the wait that a retry would have had, so that the work can be queued again; of every
  /// other stop 0.
  Milliseconds delay{};
  Verdict verdict = Verdict::stop;
  Reason reason = Reason::invalid_attempt;
  Notes notes{};  ///< none before rule 9, `attempts_exhausted`

  [[nodiscard]] constexpr bool retry() const noexcept { return verdict == Verdict::retry; }

  [[nodiscard]] friend constexpr bool operator==(Decision a, Decision b) noexcept {
    return a.delay == b.delay && a.verdict == b.verdict && a.reason == b.reason &&
           a.notes == b.notes;
  }
  [[nodiscard]] friend constexpr bool operator!=(Decision a, Decision b) noexcept {
    return !(a == b);
  }
};
static_assert(sizeof(Decision) == 16, "oncemore: a decision fits in two registers");

}}  // namespace oncemore::v1

// oncemore/advance.hpp

namespace oncemore { inline namespace v1 {

/// Makes of the attempt that ended the one that begins, so that no loop counts by hand: the number
/// goes up, the delay is remembered, the trail begins anew and keeps its hops, and what was known
/// of the last answer is forgotten. What the request is stays: method, repeatable, body. A decision
/// that is no retry changes nothing.
///
/// `elapsed` grows by the delay, so that a loop that never measures still ends; one that measures
/// overwrites it. Who sleeps longer than the decision says writes it into the decision first.
/// `paid` is what a budget took for the retry.
constexpr void advance(Attempt& attempt, Decision const& decision, Thousandths paid = {}) noexcept {
  if (!decision.retry()) return;
  if (attempt.number != UINT32_MAX) ++attempt.number;
  attempt.outcome = Outcome();
  attempt.evidence = Evidence::by_outcome;
  attempt.budget = BudgetAnswer::granted;
  attempt.server_says = ServerSays::nothing;
  attempt.elapsed = detail::larger(attempt.elapsed, Milliseconds()) + decision.delay;
  attempt.previous_delay = decision.delay;
  attempt.retry_after = RetryAfter();
  attempt.redirects = attempt.redirects.sent_again();
  attempt.budget_paid = paid;
  attempt.hold = Milliseconds();
}

}}  // namespace oncemore::v1

// oncemore/backoff.hpp

namespace oncemore { inline namespace v1 {

/// From which range around the ceiling c a delay is drawn, before both ends are brought into
/// [floor, cap]. Every jitter but `none` still spreads at the cap.
enum class Jitter : uint32_t {
  none = 0,          ///< [c, c]
  full = 1,          ///< [0, c]
  equal = 2,         ///< [c/2, c]
  proportional = 3,  ///< [c - s, c + s] with s = c x spread
  additive = 4,  ///< [a, a + spread_time], a = c, but not so high that the cap cuts the spread off
  decorrelated = 5,  ///< [initial, 3 x previous delay]
};

namespace detail {
// clang-format off
inline constexpr Text jitter_names[] = {
    "none", "full", "equal", "proportional", "additive", "decorrelated"};
// clang-format on
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Jitter jitter) noexcept {
  return detail::name_in(detail::jitter_names, jitter);
}

/// How the client's own delays grow: initial, initial x multiplier, ... up to cap, with jitter.
struct Backoff {
  Milliseconds initial{1000};         ///< ceiling after attempt 1; >= 0
  Milliseconds cap{30000};            ///< no own delay is longer; >= 0
  Milliseconds floor{};               ///< no own delay is shorter; >= 0, <= cap
  Thousandths multiplier = times(2);  ///< >= 1
  Jitter jitter = Jitter::equal;
  Thousandths spread = thousandths(500);  ///< of the ceiling, <= 1; for `proportional`
  Milliseconds spread_time{};             ///< for `additive`; >= 0
};

/// A closed range of whole milliseconds.
struct DelayRange {
  Milliseconds low{};
  Milliseconds high{};
};

namespace detail {

inline constexpr uint64_t nanoseconds_in_millisecond = 1000000;

// What is asked of a backoff directly has an answer even if the backoff is invalid: a duration
// below 0 counts as 0.
[[nodiscard]] constexpr uint64_t magnitude(Milliseconds duration) noexcept {
  return static_cast<uint64_t>(larger<int64_t>(duration.count(), 0));
}

/// The finaliser of splitmix64, a bijection with mixed(0) = 0: every bit of the answer depends on
/// every bit of `random`, so that a generator of 32 bits, a counter or a hash spreads as well.
[[nodiscard]] constexpr uint64_t mixed(uint64_t random) noexcept {
  random = (random ^ random >> 30) * 0xbf58476d1ce4e5b9;
  random = (random ^ random >> 27) * 0x94d049bb133111eb;
  return random ^ random >> 31;
}

/// Uniform in [low, high]: the upper 64 bits of width x the mixed bits. No division, no floating
/// point.
[[nodiscard]] constexpr uint64_t drawn(uint64_t low, uint64_t high, uint64_t random) noexcept {
  return low + multiply_high(high - low + 1, mixed(random));
}

}  // namespace detail

/// One of the milliseconds of a range, all equally likely when `random` is 64 uniform bits. A range
/// that is the wrong way round has only its low end.
[[nodiscard]] constexpr Milliseconds draw(DelayRange range, uint64_t random) noexcept {
  uint64_t const low = detail::magnitude(range.low);
  return Milliseconds(
      detail::drawn(low, detail::larger(low, detail::magnitude(range.high)), random));
}

/// The un-jittered delay after attempt `number` (counted from 1; 0 is answered like 1), already
/// capped: I(1) = initial, I(n+1) = I(n) x multiplier, each rounded down to the nanosecond, and the
/// result to the millisecond. Never falls as `number` grows.
///
/// The loop ends when the cap is reached or nothing changes any more, so it is bounded for every
/// number: the slowest growth, by a thousandth from 1 ms to 292 years, takes 30,000 steps.
[[nodiscard]] constexpr Milliseconds ceiling(Backoff const& backoff, uint32_t number) noexcept {
  uint64_t const cap = detail::magnitude(backoff.cap) * detail::nanoseconds_in_millisecond;
  uint64_t value =
      detail::smaller(detail::magnitude(backoff.initial) * detail::nanoseconds_in_millisecond, cap);
  for (uint32_t n = 1; n < number && value < cap; ++n) {
    uint64_t const next =
        detail::smaller(detail::scaled(value, backoff.multiplier.count(), 1000), cap);
    if (next == value) break;
    value = next;
  }
  return Milliseconds(value / detail::nanoseconds_in_millisecond);
}

namespace detail {

struct Ends {
  uint64_t low;
  uint64_t high;
};

/// The range of each jitter before it is brought into [floor, cap]; the table above, in code.
[[nodiscard]] constexpr Ends uncut_range(Backoff const& backoff, uint32_t number,
                                         Milliseconds previous_delay) noexcept {
  uint64_t const cap = magnitude(backoff.cap);
  uint64_t const first = smaller(magnitude(backoff.initial), cap);
  if (backoff.jitter == Jitter::decorrelated) {
    uint64_t const previous =
        number <= 1 ? first : brought_into(first, cap, magnitude(previous_delay));
    return {first, 3 * previous};
  }
  uint64_t const c = magnitude(ceiling(backoff, number));
  switch (backoff.jitter) {
    case Jitter::full: return {0, c};
    case Jitter::equal: return {c / 2, c};
    case Jitter::proportional: {
      uint64_t const s = scaled(c, backoff.spread.count(), 1000);
      return {c - smaller(s, c), c + s};
    }
    case Jitter::additive: {
      uint64_t const spread = magnitude(backoff.spread_time);
      uint64_t const lowest = magnitude(backoff.initial);
      uint64_t const a = smaller(c, larger(lowest, cap - smaller(spread, cap)));
      return {a, a + spread};
    }
    default: return {c, c};
  }
}

}  // namespace detail

/// The range from which the delay after attempt `number` (counted from 1) is drawn:
/// floor <= low <= high <= cap for every valid backoff, and neither end falls as `number` grows,
/// but with `decorrelated`. `previous_delay`, the delay before this attempt, matters only to
/// `decorrelated`, and not after attempt 1.
[[nodiscard]] constexpr DelayRange delay_range(Backoff const& backoff, uint32_t number,
                                               Milliseconds previous_delay = {}) noexcept {
  detail::Ends const uncut = detail::uncut_range(backoff, number, previous_delay);
  uint64_t const floor = detail::magnitude(backoff.floor);
  uint64_t const cap = detail::magnitude(backoff.cap);
  return {Milliseconds(detail::brought_into(floor, cap, uncut.low)),
          Milliseconds(detail::brought_into(floor, cap, uncut.high))};
}

/// The client's own delay after attempt `number`: one draw from delay_range().
[[nodiscard]] constexpr Milliseconds own_delay(Backoff const& backoff, uint32_t number,
                                               Milliseconds previous_delay,
                                               uint64_t random) noexcept {
  return draw(delay_range(backoff, number, previous_delay), random);
}

}}  // namespace oncemore::v1

// oncemore/count.hpp

namespace oncemore { inline namespace v1 {

/// As a number of attempts: never run out of them.
inline constexpr uint32_t unlimited = UINT32_MAX;

/// A number of attempts, retries or hops, of any integer type. A negative one counts as 0, which
/// allows nothing, and never as a large one; what 32 bits cannot hold counts as 2^32-1. A floating
/// one is refused.
class Count {
 public:
  constexpr Count() noexcept = default;
  template <class Integer, detail::only_if<detail::is_integer<Integer>> = 0>
  constexpr Count(Integer count) noexcept
      : value_(detail::saturated<uint32_t>(detail::signed_of(count))) {}
  constexpr operator uint32_t() const noexcept { return value_; }

 private:
  uint32_t value_ = 0;
};

/// The attempts that so many retries make: one more, since the first send is no retry. Saturates:
/// 2^32-2 and 2^32-1 retries are unlimited.
[[nodiscard]] constexpr uint32_t attempts_from_retries(Count retries) noexcept {
  return retries == unlimited ? unlimited : retries + 1;
}

/// The retries among so many attempts: one less, and 0 of 0. Unlimited stays unlimited.
[[nodiscard]] constexpr uint32_t retries_from_attempts(Count attempts) noexcept {
  return attempts == 0 || attempts == unlimited ? uint32_t{attempts} : attempts - 1;
}

}}  // namespace oncemore::v1

// oncemore/counting.hpp

namespace oncemore { inline namespace v1 {

/// Another system's setting that says how often it tries; see `conventions` for what each means.
// clang-format off
enum class Convention : uint32_t {
  micronaut_attempts = 0,          micronaut_max_attempts = 1,      spring_max_retries = 2,
  spring_retry_max_attempts = 3,   microprofile_max_retries = 4,    reactor_max_attempts = 5,
  reactor_num_retries = 6,         httpclient5_max_retries = 7,     kiota_max_retries = 8,
  kiota_dotnet_max_retry = 9,      kiota_go_max_retries = 10,       urllib3_total = 11,
  tenacity_stop_after_attempt = 12, go_retryablehttp_retry_max = 13, cenkalti_v4_max_retries = 14,
  cenkalti_v5_max_tries = 15,      grpc_max_attempts = 16,          resilience4j_max_attempts = 17,
  polly_max_retry_attempts = 18,   aws_max_attempts = 19,           boto3_max_attempts = 20,
  boto3_total_max_attempts = 21,   failsafe_max_retries = 22,       failsafe_max_attempts = 23,
  failsafe_go_max_retries = 24,    failsafe_go_max_attempts = 25,   go_retry_max_retries = 26,
};
// clang-format on

/// What a number above 0 counts.
enum class Counts : uint32_t { attempts, retries };

/// What a system does with a number above its own limit.
enum class OverLimit : uint32_t { rejects, clamps };

namespace detail {
inline constexpr Text counts_names[] = {"attempts", "retries"};
inline constexpr Text over_limit_names[] = {"rejects", "clamps"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Counts counts) noexcept {
  return detail::name_in(detail::counts_names, counts);
}
[[nodiscard]] constexpr char const* name(OverLimit over_limit) noexcept {
  return detail::name_in(detail::over_limit_names, over_limit);
}

/// How one system reads its setting. Where a number is given in attempts, 0 says that the system
/// rejects what was configured, and `unlimited` that it never gives up.
struct ConventionRow {
  char const* name;    ///< system.setting, as its users write it
  Counts counts;       ///< what a number above 0 counts
  uint32_t zero;       ///< the attempts that 0 means
  uint32_t minus_one;  ///< the attempts that -1 means
  uint32_t below;      ///< the attempts that anything below -1 means
  uint32_t lowest;     ///< the smallest number above 0 that it takes
  int64_t limit;       ///< the largest number that it takes
  OverLimit over_limit;
  int64_t unlimited_at;  ///< the number above 0 that means no limit, 0 if there is none
};

namespace detail {
inline constexpr uint32_t rejected = 0;
inline constexpr int64_t int32_limit = INT32_MAX;
inline constexpr int64_t int64_limit = INT64_MAX;
inline constexpr Counts retries = Counts::retries;
inline constexpr Counts attempts = Counts::attempts;
inline constexpr OverLimit rejects = OverLimit::rejects;
inline constexpr OverLimit clamps = OverLimit::clamps;

// clang-format off
/// The whole rule, a line a system, in the order of Convention.
/// name | counts | 0 | -1 | below | lowest | limit | over it | unlimited at | read in
inline constexpr ConventionRow convention_rows[] = {
  // Its own comparison overflows one below the limit of its type.
  // micronaut-retry 4.9.9 SimpleRetry
  {"micronaut.attempts", retries, 1, 1, 1, 1, int32_limit - 1, rejects, 0},
  // micronaut-core 5.0 RetryPolicy
  {"micronaut.maxAttempts", retries, rejected, rejected, rejected, 1, int32_limit - 1, rejects, 0},
  // spring-core 7.0.0 RetryPolicy
  {"spring.maxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // SimpleRetryPolicy(0), unlike the builder, takes 0 and sends nothing at all.
  // spring-retry 2.0.12 RetryTemplateBuilder
  {"spring-retry.maxAttempts", attempts, rejected, rejected, rejected, 1, int32_limit, rejects, 0},
  // microprofile-fault-tolerance-api 4.1.1 Retry
  {"microprofile.maxRetries", retries, 1, unlimited, rejected, 1, int32_limit, rejects, 0},
  // reactor-core 3.8.0 RetryBackoffSpec
  {"reactor.maxAttempts", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // reactor-core 3.8.0 Mono.retry
  {"reactor.numRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // httpclient5 5.5 DefaultHttpRequestRetryStrategy
  {"httpclient5.maxRetries", retries, 1, rejected, rejected, 1, int32_limit, rejects, 0},
  // kiota-java okHttp 1.8.0 RetryHandlerOption; TypeScript, Python and Ruby alike
  {"kiota.maxRetries", retries, 1, rejected, rejected, 1, 10, rejects, 0},
  // kiota-dotnet 33d115c RetryHandlerOption
  {"kiota-dotnet.MaxRetry", retries, 1, 1, 1, 1, 10, rejects, 0},
  // kiota-http-go 1.5.4 GetMaxRetries
  {"kiota-go.MaxRetries", retries, 4, 4, 4, 1, 10, clamps, 0},
  // Redirects spend it, too.
  // urllib3 2.8.0 Retry.increment
  {"urllib3.total", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // tenacity 9.2.1 stop.py
  {"tenacity.stop_after_attempt", attempts, 1, 1, 1, 1, int64_limit, rejects, 0},
  // go-retryablehttp 0.7.8 Client.Do
  {"go-retryablehttp.RetryMax", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // cenkalti/backoff 4.3.0 tries.go
  {"cenkalti-v4.WithMaxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // cenkalti/backoff 5.0.3 retry.go
  {"cenkalti-v5.WithMaxTries", attempts, unlimited, rejected, rejected, 1, int64_limit, rejects, 0},
  // grpc-go 1.85.0 service_config.go; gRFC A6
  {"grpc.maxAttempts", attempts, rejected, rejected, rejected, 2, 5, clamps, 0},
  // resilience4j 2.3.0 RetryConfig.Builder
  {"resilience4j.maxAttempts", attempts, rejected, rejected, rejected, 1, int32_limit, rejects, 0},
  // Releases before the lower bound was lowered reject 0.
  // Polly 8 RetryStrategyOptions, RetryHelper
  {"polly.MaxRetryAttempts", retries, 1, rejected, rejected, 1, int32_limit, rejects, int32_limit},
  // botocore 1.44.8, AWS_MAX_ATTEMPTS or the config file, standard mode
  {"aws.max_attempts", attempts, rejected, rejected, rejected, 1, int64_limit, rejects, 0},
  // The same word as above, and it counts retries.
  // botocore 1.44.8 Config(retries)
  {"boto3.max_attempts", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // botocore 1.44.8 Config(retries)
  {"boto3.total_max_attempts", attempts, rejected, rejected, rejected, 1, int64_limit, rejects, 0},
  // failsafe 3.3.2 RetryPolicyBuilder
  {"failsafe.maxRetries", retries, 1, unlimited, rejected, 1, int32_limit, rejects, 0},
  // failsafe 3.3.2 RetryPolicyBuilder
  {"failsafe.maxAttempts", attempts, rejected, unlimited, rejected, 1, int32_limit, rejects, 0},
  // failsafe-go 0.9.8 retrypolicy
  {"failsafe-go.WithMaxRetries", retries, 1, unlimited, 1, 1, int64_limit, rejects, 0},
  // It stores n - 1 as retries, so that 0 becomes its own -1.
  // failsafe-go 0.9.8 retrypolicy
  {"failsafe-go.WithMaxAttempts", attempts, unlimited, unlimited, 1, 1, int64_limit, rejects, 0},
  // sethvargo/go-retry 0.5.0
  {"go-retry.WithMaxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
};
// clang-format on
inline constexpr size_t convention_count = sizeof(convention_rows) / sizeof(convention_rows[0]);
}  // namespace detail

/// How a system reads its setting; null for a number that names no convention.
[[nodiscard]] constexpr ConventionRow const* row(Convention convention) noexcept {
  size_t const index = static_cast<size_t>(convention);
  return index < detail::convention_count ? &detail::convention_rows[index] : nullptr;
}

/// The setting as its users write it, `micronaut.attempts`; null for a number that names none.
[[nodiscard]] constexpr char const* name(Convention convention) noexcept {
  size_t const index = static_cast<size_t>(convention);
  return index < detail::convention_count ? detail::convention_rows[index].name : nullptr;
}

/// Our max_attempts for another system's setting, so that a policy can be moved without being off
/// by one. 0, which no policy takes, says that the system itself rejects the number, or that there
/// is no such convention. What is too large for a uint32 is `unlimited`.
[[nodiscard]] constexpr uint32_t max_attempts_for(Convention convention, int64_t n) noexcept {
  size_t const index = static_cast<size_t>(convention);
  if (index >= detail::convention_count) return detail::rejected;
  ConventionRow const& system = detail::convention_rows[index];
  if (n < -1) return system.below;
  if (n == -1) return system.minus_one;
  if (n == 0) return system.zero;
  if (n < system.lowest) return detail::rejected;
  if (n > system.limit && system.over_limit == OverLimit::rejects) return detail::rejected;
  if (n == system.unlimited_at) return unlimited;
  int64_t const counted = n < system.limit ? n : system.limit;
  uint32_t const number = counted < unlimited ? static_cast<uint32_t>(counted) : unlimited;
  return system.counts == Counts::retries ? attempts_from_retries(number) : number;
}

}}  // namespace oncemore::v1

// oncemore/server_wait.hpp

namespace oncemore { inline namespace v1 {

/// How the wait that the server asked for joins the client's own delay.
enum class ServerWaitMode : uint32_t {
  at_least = 0,  ///< the longer of the two
  instead = 1,   ///< the server's, but not below the backoff's floor
  ignore = 2,    ///< as if the server had asked for nothing
};

/// What to do when the server asks for more than the cap.
enum class OverCap : uint32_t {
  give_up = 0,  ///< stop, and tell the caller how long it would have been
  clamp = 1,    ///< wait the cap: the server is hit before it asked to be
};

namespace detail {
inline constexpr Text server_wait_mode_names[] = {"at_least", "instead", "ignore"};
inline constexpr Text over_cap_names[] = {"give_up", "clamp"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(ServerWaitMode mode) noexcept {
  return detail::name_in(detail::server_wait_mode_names, mode);
}
[[nodiscard]] constexpr char const* name(OverCap over_cap) noexcept {
  return detail::name_in(detail::over_cap_names, over_cap);
}

/// The settings for the server's waits. Only `clamp` and `ignore` ever make a retry come earlier
/// than the server asked.
struct ServerWait {
  ServerWaitMode mode = ServerWaitMode::at_least;
  OverCap over_cap = OverCap::give_up;
  Milliseconds cap{30000};  ///< the longest wait to accept from a server; >= 0
  /// Adds up to so much of the wait, never takes away; <= 1. Without it all clients that were told
  /// 60 seconds come back in the same millisecond.
  Thousandths spread = thousandths(100);
};

/// A server's wait and a client's own delay, made one.
struct JoinedDelay {
  Milliseconds delay{};
  bool too_long = false;  ///< the server asked for more than the cap, and that means to give up
  Notes notes{};
};

/// The delay that comes of the client's own one and of what the server asked for. The wait is
/// spread upwards only, from w to w + w x spread, by `random` mixed once more than for the own
/// delay; the spread may pass the cap. What is too long is joined all the same, uncut, for the
/// caller to know. Last, the delay is at least `hold`, which something outside asks for.
[[nodiscard]] constexpr JoinedDelay joined(ServerWait const& settings, RetryAfter asked,
                                           Milliseconds own_delay, Milliseconds floor,
                                           Milliseconds hold, uint64_t random) noexcept {
  Milliseconds const least = detail::larger(own_delay, hold);
  if (settings.mode == ServerWaitMode::ignore) return {least, false, {}};
  Notes const notes = Notes().with(Note::server_wait_malformed, asked.is_malformed());
  if (!asked.is_wait()) return {least, false, notes};

  bool const over_cap = asked.wait() > settings.cap;
  bool const clamped = over_cap && settings.over_cap == OverCap::clamp;
  Milliseconds const low = clamped ? settings.cap : asked.wait();
  uint64_t const spread = detail::scaled(detail::magnitude(low), settings.spread.count(), 1000);
  Milliseconds const wait = draw({low, low + Milliseconds(spread)}, detail::mixed(random));

  bool const instead = settings.mode == ServerWaitMode::instead;
  Milliseconds const own = detail::larger(instead ? floor : own_delay, hold);
  Milliseconds const delay = detail::larger(wait, own);
  return {delay, over_cap && !clamped,
          notes.with(Note::server_wait_applied, delay == wait)
              .with(Note::server_wait_clamped, clamped)};
}

}}  // namespace oncemore::v1

// oncemore/policy.hpp

namespace oncemore { inline namespace v1 {

/// Whether a request that is not repeatable is sent again.
enum class Unrepeatable : uint32_t {
  never = 0,           ///< not even if it never left; what RFC 9110 9.2.2 wants of a proxy
  if_unprocessed = 1,  ///< only on evidence that it was not processed
  always = 2,          ///< dangerous: orders are doubled, mails sent twice
};

namespace detail {
inline constexpr Text unrepeatable_names[] = {"never", "if_unprocessed", "always"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Unrepeatable unrepeatable) noexcept {
  return detail::name_in(detail::unrepeatable_names, unrepeatable);
}

/// What the user configured. Every field has a default; RFC 9110 9.2.2 advises one automatic retry
/// at most, and the default of three is a departure that backoff, evidence and deadline make safe.
struct Policy {
  Count max_attempts = 4;  ///< sends allowed, the first included; >= 1, `unlimited` = no limit
  Unrepeatable unrepeatable = Unrepeatable::if_unprocessed;
  RedirectProof redirect_proof = RedirectProof::method_change;
  RedirectRewrite redirect_rewrite = RedirectRewrite::browser;
  Count max_redirects = 10;                     ///< hops allowed per call; 0 = never follow
  FailureSet failures = default_failures;       ///< worth a retry; never `cancelled`
  StatusSet statuses = default_statuses;        ///< worth a retry; none outside 400-999
  StatusSet unprocessed = default_unprocessed;  ///< that mean: not processed; none outside 400-999
  /// For the whole call, from the start of attempt 1; the largest is none, 0 stops every retry.
  Milliseconds deadline = Milliseconds::largest();
  Milliseconds min_attempt_time{};  ///< that must be left for an attempt to be worth it; >= 0
  Backoff backoff{};
  ServerWait server_wait{};
};

/// The first field that makes a policy invalid, in the order of the struct.
// clang-format off
enum class PolicyError : uint32_t {
  none = 0,                       max_attempts = 1,               unrepeatable = 2,
  redirect_proof = 3,             redirect_rewrite = 4,           failures = 5,
  statuses = 6,                   unprocessed = 7,                deadline = 8,
  min_attempt_time = 9,           backoff_initial = 10,           backoff_cap = 11,
  backoff_floor = 12,             backoff_multiplier = 13,        backoff_jitter = 14,
  backoff_spread = 15,            backoff_spread_time = 16,         server_wait_mode = 17,
  server_wait_over_cap = 18,      server_wait_cap = 19,           server_wait_spread = 20,
};
// clang-format on

namespace detail {
// clang-format off
inline constexpr Text policy_error_names[] = {
    "none", "max_attempts", "unrepeatable", "redirect_proof", "redirect_rewrite", "failures",
    "statuses", "unprocessed", "deadline", "min_attempt_time", "backoff.initial", "backoff.cap",
    "backoff.floor", "backoff.multiplier", "backoff.jitter", "backoff.spread",
    "backoff.spread_time", "server_wait.mode", "server_wait.over_cap", "server_wait.cap",
    "server_wait.spread"};
// clang-format on
inline constexpr Text policy_error_messages[] = {
    "the policy is valid",
    "max_attempts must be at least 1, the first send included",
    "unrepeatable must be never, if_unprocessed or always",
    "redirect_proof must be method_change or any_hop",
    "redirect_rewrite must be browser or keep",
    "failures must name known failures only, and never cancelled",
    "statuses must name nothing outside 400 to 999",
    "unprocessed must name nothing outside 400 to 999",
    "deadline must not be negative",
    "min_attempt_time must not be negative",
    "backoff.initial must not be negative",
    "backoff.cap must not be negative",
    "backoff.floor must not be negative and not above backoff.cap",
    "backoff.multiplier must be at least 1000 thousandths",
    "backoff.jitter must be none, full, equal, proportional, additive or decorrelated",
    "backoff.spread must be at most 1000 thousandths",
    "backoff.spread_time must not be negative",
    "server_wait.mode must be at_least, instead or ignore",
    "server_wait.over_cap must be give_up or clamp",
    "server_wait.cap must not be negative",
    "server_wait.spread must be at most 1000 thousandths"};
}  // namespace detail

/// The field's path as users write it, `backoff.cap`; `none` for none; null for a number that names
/// none.
[[nodiscard]] constexpr char const* name(PolicyError error) noexcept {
  return detail::name_in(detail::policy_error_names, error);
}

/// An English sentence, without a full stop, that says what the field must be; null for a number
/// that names no error.
[[nodiscard]] constexpr char const* message(PolicyError error) noexcept {
  return detail::name_in(detail::policy_error_messages, error);
}

namespace detail {

[[nodiscard]] constexpr PolicyError first_error(Backoff const& backoff) noexcept {
  if (backoff.initial < Milliseconds()) return PolicyError::backoff_initial;
  if (backoff.cap < Milliseconds()) return PolicyError::backoff_cap;
  bool const floor_fits = backoff.floor >= Milliseconds() && backoff.floor <= backoff.cap;
  if (!floor_fits) return PolicyError::backoff_floor;
  if (backoff.multiplier < times(1)) return PolicyError::backoff_multiplier;
  if (backoff.jitter > Jitter::decorrelated) return PolicyError::backoff_jitter;
  if (backoff.spread > times(1)) return PolicyError::backoff_spread;
  if (backoff.spread_time < Milliseconds()) return PolicyError::backoff_spread_time;
  return PolicyError::none;
}

[[nodiscard]] constexpr PolicyError first_error(ServerWait const& server_wait) noexcept {
  if (server_wait.mode > ServerWaitMode::ignore) return PolicyError::server_wait_mode;
  if (server_wait.over_cap > OverCap::clamp) return PolicyError::server_wait_over_cap;
  if (server_wait.cap < Milliseconds()) return PolicyError::server_wait_cap;
  if (server_wait.spread > times(1)) return PolicyError::server_wait_spread;
  return PolicyError::none;
}

}  // namespace detail

/// The first bad field, or none. A value out of range is an error also where the chosen jitter or
/// mode does not use it. Worth a `static_assert(validate(policy) == PolicyError::none)`.
[[nodiscard]] constexpr PolicyError validate(Policy const& policy) noexcept {
  if (policy.max_attempts == 0) return PolicyError::max_attempts;
  if (policy.unrepeatable > Unrepeatable::always) return PolicyError::unrepeatable;
  if (policy.redirect_proof > RedirectProof::any_hop) return PolicyError::redirect_proof;
  if (policy.redirect_rewrite > RedirectRewrite::keep) return PolicyError::redirect_rewrite;
  if (!policy.failures.valid()) return PolicyError::failures;
  if (!policy.statuses.valid()) return PolicyError::statuses;
  if (!policy.unprocessed.valid()) return PolicyError::unprocessed;
  if (policy.deadline < Milliseconds()) return PolicyError::deadline;
  if (policy.min_attempt_time < Milliseconds()) return PolicyError::min_attempt_time;
  PolicyError const in_backoff = detail::first_error(policy.backoff);
  return in_backoff != PolicyError::none ? in_backoff : detail::first_error(policy.server_wait);
}

}}  // namespace oncemore::v1

// oncemore/deadline.hpp

namespace oncemore { inline namespace v1 {

/// What is left of the deadline for the next attempt, `elapsed` after the call began: the time-out
/// to give it. largest() is no limit; so it is without a deadline, and with one of 0 or less, which
/// only forbids retries and hops. 0 says that the deadline has passed: do not send, and never hand
/// it on, since several clients take 0 for no limit. A negative `elapsed` counts as 0.
[[nodiscard]] constexpr Milliseconds time_left(Policy const& policy,
                                               Milliseconds elapsed) noexcept {
  Milliseconds const none = Milliseconds::largest();
  if (policy.deadline == none || policy.deadline <= Milliseconds()) return none;
  Milliseconds const spent = detail::brought_into(Milliseconds(), policy.deadline, elapsed);
  return Milliseconds(policy.deadline.count() - spent.count());
}

namespace detail {

/// Whether a wait and the shortest useful attempt after it would reach the deadline, if there is
/// one.
[[nodiscard]] constexpr bool is_too_late(Policy const& policy, Milliseconds elapsed,
                                         Milliseconds wait) noexcept {
  return policy.deadline != Milliseconds::largest() &&
         elapsed + wait + policy.min_attempt_time >= policy.deadline;
}

}  // namespace detail
}}  // namespace oncemore::v1

// oncemore/decide.hpp

namespace oncemore { inline namespace v1 {

/// What is known about whether the request of this attempt was processed. The last answer speaks of
/// the last hop only, so a doubtful trail leaves it unknown, whatever the last answer or the
/// attempt's field says; then the field, if it is set; then the outcome.
[[nodiscard]] constexpr Evidence evidence(Policy const& policy, Attempt const& attempt) noexcept {
  if (attempt.redirects.doubtful()) return Evidence::unknown;
  if (attempt.evidence != Evidence::by_outcome) return attempt.evidence;
  return evidence_of(attempt.outcome, policy.unprocessed);
}

namespace detail {

/// Whether the request has what it asked for. Of a 2xx the caller may know better: its body can
/// report a throttled query.
[[nodiscard]] constexpr bool has_succeeded(Attempt const& attempt) noexcept {
  Status const status = attempt.outcome.status();
  return is_success(status) && !(is_2xx(status) && attempt.server_says == ServerSays::retry);
}

/// Whether the policy, or the server, holds that this outcome is worth another attempt.
[[nodiscard]] constexpr bool is_worth_a_retry(Policy const& policy,
                                              Attempt const& attempt) noexcept {
  if (attempt.outcome.is_failure()) return policy.failures.contains(attempt.outcome.failure());
  // Whatever the server cannot ask for again, a 1xx or a 3xx, has been answered before.
  if (attempt.server_says == ServerSays::retry) return true;
  int32_t const status = attempt.outcome.status();
  if (!policy.statuses.contains(status)) return false;
  // 413 is for good unless the server says when to come back (RFC 9110 15.5.14).
  bool const says_when =
      attempt.retry_after.is_wait() && policy.server_wait.mode != ServerWaitMode::ignore;
  return status != 413 || says_when;
}

/// Whether the server is known to have accepted a request that must not be accepted twice. No
/// declaration lifts that: an idempotency key is a promise about repeats, not about redirects.
[[nodiscard]] constexpr bool is_accepted(Policy const& policy, Attempt const& attempt) noexcept {
  bool const once_only = !is_idempotent(attempt.method) || attempt.repeatable == Repeatable::no;
  bool const proof = proves_acceptance(policy.redirect_proof, attempt.redirects) ||
                     attempt.evidence == Evidence::processed;
  return once_only && proof && policy.unrepeatable != Unrepeatable::always;
}

[[nodiscard]] constexpr bool is_repeatable(Attempt const& attempt) noexcept {
  return attempt.repeatable == Repeatable::yes ||
         (attempt.repeatable == Repeatable::by_method && is_idempotent(attempt.method));
}

/// Whether the request has a body to send: it can be produced again, or it was never touched. Only
/// a failure before the first byte leaves it untouched; a proxy that answers has taken it.
[[nodiscard]] constexpr bool has_its_body(Attempt const& attempt) noexcept {
  if (attempt.body == Body::replayable) return true;
  bool const contradicted =
      attempt.evidence != Evidence::by_outcome && attempt.evidence != Evidence::never_sent;
  return attempt.outcome.is_failure() && !contradicted && !attempt.redirects.moved() &&
         evidence_of(attempt.outcome.failure()) == Evidence::never_sent;
}

/// Rules 1 to 8: may this request be sent again at all? Answers with the reason to stop, or with
/// the reason to retry.
[[nodiscard]] constexpr Reason whether(Policy const& policy, Attempt const& attempt) noexcept {
  Outcome const outcome = attempt.outcome;
  if (!possible(attempt)) return Reason::invalid_attempt;
  if (outcome.failure() == Failure::cancelled) return Reason::cancelled;
  if (has_succeeded(attempt)) return Reason::success;
  if (is_redirection(outcome.status())) return Reason::redirect;
  if (validate(policy) != PolicyError::none) return Reason::invalid_policy;
  if (attempt.server_says == ServerSays::do_not_retry) return Reason::server_refused;
  if (!is_worth_a_retry(policy, attempt)) {
    return outcome.is_failure() ? Reason::failure_not_retried : Reason::status_not_retried;
  }
  if (is_accepted(policy, attempt)) return Reason::accepted;
  if (!is_repeatable(attempt) && policy.unrepeatable != Unrepeatable::always) {
    if (policy.unrepeatable == Unrepeatable::never) return Reason::not_repeatable;
    Evidence const known = evidence(policy, attempt);
    bool const unprocessed = known == Evidence::never_sent || known == Evidence::not_processed;
    if (!unprocessed) return Reason::maybe_processed;
  }
  if (!has_its_body(attempt)) return Reason::body_consumed;
  return outcome.is_failure() ? Reason::retryable_failure : Reason::retryable_status;
}

/// Rules 9 to 12: is there still an attempt, a token, a wait and time for it? `worth` is the reason
/// to retry if so.
[[nodiscard]] constexpr Reason within_limits(Policy const& policy, Attempt const& attempt,
                                             JoinedDelay const& wait, Reason worth) noexcept {
  if (attempt.number >= policy.max_attempts) return Reason::attempts_exhausted;
  if (attempt.budget == BudgetAnswer::denied) return Reason::budget_exhausted;
  if (wait.too_long) return Reason::server_wait_too_long;
  if (is_too_late(policy, attempt.elapsed, wait.delay)) return Reason::deadline;
  return worth;
}

}  // namespace detail

/// Should this request be sent once more, and when? Pure and total: the same three values give the
/// same decision everywhere, and every value whatever gives one.
///
/// `random` is 64 uniform bits from a generator, never a scaled floating-point number. A decision
/// to retry carries the delay; for a stop see Decision::delay.
[[nodiscard]] constexpr Decision decide(Policy const& policy, Attempt const& attempt,
                                        uint64_t random) noexcept {
  Reason const worth = detail::whether(policy, attempt);
  if (verdict_of(worth) == Verdict::stop) return {Milliseconds(), Verdict::stop, worth, {}};

  Milliseconds const own =
      own_delay(policy.backoff, attempt.number, attempt.previous_delay, random);
  JoinedDelay const wait = joined(policy.server_wait, attempt.retry_after, own,
                                  policy.backoff.floor, attempt.hold, random);
  Reason const reason = detail::within_limits(policy, attempt, wait, worth);

  int32_t const status = attempt.outcome.status();
  bool const elsewhere = status == 408 || status == 421;
  Notes const notes =
      wait.notes.with(Note::new_connection, elsewhere).with(Note::not_early_data, status == 425);
  return {wait.delay, verdict_of(reason), reason, notes};
}

/// A scaled floating-point number is refused: 0.75 has no random bits, it would always be 0.
template <class Scaled, detail::only_if<detail::is_one_of<Scaled, float, double, long double>> = 0>
Decision decide(Policy const& policy, Attempt const& attempt, Scaled random) = delete;

}}  // namespace oncemore::v1

// oncemore/describe.hpp

namespace oncemore { inline namespace v1 {

/// The room that every line of describe() fits in, its NUL included.
inline constexpr size_t describe_max = 256;

namespace detail {

/// Writes into a buffer as far as it goes and counts all the same, as snprintf does.
class LineWriter {
 public:
  constexpr LineWriter(char* buffer, size_t size) noexcept
      : buffer_(buffer), room_(buffer != nullptr ? size : 0) {}

  constexpr LineWriter& text(char const* words) noexcept {
    for (; *words != '\0'; ++words) put(*words);
    return *this;
  }

  constexpr LineWriter& number(int64_t value) noexcept {
    char digits[20] = {};
    size_t count = 0;
    for (uint64_t rest = signed_of(value).magnitude; rest != 0 || count == 0; rest /= 10) {
      digits[count++] = static_cast<char>('0' + rest % 10);
    }
    if (value < 0) put('-');
    while (count > 0) put(digits[--count]);
    return *this;
  }

  /// Ends the line with a NUL if there is room for one; its length without it.
  [[nodiscard]] constexpr size_t finished() noexcept {
    if (room_ != 0) buffer_[smaller(length_, room_ - 1)] = '\0';
    return length_;
  }

 private:
  constexpr void put(char c) noexcept {
    if (length_ + 1 < room_) buffer_[length_] = c;
    ++length_;
  }

  char* buffer_;
  size_t room_;
  size_t length_ = 0;
};

constexpr void write_outcome(LineWriter& line, Outcome outcome) noexcept {
  bool const both = outcome.is_failure() && outcome.status() != 0;
  char const* const failure = name(outcome.failure());
  if (both || outcome == Outcome() || failure == nullptr) {
    line.text("no outcome");
  } else if (outcome.is_failure()) {
    line.text(failure);
  } else {
    line.number(outcome.status());
  }
}

constexpr void write_verdict(LineWriter& line, Policy const& policy, Decision decision) noexcept {
  if (decision.retry()) {
    line.text("retry in ").number(decision.delay.count()).text(" ms");
    return;
  }
  char const* const reason = name(decision.reason);
  line.text("stop: ").text(reason != nullptr ? reason : "unknown");
  if (decision.reason == Reason::invalid_policy) {
    line.text(" (").text(name(validate(policy))).text(")");
  }
  if (carries_delay(decision.reason) && decision.delay > Milliseconds()) {
    line.text(", wait ").number(decision.delay.count()).text(" ms");
  }
}

constexpr void write_notes(LineWriter& line, Policy const& policy, Attempt const& attempt,
                           Decision decision) noexcept {
  bool const asked =
      attempt.retry_after.is_wait() && policy.server_wait.mode != ServerWaitMode::ignore;
  if (asked) {
    line.text(" (server asked ").number(attempt.retry_after.wait().count()).text(" ms");
    line.text(decision.notes.has(Note::server_wait_clamped) ? ", clamped)" : ")");
  }
  if (decision.notes.has(Note::server_wait_malformed)) line.text(" (Retry-After malformed)");
  if (decision.notes.has(Note::new_connection)) line.text(", new connection");
  if (decision.notes.has(Note::not_early_data)) line.text(", not in early data");
}

}  // namespace detail

/// Writes one ASCII line that says what was decided and why, for a log:
///
///     attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)
///
/// Like snprintf: writes at most `size` octets, the last of them a NUL, and returns the length of
/// the whole line without it, which is below describe_max. A null buffer gives only the length.
constexpr size_t describe(Policy const& policy, Attempt const& attempt, Decision decision,
                          char* buffer, size_t size) noexcept {
  detail::LineWriter line(buffer, size);
  line.text("attempt ").number(attempt.number).text(" of ");
  if (policy.max_attempts == unlimited) {
    line.text("unlimited");
  } else {
    line.number(policy.max_attempts);
  }
  line.text(": ");
  detail::write_outcome(line, attempt.outcome);
  line.text(", ");
  detail::write_verdict(line, policy, decision);
  if (detail::carries_delay(decision.reason)) {
    detail::write_notes(line, policy, attempt, decision);
  }
  return line.finished();
}

/// The same into an array: `char line[oncemore::describe_max]`.
template <size_t size>
constexpr size_t describe(Policy const& policy, Attempt const& attempt, Decision decision,
                          char (&buffer)[size]) noexcept {
  return describe(policy, attempt, decision, buffer, size);
}

}}  // namespace oncemore::v1

// oncemore/follow.hpp

namespace oncemore { inline namespace v1 {

/// The facts about a response that may be a redirect.
struct Hop {
  Status status{};
  Method method = Method::unknown;  ///< of the request that was redirected
  bool has_location = false;        ///< the response says where to, in a way the client understands
  Body body = Body::replayable;     ///< of the request that was redirected
  RetryAfter retry_after{};         ///< the least wait before following (RFC 9110 10.2.3)
  Milliseconds elapsed{};           ///< since the start of attempt 1; >= 0
};

/// What the next request of the hop looks like.
enum class NextMethod : uint16_t { keep = 0, get = 1 };
enum class NextBody : uint16_t { keep = 0, drop = 1 };

namespace detail {
inline constexpr Text next_method_names[] = {"keep", "get"};
inline constexpr Text next_body_names[] = {"keep", "drop"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(NextMethod method) noexcept {
  return detail::name_in(detail::next_method_names, method);
}
[[nodiscard]] constexpr char const* name(NextBody body) noexcept {
  return detail::name_in(detail::next_body_names, body);
}

/// The answer of follow(). A stop keeps the method and drops nothing.
struct HopDecision {
  Milliseconds delay{};  ///< before following; of a stop for `server_wait_too_long` or `deadline`
                         ///< the wait that following would have had, of every other stop 0
  Verdict verdict = Verdict::stop;
  Reason reason = Reason::invalid_attempt;
  NextMethod method = NextMethod::keep;  ///< the next request's method: the same, or GET
  NextBody body = NextBody::keep;        ///< whether its body and content fields are dropped

  [[nodiscard]] constexpr bool follows() const noexcept { return verdict == Verdict::follow; }

  [[nodiscard]] friend constexpr bool operator==(HopDecision a, HopDecision b) noexcept {
    return a.delay == b.delay && a.verdict == b.verdict && a.reason == b.reason &&
           a.method == b.method && a.body == b.body;
  }
  [[nodiscard]] friend constexpr bool operator!=(HopDecision a, HopDecision b) noexcept {
    return !(a == b);
  }
};
static_assert(sizeof(HopDecision) == 16, "oncemore: an answer fits in two registers");

/// Whether there can be such a hop. A status that is no redirect is possible, just not followed.
[[nodiscard]] constexpr bool possible(Hop const& hop) noexcept {
  return hop.method <= Method::version_control && hop.body <= Body::consumed &&
         hop.elapsed >= Milliseconds() && hop.retry_after.possible();
}

namespace detail {

[[nodiscard]] constexpr Reason why_not_follow(Policy const& policy, Trail trail, Hop const& hop,
                                              Rewriting rewriting, JoinedDelay wait) noexcept {
  if (!possible(hop) || !trail.possible()) return Reason::invalid_attempt;
  if (validate(policy) != PolicyError::none) return Reason::invalid_policy;
  if (!is_followable(hop.status) || hop.method == Method::connect) return Reason::not_a_redirect;
  if (!hop.has_location) return Reason::no_location;
  if (trail.hops() >= policy.max_redirects) return Reason::redirect_limit;
  if (!rewriting.body_is_dropped && hop.body == Body::consumed) return Reason::body_consumed;
  if (wait.too_long) return Reason::server_wait_too_long;
  if (is_too_late(policy, hop.elapsed, wait.delay)) return Reason::deadline;
  return Reason::follow;
}

}  // namespace detail

/// Does the client follow this redirect, when, and with what? `trail` is the call's, so that the
/// hops of all its attempts count; a loop inside the redirects hands its count to follow() here
/// while the trail of its Attempt stays empty.
///
/// A Retry-After is the least wait before following (RFC 9110 10.2.3), by the policy's server_wait
/// settings; there is no own delay, so neither spread nor floor takes part.
[[nodiscard]] constexpr HopDecision follow(Policy const& policy, Trail trail,
                                           Hop const& hop) noexcept {
  JoinedDelay const wait = joined(policy.server_wait, hop.retry_after, {}, {}, {}, 0);
  Rewriting const rewriting = rewritten(policy.redirect_rewrite, hop.status, hop.method);
  Reason const reason = detail::why_not_follow(policy, trail, hop, rewriting, wait);

  HopDecision answer{{}, verdict_of(reason), reason, NextMethod::keep, NextBody::keep};
  bool const would_wait =
      answer.follows() || reason == Reason::server_wait_too_long || reason == Reason::deadline;
  if (would_wait) answer.delay = wait.delay;
  if (answer.follows() && rewriting.method_becomes_get) answer.method = NextMethod::get;
  if (answer.follows() && rewriting.body_is_dropped) answer.body = NextBody::drop;
  return answer;
}

}}  // namespace oncemore::v1

// oncemore/hints/calendar.hpp

namespace oncemore { inline namespace v1 { namespace detail {

/// A time of the proleptic Gregorian calendar in UTC, as its numbers are written.
struct CalendarTime {
  int64_t year = 0;
  uint32_t month = 0;  // 1 is January
  uint32_t day = 0;    // 1 is the first
  uint32_t hour = 0;
  uint32_t minute = 0;
  uint32_t second = 0;  // 60 is a leap second, the same instant as the next minute's 0
};

/// The month, day and time as one number, so that two of them compare as their parts do in turn.
[[nodiscard]] constexpr uint32_t within_year(CalendarTime const& time) noexcept {
  return (((time.month * 32 + time.day) * 32 + time.hour) * 64 + time.minute) * 64 + time.second;
}

[[nodiscard]] constexpr bool is_leap_year(int64_t year) noexcept {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

[[nodiscard]] constexpr uint32_t days_in_month(int64_t year, uint32_t month) noexcept {
  if (month == 2) return is_leap_year(year) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Whether there is such a time in such a month.
[[nodiscard]] constexpr bool exists(CalendarTime const& time) noexcept {
  return time.day >= 1 && time.day <= days_in_month(time.year, time.month) && time.hour <= 23 &&
         time.minute <= 59 && time.second <= 60;
}

/// `a` / `b` rounded towards minus infinity, for a positive `b`.
[[nodiscard]] constexpr int64_t floor_divided(int64_t a, int64_t b) noexcept {
  return a / b - (a % b < 0 ? 1 : 0);
}

inline constexpr int64_t days_in_400_years = 146097;

/// Days from 1970-01-01 to a date. The year is taken to begin in March, so that the leap day is its
/// last and the months before any month have (153 x months + 2) / 5 days.
[[nodiscard]] constexpr int64_t days_since_1970(int64_t year, uint32_t month,
                                                uint32_t day) noexcept {
  int64_t const march_year = month > 2 ? year : year - 1;
  int64_t const cycle = floor_divided(march_year, 400);
  int64_t const year_of_cycle = march_year - cycle * 400;
  int64_t const months_since_march = month > 2 ? month - 3 : month + 9;
  int64_t const day_of_year = (153 * months_since_march + 2) / 5 + day - 1;
  int64_t const day_of_cycle =
      year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
  constexpr int64_t from_0000_03_01_to_1970 = 719468;
  return cycle * days_in_400_years + day_of_cycle - from_0000_03_01_to_1970;
}

/// The calendar time of an instant, milliseconds dropped. The year is found by a guess that the
/// mean length of a year cannot miss by more than one.
[[nodiscard]] constexpr CalendarTime calendar_time(Instant instant) noexcept {
  int64_t const seconds = floor_divided(instant.count(), 1000);
  int64_t const days = floor_divided(seconds, 86400);
  int64_t const second_of_day = seconds - days * 86400;
  CalendarTime time;
  time.year = 1970 + floor_divided(days * 400, days_in_400_years);
  while (days < days_since_1970(time.year, 1, 1)) --time.year;
  while (days >= days_since_1970(time.year + 1, 1, 1)) ++time.year;
  int64_t day_of_year = days - days_since_1970(time.year, 1, 1);
  for (time.month = 1; day_of_year >= days_in_month(time.year, time.month); ++time.month) {
    day_of_year -= days_in_month(time.year, time.month);
  }
  time.day = static_cast<uint32_t>(day_of_year) + 1;
  time.hour = static_cast<uint32_t>(second_of_day / 3600);
  time.minute = static_cast<uint32_t>(second_of_day / 60 % 60);
  time.second = static_cast<uint32_t>(second_of_day % 60);
  return time;
}

/// The greatest year with these last two digits for which the date is not more than 50 years after
/// `now`, compared number by number as written (RFC 9110 5.6.7); never below 0 or above 9999.
[[nodiscard]] constexpr int64_t full_year(CalendarTime const& date, Instant now) noexcept {
  CalendarTime const today = calendar_time(now);
  int64_t const limit = today.year + 50;
  int64_t const year = floor_divided(limit, 100) * 100 + date.year;
  bool const too_late = year > limit || (year == limit && within_year(date) > within_year(today));
  int64_t const chosen = too_late ? year - 100 : year;
  return chosen < 0 ? date.year : chosen > 9999 ? 9900 + date.year : chosen;
}

}}}  // namespace oncemore::v1::detail

// oncemore/hints/scanner.hpp

namespace oncemore { inline namespace v1 {

/// How much of what servers really send is understood.
enum class Grammar : uint32_t {
  lenient = 0,  ///< also what is no HTTP-date to the letter but can mean only one thing
  strict = 1,   ///< RFC 9110 to the letter
};

namespace detail {
inline constexpr Text grammar_names[] = {"lenient", "strict"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Grammar grammar) noexcept {
  return detail::name_in(detail::grammar_names, grammar);
}

namespace detail {

[[nodiscard]] constexpr bool is_digit(int c) noexcept { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_blank(int c) noexcept { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_letter(int c) noexcept {
  return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
}
[[nodiscard]] constexpr char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Whether two texts are the same but for the case of ASCII letters.
[[nodiscard]] constexpr bool equal_in_any_case(Text a, Text b) noexcept {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (lower(a[i]) != lower(b[i])) return false;
  }
  return true;
}

/// A field value without what may surround it: SP and HTAB (RFC 9110 5.5); CR and LF, which some
/// clients leave at the end, if the grammar is lenient.
[[nodiscard]] constexpr Text trimmed(Text field, Grammar grammar) noexcept {
  auto const around = [grammar](char c) {
    return is_blank(c) || (grammar == Grammar::lenient && (c == '\r' || c == '\n'));
  };
  size_t from = 0;
  size_t to = field.size();
  while (from < to && around(field[from])) ++from;
  while (to > from && around(field[to - 1])) --to;
  return {field.data() + from, to - from};
}

/// Reads a text from left to right; every step says whether it found what it was asked for.
class Scanner {
 public:
  constexpr explicit Scanner(Text text) noexcept
      : at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] constexpr bool at_end() const noexcept { return at_ == end_; }

  /// The next octet, or -1 at the end.
  [[nodiscard]] constexpr int peek() const noexcept {
    return at_end() ? -1 : static_cast<unsigned char>(*at_);
  }

  [[nodiscard]] constexpr bool take(char wanted) noexcept {
    if (at_end() || *at_ != wanted) return false;
    ++at_;
    return true;
  }

  /// Passes over SP and HTAB; true if there was at least one.
  constexpr bool blanks() noexcept {
    char const* const start = at_;
    while (!at_end() && is_blank(*at_)) ++at_;
    return at_ != start;
  }

  /// Reads a run of `fewest` to `most` digits, at most nine; a longer run is not one.
  [[nodiscard]] constexpr bool digits(size_t fewest, size_t most, uint32_t& value) noexcept {
    size_t count = 0;
    uint32_t read = 0;
    for (; count <= most && !at_end() && is_digit(*at_); ++at_, ++count) {
      read = read * 10 + static_cast<uint32_t>(*at_ - '0');
    }
    value = read;
    return count >= fewest && count <= most;
  }

  /// Reads a run of letters, possibly none.
  [[nodiscard]] constexpr Text letters() noexcept {
    char const* const start = at_;
    while (!at_end() && is_letter(*at_)) ++at_;
    return {start, static_cast<size_t>(at_ - start)};
  }

  /// Passes over one octet; there must be one.
  constexpr void skip() noexcept { ++at_; }

 private:
  char const* at_;
  char const* end_;
};

}  // namespace detail
}}  // namespace oncemore::v1

// oncemore/hints/http_date.hpp

namespace oncemore { inline namespace v1 {

/// What parse_http_date() made of a field value: an instant, or nothing it understands.
class HttpDate {
 public:
  constexpr HttpDate() noexcept = default;
  constexpr explicit HttpDate(Instant instant) noexcept : instant_(instant), valid_(true) {}

  [[nodiscard]] constexpr bool valid() const noexcept { return valid_; }
  /// Whole seconds; 1970 of a malformed date.
  [[nodiscard]] constexpr Instant instant() const noexcept { return instant_; }

 private:
  Instant instant_;
  bool valid_ = false;
};

namespace detail {

/// The first three letters in lower case, as one number: no two days and no two months share them.
[[nodiscard]] constexpr uint32_t key_of(Text word) noexcept {
  uint32_t key = 0;
  for (size_t i = 0; i < 3 && i < word.size(); ++i) {
    key = key << 8 | static_cast<unsigned char>(lower(word[i]));
  }
  return key;
}

struct Name {
  constexpr Name(char const* name) noexcept : full(name), key(key_of(full)) {}
  Text full;
  uint32_t key;
};
// clang-format off
inline constexpr Name weekday_names[] = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
inline constexpr Name month_names[] = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December"};
// clang-format on
struct Zone {
  Text name;
  int32_t hours;  // east of Greenwich
};
inline constexpr Zone zones[] = {{"GMT", 0},  {"UT", 0},   {"UTC", 0},  {"Z", 0},
                                 {"EST", -5}, {"EDT", -4}, {"CST", -6}, {"CDT", -5},
                                 {"MST", -7}, {"MDT", -6}, {"PST", -8}, {"PDT", -7}};

/// The ways in which the name of a day or a month is written.
enum class Spelling : uint32_t { short_form, long_form, any };  // `any` in any case, too

/// The place of a name in a table; the table's length if it is not there, or not so spelled.
template <uint32_t count>
[[nodiscard]] constexpr uint32_t find_name(Text word, Name const (&names)[count],
                                           Spelling spelling) noexcept {
  uint32_t const key = key_of(word);
  uint32_t index = 0;
  while (index < count && names[index].key != key) ++index;
  if (index == count) return count;
  Text const full = names[index].full;
  Text const exact = spelling == Spelling::short_form ? Text(full.data(), 3) : full;
  bool const any_spelling = word.size() == 3 || equal_in_any_case(word, full);
  bool const spelled = spelling == Spelling::any ? any_spelling : word == exact;
  return spelled ? index : count;
}

/// A date as it was read, before it is known whether such a day exists.
struct WrittenDate {
  CalendarTime time;
  uint32_t weekday = 7;  // 0 is Sunday, 7 is none
  bool two_digit_year = false;
  int32_t zone_minutes = 0;  // east of Greenwich
};

/// Reads the parts of a date; each function is one rule of a grammar and tells whether it held.
class DateReader {
 public:
  constexpr explicit DateReader(Text text) noexcept : in_(text) {}
  /// What was read, with a whole year. A reference, since clang would call memcpy for a copy.
  [[nodiscard]] constexpr WrittenDate const& completed_date(Instant now) noexcept {
    if (date_.two_digit_year) date_.time.year = full_year(date_.time, now);
    return date_;
  }

  /// IMF-fixdate / rfc850-date / asctime-date (RFC 9110 5.6.7).
  [[nodiscard]] constexpr bool strict() noexcept {
    Text const word = in_.letters();
    bool const is_rfc850 = word.size() > 3;
    if (!weekday(word, is_rfc850 ? Spelling::long_form : Spelling::short_form)) return false;
    if (is_rfc850) {
      return in_.take(',') && in_.take(' ') && day(2, 2) && in_.take('-') &&
             month(Spelling::short_form) && in_.take('-') && year(2, 2) && in_.take(' ') &&
             time(2) && gmt();
    }
    if (in_.take(',')) {
      return in_.take(' ') && day(2, 2) && in_.take(' ') && month(Spelling::short_form) &&
             in_.take(' ') && year(4, 4) && in_.take(' ') && time(2) && gmt();
    }
    return in_.take(' ') && month(Spelling::short_form) && in_.take(' ') &&
           (in_.take(' ') ? day(1, 1) : day(2, 2)) && in_.take(' ') && time(2) && in_.take(' ') &&
           year(4, 4) && in_.at_end();
  }

  /// Day first or month first, as people and programs write it:
  ///   [wd (OWS "," OWS / WS)] 1*2DIGIT sep mon sep year WS time [WS zone]
  ///   wd (OWS "," OWS / WS) mon WS 1*2DIGIT WS time [WS zone] WS year [WS zone], one zone at most
  [[nodiscard]] constexpr bool lenient() noexcept {
    bool const has_weekday = is_letter(in_.peek());
    if (has_weekday) {
      if (!weekday(in_.letters(), Spelling::any)) return false;
      bool const apart = in_.blanks();
      if (!in_.take(',') && !apart) return false;
      in_.blanks();
    }
    if (has_weekday && is_letter(in_.peek())) return month_first();
    return day(1, 2) && separator() && month(Spelling::any) && separator() && year(2, 4) &&
           in_.blanks() && time(1) && optional_zone() && in_.at_end();
  }

 private:
  constexpr bool month_first() noexcept {
    if (!month(Spelling::any) || !in_.blanks() || !day(1, 2) || !in_.blanks() || !time(1) ||
        !in_.blanks()) {
      return false;
    }
    bool const zone_before_year = !is_digit(in_.peek());
    if (zone_before_year && !(zone() && in_.blanks())) return false;
    return year(2, 4) && (zone_before_year || optional_zone()) && in_.at_end();
  }

  constexpr bool weekday(Text word, Spelling spelling) noexcept {
    date_.weekday = find_name(word, weekday_names, spelling);
    return date_.weekday < 7;
  }
  constexpr bool month(Spelling spelling) noexcept {
    Text const word = in_.letters();
    bool const sept = spelling == Spelling::any && equal_in_any_case(word, "Sept");
    date_.time.month = sept ? 9 : 1 + find_name(word, month_names, spelling);
    return date_.time.month <= 12;
  }
  constexpr bool day(size_t fewest, size_t most) noexcept {
    return in_.digits(fewest, most, date_.time.day);
  }

  /// Two digits or four, as far as the bounds allow both.
  constexpr bool year(size_t fewest, size_t most) noexcept {
    Scanner two = in_;
    uint32_t value = 0;
    date_.two_digit_year = fewest == 2 && two.digits(2, 2, value);
    if (date_.two_digit_year) {
      in_ = two;
    } else if (most != 4 || !in_.digits(4, 4, value)) {
      return false;
    }
    date_.time.year = value;
    return true;
  }
  constexpr bool time(size_t fewest_hour_digits) noexcept {
    CalendarTime& at = date_.time;
    if (!in_.digits(fewest_hour_digits, 2, at.hour) || !in_.take(':') ||
        !in_.digits(2, 2, at.minute)) {
      return false;
    }
    bool const lenient = fewest_hour_digits == 1;
    return in_.take(':') ? in_.digits(2, 2, at.second) : lenient;
  }
  constexpr bool separator() noexcept { return in_.take('-') || in_.blanks(); }
  constexpr bool gmt() noexcept { return in_.take(' ') && in_.letters() == "GMT" && in_.at_end(); }
  constexpr bool optional_zone() noexcept { return !in_.blanks() || zone(); }

  /// A name of RFC 5322 4.3 or an offset; of the military letters only Z.
  constexpr bool zone() noexcept {
    if (is_letter(in_.peek())) {
      Text const word = in_.letters();
      for (Zone const& zone : zones) {
        date_.zone_minutes = zone.hours * 60;
        if (equal_in_any_case(word, zone.name)) return true;
      }
      return false;
    }
    bool const west = in_.peek() == '-';
    uint32_t written = 0;
    if (!in_.take(west ? '-' : '+') || !in_.digits(4, 4, written)) return false;
    date_.zone_minutes = static_cast<int32_t>(written / 100 * 60 + written % 100);
    if (west) date_.zone_minutes = -date_.zone_minutes;
    return written / 100 <= 23 && written % 100 <= 59;
  }

  Scanner in_;
  WrittenDate date_;
};

/// What the letter of the standards asks beyond the form: RFC 5322 3.3 knows no year before 1900
/// and wants the right weekday, and a leap second can only end a day.
[[nodiscard]] constexpr bool is_right(WrittenDate const& date, int64_t days) noexcept {
  bool const leap_second = date.time.second == 60;
  constexpr int64_t weekday_of_1970_01_01 = 4;
  int64_t const weekday = days + weekday_of_1970_01_01 - floor_divided(days + 4, 7) * 7;
  return date.time.year >= 1900 && weekday == date.weekday &&
         (!leap_second || (date.time.hour == 23 && date.time.minute == 59));
}

[[nodiscard]] constexpr HttpDate parse_date(Text trimmed_field, Instant now,
                                            Grammar grammar) noexcept {
  DateReader reader(trimmed_field);
  bool const lenient = grammar == Grammar::lenient;
  if (!(lenient ? reader.lenient() : grammar == Grammar::strict && reader.strict())) return {};
  WrittenDate const& date = reader.completed_date(now);
  if (!exists(date.time)) return {};
  int64_t const days = days_since_1970(date.time.year, date.time.month, date.time.day);
  if (grammar == Grammar::strict && !is_right(date, days)) return {};
  int64_t const minutes = (days * 24 + date.time.hour) * 60 + date.time.minute - date.zone_minutes;
  return HttpDate(Instant((minutes * 60 + date.time.second) * 1000));
}

}  // namespace detail

/// The instant that an HTTP-date names (RFC 9110 5.6.7): its three forms, always in UTC, whatever
/// the process's time zone or locale. `now` serves only to complete a two-digit year. A date that
/// does not exist, an absent field, or any field under an unknown grammar is not valid.
///
/// The lenient grammar also takes any case, a weekday that is wrong or missing, one-digit days and
/// hours, times without seconds, long names, dashes or blanks between the parts, and the zones of
/// RFC 5322; a date without a zone is UTC.
[[nodiscard]] constexpr HttpDate parse_http_date(Text field, Instant now,
                                                 Grammar grammar = Grammar::lenient) noexcept {
  return detail::parse_date(detail::trimmed(field, grammar), now, grammar);
}

}}  // namespace oncemore::v1

// oncemore/hints/reference_time.hpp

namespace oncemore { inline namespace v1 {

namespace detail {

/// Whether an Age field says that the response comes from a cache: it is there, and is anything but
/// a number that is 0 (RFC 9111 5.1).
[[nodiscard]] constexpr bool has_aged(Text age_field) noexcept {
  if (age_field.absent()) return false;
  Text const age = trimmed(age_field, Grammar::lenient);
  for (size_t i = 0; i < age.size(); ++i) {
    if (age[i] != '0') return true;
  }
  return age.size() == 0;
}

}  // namespace detail

/// The instant that a date in Retry-After is compared with: the response's own Date, so that a
/// client whose clock is wrong still waits as long as the server meant. `now` if there is no Date
/// that can be read (leniently), or if it is a cache's and not the server's: the Age field is there
/// and not 0.
[[nodiscard]] constexpr Instant reference_time(Text date_field, Text age_field,
                                               Instant now) noexcept {
  HttpDate const date = parse_http_date(date_field, now);
  return date.valid() && !detail::has_aged(age_field) ? date.instant() : now;
}

}}  // namespace oncemore::v1

// oncemore/hints/retry_after_field.hpp

namespace oncemore { inline namespace v1 {
namespace detail {

/// A number of seconds, in milliseconds; a fraction is rounded up. There must be a digit before the
/// point. However long it is, it is read once and saturates.
[[nodiscard]] constexpr bool read_seconds(Scanner& in, bool fraction_allowed,
                                          uint64_t& milliseconds) noexcept {
  if (!is_digit(in.peek())) return false;
  uint64_t seconds = 0;
  for (; is_digit(in.peek()); in.skip()) {
    seconds =
        saturating_add(saturating_multiply(seconds, 10), static_cast<uint64_t>(in.peek() - '0'));
  }
  milliseconds = saturating_multiply(seconds, 1000);
  if (!fraction_allowed || !in.take('.')) return true;
  uint64_t fraction = 0;
  uint64_t unit = 100;
  bool more = false;
  for (; is_digit(in.peek()); in.skip()) {
    uint64_t const digit = static_cast<uint64_t>(in.peek() - '0');
    fraction += digit * unit;
    more = more || (unit == 0 && digit != 0);
    unit /= 10;
  }
  milliseconds = saturating_add(milliseconds, fraction + (more ? 1 : 0));
  return true;
}

/// delay-seconds = 1*DIGIT; if lenient, a list of decimal numbers, some of them left out, of which
/// the largest is meant.
[[nodiscard]] constexpr RetryAfter parse_seconds(Text trimmed_field, Grammar grammar) noexcept {
  if (grammar > Grammar::strict) return RetryAfter::malformed();
  Scanner in(trimmed_field);
  bool const lenient = grammar == Grammar::lenient;
  RetryAfter longest;
  do {
    in.blanks();
    uint64_t milliseconds = 0;
    if (read_seconds(in, lenient, milliseconds)) {
      longest = combined(longest, RetryAfter(Milliseconds(milliseconds)));
    }
    in.blanks();
  } while (lenient && in.take(','));
  return in.at_end() && longest.is_wait() ? longest : RetryAfter::malformed();
}

}  // namespace detail

/// What one Retry-After field line asks for (RFC 9110 10.2.3): a number of seconds, or a date that
/// is compared with `now`, a date in the past being a wait of 0. Never in local time, never an
/// exception, never a wrap: what is too large is Milliseconds::largest().
///
/// An absent text is absent; an empty one, and any under an unknown grammar, is malformed. Several
/// lines are parsed one by one and combined with combined(). For `now` the response's own Date, by
/// parse_http_date(), is better than a clock that may be wrong.
[[nodiscard]] constexpr RetryAfter parse_retry_after(Text field, Instant now,
                                                     Grammar grammar = Grammar::lenient) noexcept {
  if (field.absent()) return {};
  Text const value = detail::trimmed(field, grammar);
  RetryAfter const seconds = detail::parse_seconds(value, grammar);
  if (seconds.is_wait()) return seconds;
  HttpDate const date = detail::parse_date(value, now, grammar);
  return date.valid() ? RetryAfter(date.instant(), now) : RetryAfter::malformed();
}

}}  // namespace oncemore::v1

// oncemore/requests.hpp

namespace oncemore { inline namespace v1 {

/// One layer of a stack of clients: how often it sends a request, and how many redirects it follows
/// after each.
struct RequestLayer {
  uint32_t attempts = 1;   ///< sends allowed, the first included
  uint32_t redirects = 0;  ///< hops allowed after each send
};

/// The worst number of requests that one call can cost where the redirect allowance starts afresh
/// with each attempt: attempts x (1 + redirects), 3 x (1 + 5) = 18. Saturates at 2^64-1.
[[nodiscard]] constexpr uint64_t requests_per_call(uint32_t attempts, uint32_t redirects) noexcept {
  return uint64_t{attempts} * (uint64_t{1} + redirects);
}

/// The same for layers that wrap each other: their product, saturating at 2^64-1. A layer that
/// sends nothing makes it 0, wherever it stands. No layer at all is the bare request: 1.
///
/// A template, since a literal 0 could be a null pointer where size_t has 32 bits.
template <class Layer, detail::only_if<detail::is_same<Layer, RequestLayer>> = 0>
[[nodiscard]] constexpr uint64_t requests_per_call(Layer const* layers, size_t count) noexcept {
  uint64_t product = 1;
  for (size_t i = 0; i < count; ++i) {
    uint64_t const factor = requests_per_call(layers[i].attempts, layers[i].redirects);
    product = detail::saturating_multiply(product, factor);
  }
  return product;
}

template <size_t count>
[[nodiscard]] constexpr uint64_t requests_per_call(RequestLayer const (&layers)[count]) noexcept {
  return requests_per_call(layers, count);
}

/// The worst number of requests where one redirect allowance serves the whole call, as follow()
/// counts: attempts + redirects.
[[nodiscard]] constexpr uint64_t requests_per_call_shared(uint32_t attempts,
                                                          uint32_t redirects) noexcept {
  return uint64_t{attempts} + redirects;
}

}}  // namespace oncemore::v1

// oncemore/version.hpp

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
