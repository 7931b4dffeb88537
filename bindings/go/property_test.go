// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"flag"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/oncemore/oncemore/bindings/go"
)

// What every caller may rely on, of whatever numbers.

func TestMain(m *testing.M) {
	// The command line's -rapid.checks is read after this and wins.
	if err := flag.Set("rapid.checks", "10000"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

var anyDuration = rapid.OneOf(
	rapid.Map(rapid.Int64Range(0, 100_000), func(ms int64) time.Duration {
		return time.Duration(ms) * time.Millisecond
	}),
	rapid.Map(rapid.Int64Range(-10, math.MaxInt64), func(ns int64) time.Duration {
		return time.Duration(ns)
	}),
	rapid.SampledFrom([]time.Duration{0, 1, -1, math.MaxInt64, math.MinInt64, oncemore.NoDeadline}),
)

var anyStatus = rapid.OneOf(
	rapid.IntRange(100, 999),
	rapid.SampledFrom([]int{0, 413, 429, 503, math.MaxInt, math.MinInt, 503 + 1<<32}),
	rapid.Int(),
)

var anyRatio = rapid.OneOf(rapid.Float64Range(0, 4),
	rapid.SampledFrom([]float64{0, 1, 2, math.NaN(), math.Inf(1), math.Inf(-1), -1}))

// number draws an enumerator of n, and now and then a number that is none.
func number(t *rapid.T, label string, n uint32) uint32 {
	if rapid.IntRange(0, 50).Draw(t, label+" is strange") == 50 {
		return rapid.Uint32().Draw(t, label)
	}
	return rapid.Uint32Range(0, n-1).Draw(t, label)
}

// sometimes makes one change in six, so that what is drawn differs from what is plain in a few
// places at once and there are enough retries to look at.
func sometimes(t *rapid.T, label string, change func(label string)) {
	if rapid.IntRange(0, 5).Draw(t, label+" differs") == 5 {
		change(label)
	}
}

func somePolicy(t *rapid.T) oncemore.Policy {
	p := oncemore.DefaultPolicy()
	duration := func(d *time.Duration) func(string) {
		return func(label string) { *d = anyDuration.Draw(t, label) }
	}
	ratio := func(r *float64) func(string) {
		return func(label string) { *r = anyRatio.Draw(t, label) }
	}
	count := func(n *uint32) func(string) {
		return func(label string) { *n = rapid.Uint32Range(0, 3).Draw(t, label) }
	}
	sometimes(t, "max_attempts", count(&p.MaxAttempts))
	sometimes(t, "max_redirects", count(&p.MaxRedirects))
	sometimes(t, "unrepeatable", func(label string) {
		p.Unrepeatable = oncemore.Unrepeatable(number(t, label, 3))
	})
	sometimes(t, "redirect_proof", func(label string) {
		p.RedirectProof = oncemore.RedirectProof(number(t, label, 2))
	})
	sometimes(t, "redirect_rewrite", func(label string) {
		p.RedirectRewrite = oncemore.RedirectRewrite(number(t, label, 2))
	})
	sometimes(t, "statuses", func(label string) {
		p.Statuses = p.Statuses.With(anyStatus.Draw(t, label))
	})
	sometimes(t, "deadline", duration(&p.Deadline))
	sometimes(t, "min_attempt_time", duration(&p.MinAttemptTime))
	sometimes(t, "backoff.initial", duration(&p.Backoff.Initial))
	sometimes(t, "backoff.cap", duration(&p.Backoff.Cap))
	sometimes(t, "backoff.floor", duration(&p.Backoff.Floor))
	sometimes(t, "backoff.multiplier", ratio(&p.Backoff.Multiplier))
	sometimes(t, "backoff.jitter", func(label string) {
		p.Backoff.Jitter = oncemore.Jitter(number(t, label, 6))
	})
	sometimes(t, "backoff.spread", ratio(&p.Backoff.Spread))
	sometimes(t, "backoff.spread_time", duration(&p.Backoff.SpreadTime))
	sometimes(t, "server_wait.mode", func(label string) {
		p.ServerWait.Mode = oncemore.ServerWaitMode(number(t, label, 3))
	})
	sometimes(t, "server_wait.over_cap", func(label string) {
		p.ServerWait.OverCap = oncemore.OverCap(number(t, label, 2))
	})
	sometimes(t, "server_wait.cap", duration(&p.ServerWait.Cap))
	sometimes(t, "server_wait.spread", ratio(&p.ServerWait.Spread))
	return p
}

func someRetryAfter(t *rapid.T) oncemore.RetryAfter {
	switch rapid.IntRange(0, 3).Draw(t, "retry_after") {
	case 0:
		return oncemore.RetryAfterIn(anyDuration.Draw(t, "wait"))
	case 1:
		return oncemore.RetryAfterMalformed()
	case 2:
		text := rapid.StringMatching(`[0-9]{1,3}([.,][0-9]{0,4})?`).Draw(t, "field")
		return oncemore.ParseRetryAfter(text, noon)
	}
	return oncemore.RetryAfter{}
}

func someTrail(t *rapid.T) oncemore.Trail {
	var trail oncemore.Trail
	method := rapid.SampledFrom([]string{"GET", "POST", "", "get"})
	for range rapid.IntRange(0, 3).Draw(t, "hops") {
		trail = trail.Followed(anyStatus.Draw(t, "followed"), method.Draw(t, "before"),
			method.Draw(t, "after"))
	}
	return trail
}

func someAttempt(t *rapid.T) oncemore.Attempt {
	a := worthIt()
	sometimes(t, "number", func(label string) {
		a.Number = rapid.Uint32Range(0, 5).Draw(t, label)
	})
	sometimes(t, "method", func(label string) { a.Method = oncemore.Method(number(t, label, 41)) })
	sometimes(t, "status", func(label string) { a.Status = anyStatus.Draw(t, label) })
	sometimes(t, "failure", func(label string) {
		a.Status, a.Failure = 0, oncemore.Failure(number(t, label, 14))
	})
	sometimes(t, "repeatable", func(label string) {
		a.Repeatable = oncemore.Repeatable(number(t, label, 3))
	})
	sometimes(t, "evidence", func(label string) {
		a.Evidence = oncemore.Evidence(number(t, label, 5))
	})
	sometimes(t, "body", func(label string) { a.Body = oncemore.Body(number(t, label, 2)) })
	sometimes(t, "budget", func(label string) {
		a.Budget = oncemore.BudgetAnswer(number(t, label, 2))
	})
	sometimes(t, "server_says", func(label string) {
		a.ServerSays = oncemore.ServerSays(number(t, label, 3))
	})
	sometimes(t, "elapsed", func(label string) { a.Elapsed = anyDuration.Draw(t, label) })
	sometimes(t, "previous_delay", func(label string) {
		a.PreviousDelay = anyDuration.Draw(t, label)
	})
	sometimes(t, "retry_after", func(string) { a.RetryAfter = someRetryAfter(t) })
	sometimes(t, "redirects", func(string) { a.Redirects = someTrail(t) })
	return a
}

func TestPropertiesOfDecide(t *testing.T) {
	retries := 0
	rapid.Check(t, func(t *rapid.T) {
		p, a, bits := somePolicy(t), someAttempt(t), rapid.Uint64().Draw(t, "random")
		d := oncemore.Decide(p, a, bits)
		if d != oncemore.Decide(p, a, bits) {
			t.Error("the same question, another answer")
		}
		if d.Verdict != d.Reason.Verdict() || strings.HasSuffix(d.Reason.String(), ")") {
			t.Error("the reason does not stand for the verdict: ", d)
		}
		if d.Delay < 0 || d.Delay > oncemore.NoDeadline || d.Delay%time.Millisecond != 0 {
			t.Error("the delay is not a duration of the library: ", d)
		}
		if line := oncemore.Describe(p, a, d); !strings.Contains(line, d.Verdict.String()) {
			t.Error(line)
		}
		if !d.Retry() {
			return
		}
		retries++
		if err := p.Validate(); err != nil {
			t.Error("a retry by an invalid policy: ", err)
		}
		if a.Number == 0 || a.Number >= p.MaxAttempts || !p.Statuses.Valid() {
			t.Error("a retry after the last attempt")
		}
		if p.Deadline < oncemore.NoDeadline && a.Elapsed+d.Delay >= p.Deadline {
			t.Error("a retry after the deadline")
		}
		own := p.DelayRange(a.Number, a.PreviousDelay)
		if wait, ok := a.RetryAfter.Wait(); !ok {
			if d.Delay < own.Low || d.Delay > own.High {
				t.Errorf("a delay of %v out of %v", d.Delay, own)
			}
		} else if p.ServerWait.Mode != oncemore.ServerWaitModeIgnore && d.Delay < wait &&
			!d.Notes.Has(oncemore.NoteServerWaitClamped) {
			t.Errorf("the server is hit after %v instead of %v", d.Delay, wait)
		}
	})
	if retries < 20 {
		t.Errorf("only %d retries, so little was tried", retries)
	}
}

func TestPropertiesOfDurations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, a, bits := somePolicy(t), someAttempt(t), rapid.Uint64().Draw(t, "random")
		up := func(d *time.Duration) {
			whole := d.Truncate(time.Millisecond)
			if rest := *d - whole; rest > 0 && whole < oncemore.NoDeadline {
				whole += time.Millisecond
			} else if rest < 0 && whole > -oncemore.NoDeadline {
				whole -= time.Millisecond
			}
			*d = whole
		}
		q, b := p, a
		for _, d := range []*time.Duration{&q.Deadline, &q.MinAttemptTime, &q.Backoff.Initial,
			&q.Backoff.Cap, &q.Backoff.Floor, &q.Backoff.SpreadTime, &q.ServerWait.Cap, &b.Elapsed,
			&b.PreviousDelay} {
			up(d)
		}
		if got, want := oncemore.Decide(p, a, bits), oncemore.Decide(q, b, bits); got != want {
			t.Errorf("%v of finer durations, %v of whole milliseconds", got, want)
		}
	})
}

func TestPropertiesOfFollow(t *testing.T) {
	follows := 0
	rapid.Check(t, func(t *rapid.T) {
		p, trail := somePolicy(t), someTrail(t)
		hop := oncemore.Hop{
			Status:      rapid.OneOf(anyStatus, rapid.IntRange(300, 308)).Draw(t, "status"),
			Method:      oncemore.Method(number(t, "method", 41)),
			Body:        oncemore.Body(number(t, "body", 2)),
			HasLocation: rapid.Bool().Draw(t, "location"),
			Elapsed:     anyDuration.Draw(t, "elapsed"),
			RetryAfter:  someRetryAfter(t),
		}
		d := oncemore.Follow(p, trail, hop)
		if d != oncemore.Follow(p, trail, hop) || d.Verdict != d.Reason.Verdict() || d.Delay < 0 {
			t.Error(d)
		}
		if !d.Follow() {
			if d.Method != oncemore.NextMethodKeep || d.Body != oncemore.NextBodyKeep {
				t.Error("a stop changes the request: ", d)
			}
			return
		}
		follows++
		if !oncemore.IsFollowable(hop.Status) || !hop.HasLocation ||
			trail.Hops() >= p.MaxRedirects ||
			p.Validate() != nil {
			t.Error("there is nothing to follow: ", d)
		}
	})
	if follows < 20 {
		t.Errorf("only %d hops were followed, so little was tried", follows)
	}
}

func TestPropertiesOfFields(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[ \t0-9.,]{0,12}`),
		rapid.StringMatching(`(Mon|Tue), [0-3][0-9] (Jan|Feb) [0-9]{4} [0-2][0-9]:00:00 GMT`))
	rapid.Check(t, func(t *rapid.T) {
		now := time.Unix(rapid.Int64().Draw(t, "seconds"), rapid.Int64().Draw(t, "nanoseconds"))
		lines := rapid.SliceOfN(text, 0, 3).Draw(t, "lines")
		var joined oncemore.RetryAfter
		for _, line := range lines {
			parsed := oncemore.ParseRetryAfterLines([]string{line}, now)
			if line != "" && parsed != oncemore.ParseRetryAfter(line, now) {
				t.Error("one line by itself means something else")
			}
			if wait, ok := parsed.Wait(); ok && (wait < 0 || wait > oncemore.NoDeadline) {
				t.Error(parsed)
			}
			if parsed.Kind() == oncemore.RetryAfterKindAbsent {
				t.Errorf("%q is absent", line)
			}
			strict := oncemore.GrammarStrict.ParseRetryAfterLines([]string{line}, now)
			if _, ok := strict.Wait(); ok && strict != parsed {
				t.Errorf("strict %v, lenient %v", strict, parsed)
			}
			if oncemore.Combined(joined, parsed) != oncemore.Combined(parsed, joined) {
				t.Error("the order of lines matters")
			}
			joined = oncemore.Combined(joined, parsed)
		}
		if joined != oncemore.ParseRetryAfterLines(lines, now) {
			t.Error("lines together are not the lines one by one")
		}
	})
}

func TestPropertiesOfSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.SliceOfN(rapid.IntRange(400, 999), 0, 20).Draw(t, "members")
		set := oncemore.Statuses(members...)
		for _, member := range members {
			without := set.Without(member)
			if !set.Contains(member) || without.Contains(member) || without.With(member) != set {
				t.Error(member, set)
			}
		}
		if !set.Valid() || set.Without(members...) != (oncemore.StatusSet{}) {
			t.Error(set)
		}
		bad := rapid.Int().Filter(func(n int) bool { return n < 400 || n > 999 }).Draw(t, "bad")
		if set.With(bad).Valid() || set.Without(bad).With(members...).Valid() || set.Contains(bad) {
			t.Error(bad, " makes no set invalid")
		}
	})
}

func TestPropertiesOfCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint32().Draw(t, "n")
		attempts := oncemore.AttemptsFromRetries(n)
		if attempts != oncemore.Unlimited && oncemore.RetriesFromAttempts(attempts) != n {
			t.Error(attempts)
		}
		redirects := rapid.Uint32().Draw(t, "redirects")
		layer := oncemore.Layer{Attempts: n, Redirects: redirects}
		alone := oncemore.RequestsPerCall(n, redirects)
		bare := oncemore.Layer{Attempts: 1}
		if alone != uint64(n)*(1+uint64(redirects)) && alone != math.MaxUint64 ||
			oncemore.RequestsPerCallLayers(layer, bare) != alone ||
			oncemore.RequestsPerCallLayers() != 1 {
			t.Error(alone)
		}
		if oncemore.RequestsPerCallShared(n, redirects) != uint64(n)+uint64(redirects) {
			t.Error(n, redirects)
		}
	})
}
