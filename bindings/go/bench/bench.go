// SPDX-License-Identifier: MIT

// Package bench measures decisions beside those of other libraries and beside C alone. It is a
// module of its own, so that nobody who uses the package has to do with theirs.
package bench

/*
#cgo CPPFLAGS: -I${SRCDIR}/../../../capi/include
#cgo CXXFLAGS: -std=c++17 -O2 -fno-exceptions -fno-rtti -I${SRCDIR}/../../../include
#include <oncemore.h>
#include <string.h>

static uint32_t loop(uint64_t n, const char* date, int64_t now_ms) {
  oncemore_policy policy = ONCEMORE_POLICY_INIT;
  oncemore_attempt attempt = ONCEMORE_ATTEMPT_INIT;
  uint32_t retries = 0;
  attempt.number = 2;
  attempt.method = ONCEMORE_METHOD_GET;
  attempt.status = 503;
  attempt.elapsed_ms = 1500;
  for (uint64_t i = 0; i < n; ++i) {
    if (date[0] != 0) {
      attempt.retry_after = oncemore_parse_retry_after(date, strlen(date), now_ms,
                                                       ONCEMORE_GRAMMAR_LENIENT);
    }
    retries += oncemore_decide(&policy, &attempt, i).verdict == ONCEMORE_VERDICT_RETRY;
  }
  return retries;
}
*/
import "C"

import (
	"time"
	"unsafe"
)

// loopInC decides n times without leaving C and returns how many of them were retries.
func loopInC(n int, date string, now time.Time) int {
	zero := append([]byte(date), 0)
	text := (*C.char)(unsafe.Pointer(&zero[0]))
	return int(C.loop(C.uint64_t(n), text, C.int64_t(now.UnixMilli())))
}
