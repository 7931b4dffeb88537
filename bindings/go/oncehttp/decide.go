// SPDX-License-Identifier: MIT

package oncehttp

import (
	"net/http"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// decide asks the library about the attempt that ended, and tells the hook.
func (c *call) decide(
	req *http.Request, body *body, resp *http.Response, err error,
) oncemore.Decision {
	now := c.now()
	attempt := oncemore.Attempt{
		Number:        c.number,
		Method:        oncemore.ParseMethod(method(req)),
		Body:          body.state(),
		Elapsed:       now.Sub(c.start),
		PreviousDelay: c.previous,
	}
	if c.outer {
		attempt.Redirects = c.trail
	}
	if c.KeyField != "" && req.Header.Get(c.KeyField) != "" {
		attempt.Repeatable = oncemore.RepeatableYes
	}
	c.outcome(&attempt, now, resp, err)
	if c.Adjust != nil {
		c.Adjust(&attempt, req, resp, err)
	}
	random := c.random()
	decision := oncemore.Decide(c.Policy, attempt, random)
	if decision.Retry() && !body.again() {
		attempt.Body = oncemore.BodyConsumed // it was not a moment ago
		decision = oncemore.Decide(c.Policy, attempt, random)
	}
	line := oncemore.Describe(c.Policy, attempt, decision)
	c.decisions = append(c.decisions, Decision{decision, attempt, err, line})
	if c.OnDecision != nil {
		c.OnDecision(req, c.decisions[len(c.decisions)-1])
	}
	return decision
}

// outcome says how the attempt ended.
func (c *call) outcome(
	attempt *oncemore.Attempt, now time.Time, resp *http.Response, err error,
) {
	switch {
	case err == nil:
		attempt.Status = resp.StatusCode
		attempt.RetryAfter = oncemore.ParseRetryAfterLines(resp.Header.Values("Retry-After"), now)
	case ended(c.ctx):
		attempt.Failure = oncemore.FailureCancelled
	case resp != nil:
		// A client gives both only if its CheckRedirect, or the policy, refused to go on.
		attempt.Failure = oncemore.FailureRedirectLimit
	case c.last == nil:
		attempt.Failure = oncemore.FailureOther
	default:
		attempt.Failure, attempt.Evidence = c.last.failure(err)
	}
}
