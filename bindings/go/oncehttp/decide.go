// SPDX-License-Identifier: MIT

package oncehttp

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// decide asks the library about the attempt that ended, and tells the log and the hook.
func (c *call) decide(
	req *http.Request, body *body, resp *http.Response, err error,
) (oncemore.Attempt, oncemore.Decision) {
	attempt := c.ended(req, body, resp, err)
	if c.Adjust != nil {
		c.Adjust(&attempt, req, resp, err)
	}
	policy := c.decidedBy(attempt)
	c.by = policy
	if c.remedy != "" {
		// The library does not know of such layers: to it, this request must not be sent again.
		attempt.Repeatable, policy.Unrepeatable = oncemore.RepeatableNo, oncemore.UnrepeatableNever
	}
	random := c.Timing.random()
	decision := oncemore.Decide(policy, attempt, random)
	if decision.Retry() && !body.takeBack() {
		attempt.Body = oncemore.BodyConsumed // it was not a moment ago
		decision = oncemore.Decide(policy, attempt, random)
	}
	if _, able := c.base.(idleCloser); !able {
		decision.Notes &^= oncemore.NoteNewConnection // what is not done is not said
	}
	c.renew = decision.Notes.Has(oncemore.NoteNewConnection)
	c.tell(req, Decision{
		Decision: decision,
		Attempt:  attempt,
		Method:   method(req),
		URL:      address(req.URL),
		Err:      err,
		Remedy:   c.remedy,
		Line:     c.line(policy, attempt, decision, resp),
	})
	return attempt, decision
}

// ended are the facts about an attempt that ended.
func (c *call) ended(
	req *http.Request, body *body, resp *http.Response, err error,
) oncemore.Attempt {
	attempt := c.next
	attempt.Method = oncemore.ParseMethod(method(req))
	attempt.Body = body.state()
	attempt.Elapsed = c.elapsed()
	if c.outer {
		attempt.Redirects = c.trail
	}
	if c.KeyField != "" && (c.key != "" || req.Header.Get(c.KeyField) != "") {
		attempt.Repeatable = oncemore.RepeatableYes
	}
	switch {
	case err == nil:
		attempt.Status = resp.StatusCode
		attempt.RetryAfter = c.retryAfter(resp.Header)
	case ended(c.ctx):
		attempt.Failure = oncemore.FailureCancelled
	case resp != nil:
		// A client gives both only if its CheckRedirect, or the policy, refused to go on.
		attempt.Failure = oncemore.FailureRedirectLimit
	case c.last == nil && err == errDeadline:
		attempt.Failure = oncemore.FailureNotSent
	case c.last == nil || body.caused(err):
		attempt.Failure = oncemore.FailureOther
	default:
		c.failure(&attempt, err)
	}
	return attempt
}

// failure says what an error of a RoundTripper was.
func (c *call) failure(attempt *oncemore.Attempt, err error) {
	var refusal *ProxyError
	if !errors.As(err, &refusal) {
		refusal = c.last.refusal(err)
	}
	if refusal != nil {
		attempt.Status, attempt.RetryAfter = refusal.Status, c.retryAfter(refusal.Header)
		attempt.Evidence = c.last.evidence(oncemore.EvidenceNeverSent)
		return
	}
	attempt.Failure = c.last.failure(err)
	if evidence := attempt.Failure.Evidence(); c.last.evidence(evidence) != evidence {
		attempt.Evidence = oncemore.EvidenceUnknown
	}
}

// retryAfter reads what a response says, by its own clock.
func (c *call) retryAfter(header http.Header) oncemore.RetryAfter {
	lines := header.Values("Retry-After")
	if len(lines) == 0 {
		return oncemore.RetryAfter{}
	}
	now := oncemore.ReferenceTimeLines(header.Values("Date"), header.Values("Age"), c.Timing.wall())
	return oncemore.ParseRetryAfterLines(lines, now)
}

// line is what the library says of an attempt, and what it cannot know.
func (c *call) line(
	policy oncemore.Policy, attempt oncemore.Attempt, decision oncemore.Decision,
	resp *http.Response,
) string {
	line := oncemore.Describe(policy, attempt, decision)
	if !c.outer && decision.Reason == oncemore.ReasonRedirect &&
		oncemore.IsFollowable(attempt.Status) && resp.Header.Get("Location") != "" {
		before, _ := strings.CutSuffix(line, "stop: "+decision.Reason.String())
		line = before + "left to the client to follow"
	}
	if c.remedy != "" {
		line += "; " + c.remedy
	}
	return line
}

// tell remembers a decision, logs it and calls the hook.
func (c *call) tell(req *http.Request, decision Decision) {
	c.decisions = append(c.decisions, decision)
	c.log(req, decision.Line,
		slog.Uint64("attempt", uint64(decision.Attempt.Number)),
		slog.String("verdict", decision.Verdict.String()),
		slog.String("reason", decision.Reason.String()),
		slog.Duration("delay", decision.Delay))
	if c.OnDecision != nil {
		c.OnDecision(req, decision)
	}
}

func (c *call) log(req *http.Request, line string, attributes ...slog.Attr) {
	logger := c.logger()
	if !logger.Enabled(c.ctx, slog.LevelDebug) {
		return
	}
	logger.LogAttrs(c.ctx, slog.LevelDebug, line, append([]slog.Attr{
		slog.String("method", method(req)), slog.String("url", address(req.URL))},
		attributes...)...)
}

// timeLeft is what the policy leaves for the next send.
func (c *call) timeLeft() (left time.Duration, limited bool) {
	return c.by.TimeLeft(c.elapsed())
}
