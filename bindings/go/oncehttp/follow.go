// SPDX-License-Identifier: MIT

package oncehttp

import (
	"fmt"
	"net/http"

	"github.com/oncemore/oncemore/bindings/go"
)

// RedirectError is the error of a redirect that the client would follow and the policy does not:
// too many hops (ReasonRedirectLimit), or a Retry-After that is too long (ReasonServerWaitTooLong,
// ReasonDeadline; Decision.Delay says how long).
type RedirectError struct {
	// Status is the status of the redirect.
	Status int
	// Decision is what oncemore.Follow said.
	Decision oncemore.HopDecision
}

// Error names status and reason.
func (e *RedirectError) Error() string {
	return fmt.Sprintf("redirect %d not followed: %v", e.Status, e.Decision.Reason)
}

func (e *RedirectError) tooMany() bool {
	return e.Decision.Reason == oncemore.ReasonRedirectLimit
}

// follow asks the library about the hop that a client wants to make with this request, and waits as
// the server asked.
func (c *call) follow(req *http.Request) error {
	from := req.Response
	hop := oncemore.Follow(c.policy, c.trail, oncemore.Hop{
		Status:      from.StatusCode,
		Method:      oncemore.ParseMethod(method(from.Request)),
		HasLocation: true, // the client knows where to
		RetryAfter:  c.retryAfter(from.Header),
		Elapsed:     c.elapsed(),
	})
	if !hop.Follow() {
		return &RedirectError{from.StatusCode, hop}
	}
	c.trail = c.trail.Followed(from.StatusCode, method(from.Request), method(req))
	if hop.Delay > 0 {
		return c.Timing.sleep(c.ctx, hop.Delay)
	}
	return nil
}
