// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/oncemore/oncemore/bindings/go"
)

// Settings are what [Transport] and [Do] share. Only Policy must be set. They are read and never
// changed, so any number of goroutines may use them at once.
type Settings struct {
	// Policy says what is worth another attempt, and when. Begin with oncemore.DefaultPolicy: the
	// zero Policy never retries. [WithPolicy] gives one request another.
	Policy oncemore.Policy
	// PolicyFor, if set, returns the policy by which an attempt that ended is decided, such as a
	// slower one after 429. Redirects go by Policy. It is not asked about a request that has a
	// policy of its own.
	PolicyFor func(attempt oncemore.Attempt) oncemore.Policy
	// AttemptField names a request field that tells the server that this is not the first attempt,
	// such as Retry-Attempt: the second attempt carries 1, the third 2. The first has no such
	// field, not even one that the caller set. Default: none.
	AttemptField string
	// KeyField names the field in which an idempotency key is sent, such as Idempotency-Key. A
	// request that carries it counts as repeatable whatever its method. Each attempt carries the
	// same key. Default: none.
	KeyField string
	// MakeKey, if set, makes the key of a call whose method is not idempotent and whose request has
	// none; [UUID] is one. It needs KeyField. Default: nobody makes one up.
	MakeKey func() string
	// Adjust, if set, may add to an attempt what only the caller knows, just before it is decided:
	// Repeatable, Evidence, Budget, ServerSays, a vendor's RetryAfter. If err is not nil there is
	// no usable response; the body of resp must be left alone.
	Adjust func(attempt *oncemore.Attempt, req *http.Request, resp *http.Response, err error)
	// OnDecision, if set, is called after each attempt, also after the last, before any wait. req
	// is the request that the attempt sent or, in [Do], began with.
	OnDecision func(req *http.Request, decision Decision)
	// Logger gets a line for each decision, at debug level. Default: slog.Default, which does not
	// show that level unless told to.
	Logger *slog.Logger
	// Timing is for tests. Default: the real clocks and dice.
	Timing Timing
}

// Decision is what was decided after an attempt, and what about.
type Decision struct {
	oncemore.Decision
	// Attempt holds the facts about the attempt, as they were decided upon.
	Attempt oncemore.Attempt
	// Method is that of the request; see OnDecision for which.
	Method string
	// URL is that of the request, without user information, query and fragment.
	URL string
	// Err is the error that ended the attempt, nil if a response did.
	Err error
	// Remedy, if not empty, says that the RoundTripper below repeats or follows by itself, and what
	// to do about it. Then nothing more is sent.
	Remedy string
	// Line says it for a log: "attempt 2 of 4: 503, retry in 2000 ms (server asked 2000 ms)".
	Line string
}

// String returns Line.
func (d Decision) String() string { return d.Line }

type policyKey struct{}

// WithPolicy returns a context for a request that is to be decided by this policy, in place of
// Settings.Policy and Settings.PolicyFor.
func WithPolicy(ctx context.Context, policy oncemore.Policy) context.Context {
	return context.WithValue(ctx, policyKey{}, &policy)
}

// UUID returns a random UUID (RFC 9562, version 4), for Settings.MakeKey.
func UUID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("oncehttp: no random octets: " + err.Error()) // crypto/rand never does
	}
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

var errNoKeyField = errors.New(
	"oncehttp: Settings.MakeKey needs KeyField, the name of the field to send the key in")

// check returns what is wrong with the settings, before anything is sent.
func (s *Settings) check() error {
	if s.MakeKey != nil && s.KeyField == "" {
		return errNoKeyField
	}
	return nil
}

func (s *Settings) logger() *slog.Logger {
	if s.Logger == nil {
		return slog.Default()
	}
	return s.Logger
}
