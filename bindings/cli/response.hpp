// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/oncemore.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// What a response head says, as far as it matters to a decision.
struct Head {
  int32_t status = 0;
  std::vector<std::string> retry_after;  ///< one a field line
  std::vector<std::string> date;
  std::vector<std::string> age;
  bool location = false;        ///< says where to go
  bool challenge = false;       ///< asks for credentials
  bool body_announced = false;  ///< speaks of a body that is not empty
  bool coded = false;           ///< the body was decoded by curl, so its length is not the field's
  uint64_t content_length = 0;  ///< 0 also if there is none

  /// Whether it may be a proxy's answer to CONNECT (RFC 9110 9.3.6), behind which another head
  /// stands.
  [[nodiscard]] bool may_open_tunnel() const { return status == 200 && !body_announced; }
};

/// Whether a client that follows redirects goes where this response points to; 304 points nowhere.
[[nodiscard]] bool is_followed_redirect(Head const& head);

/// Reads the response heads of one request as curl writes them with -i, -D or either and -L, piece
/// by piece, in memory that does not grow with their size.
///
/// Several heads stand in a row when the client went on after the first: interim responses, a
/// proxy's answer to CONNECT, redirects that were followed, a challenge that was answered. Of these
/// only the redirects matter, as the trail; the last head is the outcome.
///
/// A body may follow a head. It is as long as its Content-Length says, otherwise it goes to the
/// end, and nothing in it is looked at: a body that quotes a response does not become one. A head
/// counts as one only where one must stand: at the beginning, directly after a head (curl leaves
/// out the bodies of the redirects it follows), or after a body whose length is known.
///
/// If one stands there although nothing can follow the head before it, it is the beginning of a
/// body if that ends where the Content-Length says, or if the head is a 2xx other than 200, which
/// no tunnel begins with. Otherwise nobody can tell what it is (a body that begins like a response,
/// or a second request in the same file), and that is a problem.
class ResponseReader {
 public:
  /// `method` is the request's, `rewrite` what the client does to it when it follows a redirect;
  /// `tunnels` is whether a 200 may be a proxy's answer to CONNECT.
  ResponseReader(std::string method, oncemore::RedirectRewrite rewrite, bool tunnels = true);

  void feed(std::string_view octets);
  /// The end of the input, which is also the end of the last line and of the last head.
  void finish();
  /// The client went on after the last head, too, and nobody answered.
  void go_on();

  /// Whether a server has spoken: whether a head is there that is no answer to CONNECT.
  [[nodiscard]] bool answered() const;
  /// Why the input is not what curl writes of one request; empty if it is.
  [[nodiscard]] std::string const& problem() const { return problem_; }
  /// The last head; its status is 0 if the input was empty.
  [[nodiscard]] Head const& last() const { return head_; }
  /// The method of the request that the last head answers.
  [[nodiscard]] std::string const& method() const { return method_; }
  /// The redirects between the heads.
  [[nodiscard]] oncemore::Trail redirects() const { return redirects_; }

 private:
  enum class Place { beginning, fields, after_head, after_body, rest };

  [[nodiscard]] std::string_view feed_line(std::string_view octets);
  void end_line();
  void end_field_line(std::string_view line);
  void end_field();
  void end_head();
  void follow_last();
  void begin_head(int32_t status);
  void begin_body(std::string const& octets);
  void begin_doubt();

  oncemore::RedirectRewrite rewrite_;
  bool tunnels_;
  std::string method_;
  oncemore::Trail redirects_;
  Head head_;
  Head tunnel_;         // the head before it, if that is taken for an answer to CONNECT
  bool spoke_ = false;  // a head before it was none
  std::string problem_;
  std::string doubt_;  // the problem, unless the body ends where its length says

  Place place_ = Place::beginning;
  std::string line_;        // as far as it was fed, without its LF
  std::string field_;       // the field line before it, which it may continue
  size_t head_size_ = 0;    // octets of the head so far
  uint64_t body_left_ = 0;  // octets to pass over
  uint64_t position_ = 0;   // octets taken
  uint64_t head_end_ = 0;   // of them, before the end of the last head
};

/// What the Retry-After of a response asks for. A date in it is compared with the response's own
/// Date, the first that can be read, unless an Age says that it is a cache's; else with `now`.
oncemore::RetryAfter retry_after_of(Head const& head, oncemore::Instant now,
                                    oncemore::Grammar grammar);

}  // namespace cli
