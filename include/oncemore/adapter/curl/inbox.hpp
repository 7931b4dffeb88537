// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>
#include <stddef.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <oncemore/adapter/curl/call.hpp>
#include <oncemore/adapter/curl/marks.hpp>
#include <oncemore/oncemore.hpp>

namespace oncemore { inline namespace v1 { namespace curl { namespace detail {

/// Stands where libcurl hands over the body, if the caller lends the place (Options::write): holds
/// its first octets back, and lets the caller have none of an answer that will be retried. The
/// status of an answer below 200 or above 299 counts even if its body breaks off, so it is decided
/// about as soon as there is more of it than may be held.
class Inbox {
 public:
  /// What is left unread of an answer that will be retried: at most so much is read, for the sake
  /// of its connection.
  static constexpr size_t drain_octets = 65536;
  static constexpr Milliseconds drain_time{250};

  /// `retried` decides about the answer, and says whether it will be retried.
  Inbox(Call& call, std::function<bool()> retried) : call_(call), retried_(std::move(retried)) {
    if (!lent()) return;
    call_.set(CURLOPT_WRITEFUNCTION, &Inbox::write);
    call_.set(CURLOPT_WRITEDATA, this);
    call_.set(CURLOPT_HEADER, 0L);
  }
  Inbox(Inbox const&) = delete;
  Inbox& operator=(Inbox const&) = delete;
  ~Inbox() {
    if (!lent()) return;
    call_.set(CURLOPT_WRITEFUNCTION, call_.options().write);
    call_.set(CURLOPT_WRITEDATA, call_.options().write_data);
  }

  void begin_attempt() {
    held_.clear();
    dropped_ = 0;
    flow_ = lent() ? Flow::held : Flow::not_ours;
    handed_over_ = false;
  }

  [[nodiscard]] std::string_view held() const noexcept { return held_; }

  /// Whether the caller has octets of this attempt; `downloaded` is what libcurl counted of it.
  [[nodiscard]] bool handed_over(int64_t downloaded) const noexcept {
    return handed_over_ || (flow_ == Flow::not_ours && downloaded > 0);
  }

  /// Whether this is an answer that will be retried, and enough of it has been read.
  [[nodiscard]] bool drained_enough() const {
    return flow_ == Flow::dropped &&
           (dropped_ > drain_octets || call_.elapsed() > began_ + patience_);
  }

  /// Hands over what is still held; in pieces no larger than those that libcurl gives. False if the
  /// caller does not take it.
  [[nodiscard]] bool hand_over_held() noexcept {
    std::string held = std::move(held_);
    held_.clear();
    for (size_t at = 0; at < held.size();) {
      size_t const size = std::min<size_t>(held.size() - at, CURL_MAX_WRITE_SIZE);
      if (hand_over(&held[at], size) != size) return false;
      at += size;
    }
    return true;
  }

 private:
  enum class Flow { not_ours, held, handed_over, dropped };

  [[nodiscard]] bool lent() const noexcept { return call_.options().write != nullptr; }

  static size_t write(char* octets, size_t size, size_t items, void* inbox) noexcept {
    return static_cast<Inbox*>(inbox)->receive(octets, size * items);
  }

  [[nodiscard]] size_t receive(char* octets, size_t size) noexcept {
    if (flow_ == Flow::held) {
      bool const fits = size <= call_.options().hold_back - held_.size();
      if (!call_.guarded([&] { fits ? hold(octets, size) : open(); })) return 0;
      if (fits) return size;
      if (flow_ == Flow::handed_over && !hand_over_held()) return 0;
    }
    if (flow_ == Flow::handed_over) return hand_over(octets, size);
    dropped_ += size;
    return drained_enough() ? 0 : size;
  }

  void hold(char const* octets, size_t size) { held_.append(octets, size); }

  /// There is more than may be held: to whom it goes.
  void open() {
    Status const status(long_info(call_.handle(), CURLINFO_RESPONSE_CODE));
    bool const drop = !is_success(status) && retried_();
    flow_ = drop ? Flow::dropped : Flow::handed_over;
    if (drop) begin_drain();
  }

  /// libcurl looks at the clock once a second if nothing comes, so nothing is waited for closer to
  /// the deadline than that.
  void begin_drain() {
    began_ = call_.elapsed();
    auto const left = time_left(call_.policy(), began_ + call_.policy().min_attempt_time);
    patience_ = left > Milliseconds(2000) ? drain_time : Milliseconds(0);
  }

  [[nodiscard]] size_t hand_over(char* octets, size_t size) noexcept {
    handed_over_ = true;
    return call_.options().write(octets, 1, size, call_.options().write_data);
  }

  Call& call_;
  std::function<bool()> retried_;
  Flow flow_ = Flow::not_ours;
  std::string held_{};
  bool handed_over_ = false;
  size_t dropped_ = 0;
  Milliseconds began_{};     ///< to drain
  Milliseconds patience_{};  ///< for that
};

}}}}  // namespace oncemore::v1::curl::detail
