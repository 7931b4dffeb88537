// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

var noon = time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)

// worthIt is an attempt that the default policy retries.
func worthIt() oncemore.Attempt {
	return oncemore.Attempt{Number: 1, Method: oncemore.MethodGet, Status: 503}
}

func expectReason(t *testing.T, p oncemore.Policy, a oncemore.Attempt, want oncemore.Reason) {
	t.Helper()
	if d := oncemore.Decide(p, a, 1); d.Reason != want {
		t.Errorf("%v instead of %v", d.Reason, want)
	}
}

func TestZeroValuesNeverRetry(t *testing.T) {
	expectReason(t, oncemore.DefaultPolicy(), worthIt(), oncemore.ReasonRetryableStatus)
	expectReason(t, oncemore.DefaultPolicy(), oncemore.Attempt{}, oncemore.ReasonInvalidAttempt)
	expectReason(t, oncemore.Policy{}, worthIt(), oncemore.ReasonInvalidPolicy)
	numberForgotten := worthIt()
	numberForgotten.Number = 0
	expectReason(t, oncemore.DefaultPolicy(), numberForgotten, oncemore.ReasonInvalidAttempt)
	if (oncemore.Decision{}).Retry() || (oncemore.HopDecision{}).Follow() {
		t.Error("a decision that nobody made goes on")
	}
	hop := oncemore.Follow(oncemore.DefaultPolicy(), oncemore.Trail{}, oncemore.Hop{})
	if hop.Follow() || hop.Reason != oncemore.ReasonNotARedirect {
		t.Error(hop)
	}
}

func TestBadInputIsAStop(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	for name, spoil := range map[string]func(*oncemore.Attempt){
		"a status and a failure":    func(a *oncemore.Attempt) { a.Failure = 8 },
		"a status beyond 32 bits":   func(a *oncemore.Attempt) { a.Status = 503 + 1<<32 },
		"a status below 32 bits":    func(a *oncemore.Attempt) { a.Status = 503 - 1<<32 },
		"a status of 2^16 more":     func(a *oncemore.Attempt) { a.Status = 503 + 1<<16 },
		"a negative status":         func(a *oncemore.Attempt) { a.Status = -503 },
		"the smallest int":          func(a *oncemore.Attempt) { a.Status = math.MinInt },
		"the largest int":           func(a *oncemore.Attempt) { a.Status = math.MaxInt },
		"no outcome":                func(a *oncemore.Attempt) { a.Status = 0 },
		"a negative nanosecond":     func(a *oncemore.Attempt) { a.Elapsed = -1 },
		"the most negative elapsed": func(a *oncemore.Attempt) { a.Elapsed = math.MinInt64 },
		"a negative previous delay": func(a *oncemore.Attempt) { a.PreviousDelay = -time.Second },
		"a negative server wait": func(a *oncemore.Attempt) {
			a.RetryAfter = oncemore.RetryAfterIn(-1)
		},
		"an unknown method":          func(a *oncemore.Attempt) { a.Method = 1 << 31 },
		"an unknown failure":         func(a *oncemore.Attempt) { a.Status, a.Failure = 0, 99 },
		"an unknown repeatable":      func(a *oncemore.Attempt) { a.Repeatable = 99 },
		"an unknown evidence":        func(a *oncemore.Attempt) { a.Evidence = math.MaxUint32 },
		"an unknown body":            func(a *oncemore.Attempt) { a.Body = 99 },
		"an unknown budget":          func(a *oncemore.Attempt) { a.Budget = 99 },
		"an unknown word of servers": func(a *oncemore.Attempt) { a.ServerSays = 99 },
	} {
		t.Run(name, func(t *testing.T) {
			a := worthIt()
			spoil(&a)
			expectReason(t, policy, a, oncemore.ReasonInvalidAttempt)
		})
	}
}

// Each field that has an invalid value, and the error that names it.
func TestValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, row := range []struct {
		spoil func(*oncemore.Policy)
		want  oncemore.PolicyError
	}{
		{func(p *oncemore.Policy) { p.MaxAttempts = 0 }, oncemore.PolicyErrorMaxAttempts},
		{func(p *oncemore.Policy) { p.Unrepeatable = 3 }, oncemore.PolicyErrorUnrepeatable},
		{func(p *oncemore.Policy) { p.RedirectProof = 2 }, oncemore.PolicyErrorRedirectProof},
		{func(p *oncemore.Policy) { p.RedirectRewrite = 2 }, oncemore.PolicyErrorRedirectRewrite},
		{func(p *oncemore.Policy) { p.Failures = p.Failures.With(oncemore.FailureCancelled) },
			oncemore.PolicyErrorFailures},
		{func(p *oncemore.Policy) { p.Failures = p.Failures.With(99) },
			oncemore.PolicyErrorFailures},
		{func(p *oncemore.Policy) { p.Statuses = p.Statuses.With(302) },
			oncemore.PolicyErrorStatuses},
		{func(p *oncemore.Policy) { p.Statuses = p.Statuses.With(503 + 1<<32) },
			oncemore.PolicyErrorStatuses},
		{func(p *oncemore.Policy) { p.Unprocessed = p.Unprocessed.Without(-1) },
			oncemore.PolicyErrorUnprocessed},
		{func(p *oncemore.Policy) { p.Deadline = -1 }, oncemore.PolicyErrorDeadline},
		{func(p *oncemore.Policy) { p.MinAttemptTime = -1 }, oncemore.PolicyErrorMinAttemptTime},
		{func(p *oncemore.Policy) { p.Backoff.Initial = -1 }, oncemore.PolicyErrorBackoffInitial},
		{func(p *oncemore.Policy) { p.Backoff.Cap = -1 }, oncemore.PolicyErrorBackoffCap},
		{func(p *oncemore.Policy) { p.Backoff.Floor = time.Hour },
			oncemore.PolicyErrorBackoffFloor},
		{func(p *oncemore.Policy) { p.Backoff.Multiplier = 0.999 },
			oncemore.PolicyErrorBackoffMultiplier},
		{func(p *oncemore.Policy) { p.Backoff.Multiplier = nan },
			oncemore.PolicyErrorBackoffMultiplier},
		{func(p *oncemore.Policy) { p.Backoff.Multiplier = -inf },
			oncemore.PolicyErrorBackoffMultiplier},
		{func(p *oncemore.Policy) { p.Backoff.Multiplier = inf }, oncemore.PolicyErrorNone},
		{func(p *oncemore.Policy) { p.Backoff.Jitter = 6 }, oncemore.PolicyErrorBackoffJitter},
		{func(p *oncemore.Policy) { p.Backoff.Spread = 1.0005 }, oncemore.PolicyErrorBackoffSpread},
		{func(p *oncemore.Policy) { p.Backoff.Spread = 1.0004 }, oncemore.PolicyErrorNone},
		{func(p *oncemore.Policy) { p.Backoff.Spread = -0.5 }, oncemore.PolicyErrorBackoffSpread},
		{func(p *oncemore.Policy) { p.Backoff.Spread = nan }, oncemore.PolicyErrorBackoffSpread},
		{func(p *oncemore.Policy) { p.Backoff.SpreadTime = -1 },
			oncemore.PolicyErrorBackoffSpreadTime},
		{func(p *oncemore.Policy) { p.ServerWait.Mode = 3 }, oncemore.PolicyErrorServerWaitMode},
		{func(p *oncemore.Policy) { p.ServerWait.OverCap = 2 },
			oncemore.PolicyErrorServerWaitOverCap},
		{func(p *oncemore.Policy) { p.ServerWait.Cap = -1 }, oncemore.PolicyErrorServerWaitCap},
		{func(p *oncemore.Policy) { p.ServerWait.Spread = inf },
			oncemore.PolicyErrorServerWaitSpread},
		{func(p *oncemore.Policy) { p.ServerWait.Spread = nan },
			oncemore.PolicyErrorServerWaitSpread},
	} {
		policy := oncemore.DefaultPolicy()
		row.spoil(&policy)
		err := policy.Validate()
		if row.want == oncemore.PolicyErrorNone {
			if err != nil {
				t.Error(err)
			}
			continue
		}
		if !errors.Is(err, row.want) {
			t.Errorf("%v instead of %v", err, row.want)
			continue
		}
		if !strings.Contains(err.Error(), "oncemore: "+row.want.String()+" must ") {
			t.Errorf("%q does not name %v", err, row.want)
		}
		expectReason(t, policy, worthIt(), oncemore.ReasonInvalidPolicy)
	}
}

// A duration that is finer than a millisecond is rounded away from zero.
func TestDurations(t *testing.T) {
	for _, row := range []struct{ given, want time.Duration }{
		{0, 0},
		{1, time.Millisecond},
		{time.Millisecond, time.Millisecond},
		{time.Millisecond + 1, 2 * time.Millisecond},
		{oncemore.NoDeadline - 1, oncemore.NoDeadline},
		{oncemore.NoDeadline, oncemore.NoDeadline},
		{math.MaxInt64, oncemore.NoDeadline},
		{-1, -time.Millisecond},
		{-time.Millisecond - 1, -2 * time.Millisecond},
	} {
		if wait, ok := oncemore.RetryAfterIn(row.given).Wait(); !ok || wait != row.want {
			t.Errorf("%d ns became %v instead of %v", row.given, wait, row.want)
		}
	}
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Jitter = oncemore.JitterNone
	policy.Backoff.Initial = 1500*time.Microsecond + 1
	if got := policy.Ceiling(1); got != 2*time.Millisecond {
		t.Error(got)
	}
	policy.Deadline = math.MaxInt64
	if d := oncemore.Decide(policy, worthIt(), 0); !d.Retry() {
		t.Error("the longest duration is no deadline: ", d)
	}
}

func TestRatiosAreRoundedToTheNearestThousandth(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	policy.Backoff.Jitter = oncemore.JitterNone
	policy.Backoff.Cap = time.Hour
	for given, want := range map[float64]time.Duration{
		1.5: 1500 * time.Millisecond, 1.0004: 1000 * time.Millisecond,
		1.0006: 1001 * time.Millisecond, 1.1: 1100 * time.Millisecond,
		2.675: 2675 * time.Millisecond, 1e300: time.Hour,
	} {
		policy.Backoff.Multiplier = given
		if got := policy.Ceiling(2); got != want {
			t.Errorf("1s x %v is %v instead of %v", given, got, want)
		}
	}
	for n := uint32(1000); n <= 100000; n++ { // every thousandth survives as a float64
		policy.Backoff.Multiplier = float64(n) / 1000
		if got := policy.Ceiling(2); got != time.Duration(n)*time.Millisecond {
			t.Fatalf("1s x %v is %v", policy.Backoff.Multiplier, got)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	header := http.Header{}
	parse := func() string {
		return oncemore.ParseRetryAfterLines(header.Values("Retry-After"), noon).String()
	}
	expect := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s instead of %s", got, want)
		}
	}
	expect(parse(), "absent")
	expect(oncemore.ParseRetryAfter(header.Get("Retry-After"), noon).String(), "absent")
	header.Add("Retry-After", "")
	expect(parse(), "malformed")
	header.Add("Retry-After", "2")
	expect(parse(), "2s")
	header.Add("Retry-After", "Mon, 15 Jun 2026 12:00:07 GMT")
	expect(parse(), "7s")
	header.Add("Retry-After", "soon")
	expect(parse(), "7s")
	expect(oncemore.GrammarStrict.ParseRetryAfter("1.5", noon).String(), "malformed")
	expect(oncemore.GrammarLenient.ParseRetryAfter("1.5", noon).String(), "1.5s")
	expect(oncemore.Grammar(99).ParseRetryAfter("1", noon).String(), "malformed")
	expect(oncemore.ParseRetryAfter("5\x00", noon).String(), "malformed")
	expect(oncemore.RetryAfterAt(noon.Add(time.Second), noon).String(), "1s")
	expect(oncemore.RetryAfterAt(noon.Add(1), noon).String(), "1ms")
	expect(oncemore.RetryAfterAt(noon, noon.Add(time.Second)).String(), "0s")
	expect(oncemore.RetryAfterMalformed().String(), "malformed")

	// Clocks that int64 milliseconds cannot hold.
	far := time.Unix(math.MaxInt64-1<<40, 0)
	expect(oncemore.RetryAfterAt(noon, far).String(), "0s")
	if wait, _ := oncemore.RetryAfterAt(far, noon).Wait(); wait != oncemore.NoDeadline {
		t.Error(wait)
	}
	wait, _ := oncemore.RetryAfterAt(noon, time.Unix(-1<<62, 0)).Wait()
	if wait != oncemore.NoDeadline {
		t.Error(wait)
	}
	expect(oncemore.ParseRetryAfter("Mon, 15 Jun 2026 12:00:07 GMT", far).String(), "0s")
	last := []string{"Fri, 31 Dec 9999 00:00:00 GMT"}
	if wait, _ := oncemore.ParseRetryAfterNow(last).Wait(); wait <= 0 {
		t.Error(wait)
	}
}

func TestHTTPDate(t *testing.T) {
	for _, field := range []string{"Sun, 06 Nov 1994 08:49:37 GMT",
		"Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"} {
		date, err := oncemore.ParseHTTPDate(field, noon)
		want, wantErr := http.ParseTime(field)
		if err != nil || wantErr != nil || !date.Equal(want) || date.Location() != time.UTC {
			t.Error(date, err)
		}
	}
	for _, field := range []string{"", "x", "Sun, 31 Feb 1994 08:49:37 GMT"} {
		date, err := oncemore.ParseHTTPDate(field, noon)
		if !errors.Is(err, oncemore.ErrMalformedDate) || !date.IsZero() {
			t.Error(field, date, err)
		}
	}
}

func TestMethods(t *testing.T) {
	for _, token := range []string{http.MethodGet, http.MethodPost, "VERSION-CONTROL"} {
		if got := oncemore.ParseMethod(token).String(); got != token {
			t.Errorf("%s became %s", token, got)
		}
	}
	for _, token := range []string{"", "get", "GET\x00", "GE"} {
		if method := oncemore.ParseMethod(token); method != oncemore.MethodUnknown {
			t.Errorf("%q became %v", token, method)
		}
	}
}

func TestTrail(t *testing.T) {
	trail := oncemore.Trail{}.Followed(303, "POST", "GET")
	if !trail.Flags().Has(oncemore.TrailFlagMoved | oncemore.TrailFlagAccepted) {
		t.Error(trail)
	}
	if !trail.ProvesAcceptance(oncemore.RedirectProofMethodChange) {
		t.Error("a 303 proves nothing")
	}
	if again := trail.SentAgain(); again.Hops() != 1 || again.Flags() != 0 {
		t.Error(again)
	}
	attempt := worthIt()
	attempt.Method, attempt.Redirects = oncemore.MethodPost, trail
	expectReason(t, oncemore.DefaultPolicy(), attempt, oncemore.ReasonAccepted)
	doubtful := oncemore.Trail{}.Followed(302, "POST", "POST")
	attempt.Redirects = doubtful
	got := oncemore.EvidenceOf(oncemore.DefaultPolicy(), attempt)
	if got != oncemore.EvidenceUnknown {
		t.Error(got)
	}
	for status, want := range map[int]oncemore.Evidence{
		429: oncemore.EvidenceNotProcessed, 503: oncemore.EvidenceUnknown,
	} {
		got = oncemore.EvidenceOfStatus(status, oncemore.DefaultUnprocessed())
		if got != want {
			t.Error(status, got)
		}
	}
}

func TestConventions(t *testing.T) {
	n, err := oncemore.MaxAttemptsFor(oncemore.ConventionGoRetryablehttpRetryMax, 4)
	if n != 5 || err != nil {
		t.Error(n, err)
	}
	n, err = oncemore.MaxAttemptsFor(oncemore.ConventionGRPCMaxAttempts, 1)
	var refused *oncemore.ConventionError
	if n != 0 || !errors.As(err, &refused) || refused.N != 1 {
		t.Error(n, err)
	}
	if want := "oncemore: grpc.maxAttempts does not take 1"; err.Error() != want {
		t.Error(err)
	}
	if _, err := oncemore.MaxAttemptsFor(99, 1); err == nil {
		t.Error("there is no such convention")
	}
}

func TestSchedule(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	ranges := policy.Schedule(int(oncemore.RetriesFromAttempts(policy.MaxAttempts)))
	want := []string{"500ms-1s", "1s-2s", "2s-4s"}
	for i, r := range ranges {
		if len(ranges) != len(want) || r.String() != want[i] {
			t.Fatal(ranges)
		}
		if r.Draw(0) != r.Low || r.Draw(0xcf9a04affa6badc0) != r.High {
			t.Error("the ends are not drawn: ", r)
		}
	}
	policy.Backoff.Jitter = oncemore.JitterDecorrelated
	if got := policy.Schedule(3)[2]; got.High != 27*time.Second {
		t.Error(got)
	}
	if policy.Schedule(-1) != nil {
		t.Error("a negative number of ranges")
	}
}

func TestUnknownNumbersShowThemselves(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{oncemore.Reason(99).String(), "Reason(99)"},
		{oncemore.Jitter(math.MaxUint32).String(), "Jitter(4294967295)"},
		{oncemore.PolicyError(99).String(), "PolicyError(99)"},
		{oncemore.PolicyError(99).Error(), "oncemore: PolicyError(99)"},
		{oncemore.Notes(1 | 32).String(), "server_wait_applied+bit(32)"},
		{oncemore.Notes(0).String(), "-"},
		{oncemore.Statuses(302).String(), "{invalid}"},
		{oncemore.Failures(99).String(), "{(invalid)}"},
		{oncemore.Reason(99).Verdict().String(), "stop"},
		{(oncemore.Decision{}).String(), "stop invalid_attempt 0s -"},
		{(oncemore.HopDecision{}).String(), "stop invalid_attempt 0s keep keep"},
	} {
		if row.got != row.want {
			t.Errorf("%s instead of %s", row.got, row.want)
		}
	}
}

func TestSetsOfFlags(t *testing.T) {
	both := oncemore.NoteNewConnection | oncemore.NoteServerWaitApplied
	if !both.Has(both) || !both.Has(oncemore.NoteNewConnection) || !both.Has(0) ||
		oncemore.NoteNewConnection.Has(both) || both.Has(oncemore.NoteNotEarlyData) {
		t.Error("Has asks for all of the notes")
	}
	if moved := oncemore.TrailFlagMoved; moved.Has(moved | oncemore.TrailFlagDoubtful) {
		t.Error("Has asks for all of the flags")
	}
}

func TestNothingIsAllocated(t *testing.T) {
	policy, attempt, trail := oncemore.DefaultPolicy(), worthIt(), oncemore.Trail{}
	hop := oncemore.Hop{Status: 302, Method: oncemore.MethodGet, HasLocation: true}
	lines := []string{"Mon, 15 Jun 2026 12:00:07 GMT", "3"}
	for name, call := range map[string]func(){
		"Decide":               func() { oncemore.Decide(policy, attempt, 1) },
		"DecideRandom":         func() { oncemore.DecideRandom(policy, attempt) },
		"Follow":               func() { oncemore.Follow(policy, trail, hop) },
		"Trail.Followed":       func() { trail.Followed(302, "GET", "GET") },
		"ParseMethod":          func() { oncemore.ParseMethod("GET") },
		"ParseRetryAfterLines": func() { oncemore.ParseRetryAfterLines(lines, noon) },
		"ParseHTTPDate":        func() { _, _ = oncemore.ParseHTTPDate("x", noon) },
		"Reason.String":        func() { _ = oncemore.ReasonRetryableStatus.String() },
		"Policy.Validate":      func() { _ = policy.Validate() },
		"StatusSet.With":       func() { policy.Statuses.With(409, 418) },
		"DefaultPolicy":        func() { oncemore.DefaultPolicy() },
		"Policy.DelayRange":    func() { policy.DelayRange(2, 0) },
	} {
		if n := testing.AllocsPerRun(1000, call); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

func TestDecideRandomUsesAllBits(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	low, high := oncemore.NoDeadline, time.Duration(0)
	for range 10000 {
		d := oncemore.DecideRandom(policy, worthIt())
		low, high = min(low, d.Delay), max(high, d.Delay)
	}
	if low < 500*time.Millisecond || low > 510*time.Millisecond || high > time.Second ||
		high < 990*time.Millisecond {
		t.Errorf("10000 draws from 500ms-1s lie between %v and %v", low, high)
	}
}

// Eight goroutines decide what one did before.
func TestGoroutines(t *testing.T) {
	const goroutines = 8
	decisions := 1_000_000
	if testing.Short() {
		decisions = 50_000
	}
	policy := oncemore.DefaultPolicy()
	sum := func(seed uint64) (sum uint64) {
		dice := rand.New(rand.NewPCG(seed, 0))
		for range decisions {
			bits := dice.Uint64()
			attempt := oncemore.Attempt{
				Number:     uint32(bits % 5),
				Method:     oncemore.Method(bits >> 8 % 41),
				Status:     int(bits >> 16 % 700),
				Elapsed:    time.Duration(bits >> 40),
				RetryAfter: oncemore.RetryAfterIn(time.Duration(bits >> 29)),
			}
			d := oncemore.Decide(policy, attempt, bits)
			sum = sum*31 + uint64(d.Delay) + uint64(d.Reason) + uint64(d.Notes)
		}
		return sum
	}
	var want, got [goroutines]uint64
	for i := range goroutines {
		want[i] = sum(uint64(i))
	}
	var group sync.WaitGroup
	for i := range goroutines {
		group.Add(1)
		go func() {
			defer group.Done()
			got[i] = sum(uint64(i))
		}()
	}
	group.Wait()
	if got != want {
		t.Error("goroutines decide differently")
	}
}

// A loop that advances counts right, remembers the delay, and keeps what the caller said.
func TestAdvance(t *testing.T) {
	ended := oncemore.Attempt{
		Number: 1, Method: oncemore.MethodPost, Status: 503,
		Repeatable: oncemore.RepeatableYes, Elapsed: 1500 * time.Microsecond,
		Redirects:  oncemore.Trail{}.Followed(307, "POST", "POST"),
		RetryAfter: oncemore.RetryAfterIn(time.Second), Hold: time.Second, BudgetPaid: 2,
	}
	retry := oncemore.Decision{Verdict: oncemore.VerdictRetry, Delay: time.Second}
	want := oncemore.Attempt{
		Number: 2, Method: oncemore.MethodPost, Repeatable: oncemore.RepeatableYes,
		Elapsed: 1002 * time.Millisecond, PreviousDelay: time.Second,
		Redirects: oncemore.Trail{}.Followed(307, "POST", "POST").SentAgain(),
	}
	if got := ended.Advance(retry); got != want {
		t.Errorf("advanced: %+v", got)
	}
	want.BudgetPaid = 0.001
	if got := ended.AdvancePaid(retry, 0.0014); got != want {
		t.Errorf("paid: %+v", got)
	}
	if got := ended.AdvancePaid(retry, -1).BudgetPaid; got != 0 {
		t.Error("paid less than nothing:", got)
	}
	if got := ended.Advance(oncemore.Decision{}); got != ended {
		t.Errorf("a stop changed it, if only by rounding: %+v", got)
	}
}

func TestTimeLeft(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	if left, limited := policy.TimeLeft(time.Hour); limited || left != 0 {
		t.Error("no deadline:", left, limited)
	}
	policy.Deadline = 2 * time.Second
	for elapsed, want := range map[time.Duration]time.Duration{
		-time.Second: 2 * time.Second, 500 * time.Microsecond: 1999 * time.Millisecond,
		2 * time.Second: 0, time.Hour: 0,
	} {
		if left, limited := policy.TimeLeft(elapsed); !limited || left != want {
			t.Error("after", elapsed, "there is left", left, limited)
		}
	}
	policy.Deadline = 0
	if _, limited := policy.TimeLeft(time.Hour); limited {
		t.Error("a deadline of 0 only forbids retries")
	}
}

func TestReferenceTime(t *testing.T) {
	now := time.Date(2026, 6, 15, 12, 0, 0, 5, time.Local)
	const date = "Mon, 15 Jun 2026 11:00:00 GMT"
	of := time.Date(2026, 6, 15, 11, 0, 0, 0, time.UTC)
	if got := oncemore.ReferenceTime(date, "", now); got != of {
		t.Error(got)
	}
	for _, lines := range [][2][]string{
		{nil, nil}, {{"soon"}, nil}, {{date}, {"1"}}, {{date}, {""}}, {{date, date}, nil},
	} {
		if got := oncemore.ReferenceTimeLines(lines[0], lines[1], now); got != now {
			t.Error(lines, got)
		}
	}
}

func TestReasonMessage(t *testing.T) {
	if got := oncemore.ReasonDeadline.Message(); got != "the next attempt would come too late" {
		t.Error(got)
	}
	if got := oncemore.Reason(99).Message(); got != "Reason(99)" {
		t.Error(got)
	}
}

// The least duration is negative, also when it comes back.
func TestLeastWait(t *testing.T) {
	wait, ok := oncemore.RetryAfterIn(math.MinInt64).Wait()
	if wait != math.MinInt64 || !ok {
		t.Error(wait, ok)
	}
}
