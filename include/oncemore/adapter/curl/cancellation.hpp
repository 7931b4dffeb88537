// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace oncemore { inline namespace v1 { namespace curl {

/// Lets another thread end a call: a wait at once, a transfer at libcurl's next progress report,
/// which comes at least once a second. One object serves any number of calls; it stays cancelled.
class Cancellation {
 public:
  void cancel() {
    {
      std::lock_guard<std::mutex> const lock(mutex_);
      requested_ = true;
    }
    changed_.notify_all();
  }

  [[nodiscard]] bool requested() const {
    std::lock_guard<std::mutex> const lock(mutex_);
    return requested_;
  }

  /// Waits so long, or until it is cancelled.
  void wait_for(std::chrono::milliseconds delay) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (!requested_ && delay.count() > 0) {
      // The longest delay, added to a clock's now, is more than that clock can hold.
      auto const slice = std::min<std::chrono::milliseconds>(delay, std::chrono::hours(1));
      changed_.wait_for(lock, slice, [this] { return requested_; });
      delay -= slice;
    }
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool requested_ = false;
};

}}}  // namespace oncemore::v1::curl
