// SPDX-License-Identifier: MIT

package oncehttp

import (
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

func advance(a oncemore.Attempt, d oncemore.Decision) oncemore.Attempt {
	return oncemore.Attempt{Number: a.Number + 1, PreviousDelay: d.Delay, Repeatable: a.Repeatable}
}

func timeLeft(p oncemore.Policy, elapsed time.Duration) (time.Duration, bool) {
	if p.Deadline <= 0 || p.Deadline >= oncemore.NoDeadline {
		return 0, false
	}
	return max(0, p.Deadline-max(0, elapsed)), true
}

func referenceTime(date, age string, now time.Time) time.Time {
	if at, err := oncemore.ParseHTTPDate(date, now); err == nil && (age == "" || age == "0") {
		return at
	}
	return now
}
