// SPDX-License-Identifier: MIT

package oncehttp

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// call is what is remembered along one call, over all its attempts and hops. One goroutine uses it
// at a time.
type call struct {
	*Settings
	ctx       context.Context // the caller's, without what is put into it for an attempt
	outer     bool            // the loop is outside the redirects
	start     time.Time
	number    uint32 // of the attempt: 1 and the retries so far, hops are none
	trail     oncemore.Trail
	previous  time.Duration
	decisions []Decision
	last      *sending // nil if the attempt sent nothing
}

func newCall(ctx context.Context, settings *Settings, outer bool) *call {
	return &call{Settings: settings, ctx: ctx, outer: outer, start: settings.now(), number: 1}
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

// remember lets callOf find the call.
func (c *call) remember(resp *http.Response, req *http.Request) {
	resp.Request = req.WithContext(context.WithValue(c.ctx, callKey{}, c))
}

type insideKey struct{}

// inside says whether a request is part of an attempt: then the loop is further out, and a second
// one would multiply with it.
func inside(ctx context.Context) bool { return ctx.Value(insideKey{}) != nil }

// method is the token that is sent: net/http takes none for GET.
func method(req *http.Request) string { return cmp.Or(req.Method, http.MethodGet) }
