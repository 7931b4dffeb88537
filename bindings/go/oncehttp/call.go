// SPDX-License-Identifier: MIT

package oncehttp

import (
	"cmp"
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// call is what is remembered along one call, over all its attempts and hops. One goroutine uses it
// at a time.
type call struct {
	*Settings
	base   http.RoundTripper
	ctx    context.Context // the caller's, without what is put into it for an attempt
	outer  bool            // the loop is outside the redirects
	start  time.Duration
	policy oncemore.Policy
	own    bool             // policy is the request's, not that of the settings
	by     oncemore.Policy  // the one that decided last
	next   oncemore.Attempt // what goes along from one attempt to the next
	trail  oncemore.Trail
	key    string      // that was made for this call
	hopDue atomic.Bool // the response that was given last was not followed yet

	decisions []Decision
	sends     int      // hops included
	last      *sending // nil if the attempt sent nothing
	remedy    string   // against what the RoundTripper below did by itself
	renew     bool     // the next attempt wants another connection
	single    bool     // and that others may be using the HTTP/2 connection that it had
}

func newCall(
	req *http.Request, settings *Settings, sender http.RoundTripper, outer bool,
) (*call, error) {
	if err := settings.check(); err != nil {
		return nil, err
	}
	c := &call{
		Settings: settings,
		base:     sender,
		ctx:      req.Context(),
		outer:    outer,
		start:    settings.Timing.monotonic(),
		policy:   settings.Policy,
		next:     oncemore.Attempt{Number: 1},
	}
	if over := callOf(req.Response); over != nil {
		c.trail = over.trail.SentAgain() // its hops led here, and count
	}
	if own, ok := c.ctx.Value(policyKey{}).(*oncemore.Policy); ok {
		c.policy, c.own = *own, true
	}
	c.by = c.policy
	if c.MakeKey != nil && req.Header.Get(c.KeyField) == "" &&
		!oncemore.ParseMethod(method(req)).Idempotent() {
		c.key = c.MakeKey()
	}
	return c, nil
}

func (c *call) elapsed() time.Duration { return c.Timing.monotonic() - c.start }

// decidedBy is the policy for an attempt that ended.
func (c *call) decidedBy(attempt oncemore.Attempt) oncemore.Policy {
	if c.PolicyFor == nil || c.own {
		return c.policy
	}
	return c.PolicyFor(attempt)
}

type callKey struct{}

// callOf is the call that a response belongs to, nil if there is none. The request of a hop has the
// response that asked for it; so the call goes along the hops.
func callOf(resp *http.Response) *call {
	if resp == nil || resp.Request == nil {
		return nil
	}
	c, _ := resp.Request.Context().Value(callKey{}).(*call)
	return c
}

// hopOf is the call that goes on with this request, nil if it begins a new one, as also a request
// does that was a hop once and is sent again.
func hopOf(req *http.Request) *call {
	if c := callOf(req.Response); c != nil && c.hopDue.CompareAndSwap(true, false) {
		return c
	}
	return nil
}

// remember lets callOf find the call.
func (c *call) remember(resp *http.Response, req *http.Request) {
	resp.Request = req.WithContext(context.WithValue(c.ctx, callKey{}, c))
	c.hopDue.Store(oncemore.IsFollowable(resp.StatusCode))
}

// ResendCount returns how many requests of a call went out before this one, attempts and hops: 0
// for the first. ctx is that of a request which a RoundTripper below [Transport] or [Do] is given;
// any other has 0. It is what OpenTelemetry calls http.request.resend_count.
func ResendCount(ctx context.Context) int {
	if s, ok := ctx.Value(sendingKey{}).(*sending); ok {
		return s.resent
	}
	return 0
}

// method is the token that is sent: net/http takes none for GET.
func method(req *http.Request) string { return cmp.Or(req.Method, http.MethodGet) }
