// SPDX-License-Identifier: MIT
#include "response.hpp"

#include <algorithm>
#include <utility>

namespace cli {
namespace {

using oncemore::Grammar;
using oncemore::Instant;
using oncemore::Method;
using oncemore::RetryAfter;

// curl itself takes no head longer than 300 KiB.
constexpr size_t longest_head = size_t{1} << 20;
constexpr size_t longest_status_line = size_t{1} << 13;
constexpr std::string_view protocol = "HTTP/";
constexpr std::string_view blanks = " \t";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view without_blanks(std::string_view text) {
  size_t const from = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(from, text.find_last_not_of(blanks) + 1 - from);
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// The status of `HTTP/1.1 503 Service Unavailable`, `HTTP/2 503 `; 0 if the line is none such.
int32_t status_of(std::string_view line) {
  auto const take_digits = [&line] {
    auto const end = std::find_if_not(line.begin(), line.end(), is_digit);
    std::string_view const digits = line.substr(0, static_cast<size_t>(end - line.begin()));
    line.remove_prefix(digits.size());
    return digits;
  };
  if (line.substr(0, protocol.size()) != protocol) return 0;
  line.remove_prefix(protocol.size());
  if (take_digits().empty()) return 0;
  if (!line.empty() && line[0] == '.') {
    line.remove_prefix(1);
    if (take_digits().empty()) return 0;
  }
  size_t const gap = std::min(line.find_first_not_of(' '), line.size());
  line.remove_prefix(gap);
  std::string_view const status = take_digits();
  bool const apart = line.empty() || line[0] == ' ' || line[0] == '\r';
  if (gap == 0 || status.size() != 3 || !apart) return 0;
  return (status[0] - '0') * 100 + (status[1] - '0') * 10 + (status[2] - '0');
}

/// Whether another head may follow this one in the answers to a single request, tunnels apart: 101
/// is the switch to another version of HTTP.
bool may_go_on(Head const& head) {
  return !oncemore::is_final(head.status) || head.status == 101 || is_followed_redirect(head) ||
         head.challenge;
}

/// The length of the body is known, and it is not 0.
bool has_length(Head const& head) { return !head.coded && head.content_length > 0; }

void take_length(Head& head, std::string_view value) {
  uint64_t length = 0;
  bool const digits = !value.empty() && std::all_of(value.begin(), value.end(), is_digit);
  bool const fits = digits && value.size() <= 18;
  for (char const c : value.substr(0, fits ? value.size() : 0)) {
    length = length * 10 + static_cast<uint64_t>(c - '0');
  }
  head.content_length = fits ? length : 0;
  head.body_announced = head.body_announced || !fits || length > 0;
}

}  // namespace

bool is_followed_redirect(Head const& head) {
  return head.location && oncemore::is_redirection(head.status);
}

ResponseReader::ResponseReader(std::string method, oncemore::RedirectRewrite rewrite, bool tunnels)
    : rewrite_(rewrite), tunnels_(tunnels), method_(std::move(method)) {}

void ResponseReader::feed(std::string_view octets) {
  while (!octets.empty() && problem_.empty() && place_ != Place::rest) {
    if (body_left_ > 0) {
      size_t const count = static_cast<size_t>(std::min<uint64_t>(body_left_, octets.size()));
      body_left_ -= count;
      position_ += count;
      octets.remove_prefix(count);
    } else {
      octets = feed_line(octets);
    }
  }
  position_ += octets.size();
}

/// Takes a line, or as much of it as shows what it is not, and gives back what is left.
std::string_view ResponseReader::feed_line(std::string_view octets) {
  bool const in_head = place_ == Place::fields;
  size_t const limit = in_head ? longest_head - head_size_ : longest_status_line;
  size_t const end = std::min(octets.find('\n'), octets.size());
  size_t const count = std::min(end, limit - line_.size());
  line_.append(octets.substr(0, count));
  octets.remove_prefix(count);
  position_ += count;

  bool const too_long = line_.size() == limit;
  std::string_view const wanted = protocol.substr(0, line_.size());
  if (in_head && too_long) {
    problem_ = "a response head in it is longer than " + std::to_string(longest_head) + " octets";
  } else if (!in_head && (too_long || line_.compare(0, protocol.size(), wanted) != 0)) {
    begin_body(std::exchange(line_, {}));
  } else if (!octets.empty()) {
    octets.remove_prefix(1);
    ++position_;
    end_line();
  }
  return octets;
}

void ResponseReader::end_line() {
  std::string const line = std::exchange(line_, {});
  if (place_ == Place::fields) {
    head_size_ += line.size() + 1;
    return end_field_line(line);
  }
  int32_t const status = status_of(line);
  if (status == 0) return begin_body(line + '\n');
  begin_head(status);
}

void ResponseReader::end_field_line(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (line.empty()) return end_head();
  bool const folded = blanks.find(line[0]) != std::string_view::npos;
  if (!folded) {
    end_field();
    field_ = line;
  } else if (!field_.empty()) {  // obs-fold (RFC 9112 5.2)
    field_ += ' ';
    field_ += without_blanks(line);
  }
}

void ResponseReader::end_field() {
  std::string const line = std::exchange(field_, {});
  size_t const colon = line.find(':');
  if (colon == std::string::npos) return;
  std::string const name = in_lower_case(without_blanks(line.substr(0, colon)));
  std::string const value(without_blanks(std::string_view(line).substr(colon + 1)));
  if (name == "retry-after") {
    head_.retry_after.push_back(value);
  } else if (name == "date") {
    head_.date.push_back(value);
  } else if (name == "age") {
    head_.age.push_back(value);
  } else if (name == "location") {
    head_.location = !value.empty();
  } else if (name == "www-authenticate" || name == "proxy-authenticate") {
    head_.challenge = true;
  } else if (name == "content-length") {
    take_length(head_, value);
  } else if (name == "content-encoding" || name == "transfer-encoding") {
    head_.body_announced = true;
    head_.coded = true;
  } else if (name == "content-type") {
    head_.body_announced = true;
  }
}

void ResponseReader::end_head() {
  end_field();
  place_ = Place::after_head;
  head_end_ = position_;
}

void ResponseReader::begin_head(int32_t status) {
  if (place_ != Place::beginning) {
    bool const tunnel = head_.may_open_tunnel();
    if (!tunnel && !may_go_on(head_)) return begin_doubt();
    if (tunnel || oncemore::is_final(head_.status)) tunnel_ = tunnel ? head_ : Head();
    spoke_ = spoke_ || !tunnel;
  }
  follow_last();
  head_ = Head();
  head_.status = status;
  head_.body_announced = !tunnels_;
  head_size_ = 0;
  place_ = Place::fields;
}

/// What looks like a head stands where none can: see the class.
void ResponseReader::begin_doubt() {
  bool const is_body = head_.status / 100 == 2 && head_.status != 200;
  std::string doubt = "after the response with status " + std::to_string(head_.status) +
                      " comes another one that no redirect explains";
  bool const length_decides = place_ == Place::after_head && has_length(head_);
  if (length_decides) {
    doubt_ = std::move(doubt);
  } else if (!is_body) {
    problem_ = std::move(doubt);
  }
  place_ = Place::rest;
}

/// What was read is no head: it belongs to a body. What is behind the body is read if it is known
/// where that is.
void ResponseReader::begin_body(std::string const& octets) {
  if (place_ == Place::beginning) {
    problem_ = "it does not begin with a status line such as 'HTTP/1.1 503'";
    return;
  }
  bool const length_known = place_ == Place::after_head && has_length(head_);
  body_left_ = length_known ? head_.content_length : 0;
  place_ = body_left_ > 0 ? Place::after_body : Place::rest;
  position_ -= octets.size();
  feed(octets);
}

void ResponseReader::finish() {
  if (!line_.empty()) end_line();
  if (place_ == Place::fields) end_head();
  if (position_ - head_end_ != head_.content_length && problem_.empty()) problem_ = doubt_;
  // Nothing final came out of the tunnel, so it was none, and that was the body.
  if (!oncemore::is_final(head_.status) && tunnel_.status > 0) head_ = tunnel_;
}

bool ResponseReader::answered() const {
  return spoke_ || (head_.status > 0 && !head_.may_open_tunnel());
}

void ResponseReader::go_on() {
  spoke_ = answered();
  follow_last();
  head_ = Head();
}

/// The redirect that the last head may be becomes a hop.
void ResponseReader::follow_last() {
  if (!is_followed_redirect(head_)) return;
  Method const method = oncemore::parse_method(method_);
  bool const becomes_get = rewritten(rewrite_, head_.status, method).method_becomes_get;
  std::string next = becomes_get ? name(Method::get) : method_;
  redirects_ = redirects_.followed(head_.status, method_, next);
  method_ = std::move(next);
}

RetryAfter retry_after_of(Head const& head, Instant now, Grammar grammar) {
  Instant reference = now;
  for (std::string const& date : head.date) {
    if (!oncemore::parse_http_date(date, now).valid()) continue;
    reference = oncemore::reference_time(date, {}, now);
    for (std::string const& age : head.age) {
      bool const aged = oncemore::reference_time(date, age, now) != reference;
      if (aged) reference = now;
    }
    break;
  }
  RetryAfter asked;
  for (std::string const& line : head.retry_after) {
    asked = combined(asked, oncemore::parse_retry_after(line, reference, grammar));
  }
  return asked;
}

}  // namespace cli
