// SPDX-License-Identifier: MIT
//
// The shell command's reader of response heads: what it makes of octets must not depend on how they
// are cut into pieces, and must be what a second reader makes of them that has them all at once.

#include "../bindings/cli/response.hpp"

#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "input.hpp"

namespace {

using fuzz::require;

struct Read {
  bool problem = false;
  cli::Head head;
  oncemore::Trail redirects;
};

bool same(Read const& a, Read const& b) {
  if (a.problem || b.problem) return a.problem == b.problem;
  return a.redirects == b.redirects && a.head.status == b.head.status &&
         a.head.retry_after == b.head.retry_after && a.head.date == b.head.date &&
         a.head.age == b.head.age && a.head.location == b.head.location;
}

// --- the second reader --------------------------------------------------------------------------

/// HTTP/1.1 503 Service Unavailable; the status, or 0.
int32_t status_of(std::string const& line) {
  static std::regex const form("HTTP/[0-9]+(?:\\.[0-9]+)? +([0-9][0-9][0-9])");
  std::smatch match;
  bool const found = std::regex_search(line, match, form, std::regex_constants::match_continuous);
  if (!found) return 0;
  auto const behind = static_cast<size_t>(match.length());
  bool const apart = behind == line.size() || line[behind] == ' ' || line[behind] == '\r';
  return apart ? std::stoi(match[1]) : 0;
}

std::string trimmed(std::string const& text) {
  auto const first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class SecondReader {
 public:
  SecondReader(std::string method, oncemore::RedirectRewrite rewrite, std::string text)
      : method_(std::move(method)), rewrite_(rewrite), text_(std::move(text)) {}

  Read read() {
    while (at_ < text_.size() && !read_.problem && head_or_body()) {
    }
    if (read_.head.status < 200 && read_.head.status != 101 && tunnel_.status > 0) {
      read_.head = tunnel_;
    }
    return read_;
  }

 private:
  std::string line() {
    size_t const end = std::min(text_.find('\n', at_), text_.size());
    std::string const line = text_.substr(at_, end - at_);
    at_ = end + 1;
    return line;
  }

  /// What stands here; false if nothing behind it is looked at.
  bool head_or_body() {
    size_t const here = at_;
    int32_t const status = status_of(line());
    if (status > 0 && (first_ || explained())) {
      head(status);
      return true;
    }
    if (status > 0) {
      read_.problem = !is_body(here);
      return false;
    }
    if (first_) {
      read_.problem = true;
      return false;
    }
    bool const length_known = behind_head_ && !read_.head.coded && read_.head.content_length > 0;
    if (!length_known) return false;
    behind_head_ = false;
    at_ = here + std::min<uint64_t>(read_.head.content_length, text_.size());
    return true;
  }

  void head(int32_t status) {
    if (opens_tunnel()) {
      tunnel_ = read_.head;
    } else if (read_.head.status >= 200 || read_.head.status == 101) {
      tunnel_ = {};
    }
    follow();
    read_.head = {};
    read_.head.status = status;
    first_ = false;
    behind_head_ = true;
    std::vector<std::string> fields;
    while (at_ < text_.size()) {
      std::string field = line();
      if (!field.empty() && field.back() == '\r') field.pop_back();
      if (field.empty()) break;
      if (field[0] != ' ' && field[0] != '\t') {
        fields.push_back(field);
      } else if (!fields.empty()) {
        fields.back() += ' ' + trimmed(field);
      }
    }
    for (std::string const& field : fields) take(field);
  }

  void take(std::string const& field) {
    auto const colon = field.find(':');
    if (colon == std::string::npos) return;
    std::string name = trimmed(field.substr(0, colon));
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    std::string const value = trimmed(field.substr(colon + 1));
    cli::Head& head = read_.head;
    if (name == "retry-after") head.retry_after.push_back(value);
    if (name == "date") head.date.push_back(value);
    if (name == "age") head.age.push_back(value);
    if (name == "location") head.location = !value.empty();
    if (name == "www-authenticate" || name == "proxy-authenticate") head.challenge = true;
    if (name == "content-encoding" || name == "transfer-encoding") head.coded = true;
    if (name == "content-type" || head.coded) head.body_announced = true;
    if (name != "content-length") return;
    bool const number = !value.empty() && value.size() <= 18 &&
                        value.find_first_not_of("0123456789") == std::string::npos;
    head.content_length = number ? std::stoull(value) : 0;
    if (!number || head.content_length > 0) head.body_announced = true;
  }

  bool leads_elsewhere() const {
    cli::Head const& head = read_.head;
    return head.location && head.status >= 300 && head.status <= 399 && head.status != 304;
  }

  /// A 200 without a word about a body, behind which the answer to the request may stand.
  bool opens_tunnel() const { return read_.head.status == 200 && !read_.head.body_announced; }

  /// Whether one request can have this answer and then another one.
  bool explained() const {
    cli::Head const& head = read_.head;
    bool const interim = head.status < 200;
    return interim || leads_elsewhere() || head.challenge || opens_tunnel();
  }

  /// Whether what stands here, like another head, is a body by its length or by the status.
  bool is_body(size_t here) const {
    cli::Head const& head = read_.head;
    if (behind_head_ && !head.coded && head.content_length > 0) {
      return text_.size() - here == head.content_length;
    }
    return head.status > 200 && head.status < 300;
  }

  void follow() {
    if (!leads_elsewhere()) return;
    int32_t const status = read_.head.status;
    bool const browser = rewrite_ == oncemore::RedirectRewrite::browser;
    bool const becomes_get = (status == 303 && method_ != "HEAD") ||
                             (browser && method_ == "POST" && (status == 301 || status == 302));
    std::string const next = becomes_get ? "GET" : method_;
    read_.redirects = read_.redirects.followed(status, method_, next);
    method_ = next;
  }

  std::string method_;
  oncemore::RedirectRewrite rewrite_;
  std::string text_;
  size_t at_ = 0;
  bool first_ = true;
  bool behind_head_ = false;
  cli::Head tunnel_;
  Read read_;
};

/// The reader, fed in pieces whose lengths come from the input itself, or at once.
Read read_in_pieces(std::string const& method, oncemore::RedirectRewrite rewrite,
                    std::string_view text, uint8_t longest) {
  cli::ResponseReader reader(method, rewrite);
  size_t turn = 0;
  while (!text.empty()) {
    size_t const wanted = longest == 0 ? text.size() : 1 + turn++ % longest;
    fuzz::Exact const piece(text.substr(0, wanted));
    reader.feed({piece.data(), piece.size()});
    text.remove_prefix(piece.size());
  }
  reader.finish();
  return {!reader.problem().empty(), reader.last(), reader.redirects()};
}

void check_wait(cli::Head const& head, oncemore::Instant now, oncemore::Grammar grammar) {
  oncemore::RetryAfter const asked = cli::retry_after_of(head, now, grammar);
  require(asked.possible(), "what is asked for is a wait, malformed or absent");
  require(asked.is_absent() == head.retry_after.empty(), "absent if there is no line");
  bool longest = asked.is_absent();
  for (std::string const& line : head.retry_after) {
    // Plain seconds do not depend on a clock; of others it is enough that one is the answer.
    oncemore::RetryAfter const one = oncemore::parse_retry_after(line, now, grammar);
    bool const digits = line.find_first_not_of("0123456789") == std::string::npos;
    longest = longest || one.kind() == asked.kind();
    require(!digits || !one.is_wait() || (asked.is_wait() && asked.wait() >= one.wait()),
            "no line asks for more than all of them");
  }
  require(longest, "the answer is of the kind of one line");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(uint8_t const* bytes, size_t size) {
  fuzz::Input input(bytes, size);
  uint8_t const settings = input.byte();
  uint8_t const longest = input.byte();
  constexpr char const* methods[] = {"GET", "POST", "HEAD", "PUT"};
  std::string const method = methods[settings & 3];
  auto const rewrite = static_cast<oncemore::RedirectRewrite>(settings >> 2 & 1);
  std::string const text(input.rest());

  Read const whole = read_in_pieces(method, rewrite, text, 0);
  require(same(whole, read_in_pieces(method, rewrite, text, longest)), "pieces make no difference");
  require(same(whole, read_in_pieces(method, rewrite, text, 1)), "nor does octet by octet");
  Read const second = SecondReader(method, rewrite, text).read();
  require(same(whole, second), "both readers read the same");
  require(whole.problem || (whole.head.status > 0) == !text.empty(), "what is read has a status");
  require(whole.redirects.possible(), "the redirects are a trail");
  check_wait(whole.head, oncemore::Instant(1781524800000), oncemore::Grammar::lenient);
  return 0;
}
