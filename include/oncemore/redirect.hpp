// SPDX-License-Identifier: MIT
#pragma once

#include <stdint.h>

#include <oncemore/method.hpp>
#include <oncemore/status.hpp>
#include <oncemore/text.hpp>

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
