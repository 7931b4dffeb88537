// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/oncemore/oncemore/bindings/go"
)

// ProxyError is the answer of a proxy that opens no tunnel. The attempt counts as this status, with
// evidence never_sent: nothing of the request left.
type ProxyError struct {
	// Status is the status of the answer to CONNECT.
	Status int
	// Header are its fields, as far as they are known; see [OnProxyConnectResponse].
	Header http.Header
}

// Error names the status.
func (e *ProxyError) Error() string {
	return fmt.Sprintf("the proxy answered CONNECT with %d %s", e.Status, http.StatusText(e.Status))
}

// OnProxyConnectResponse is for the field of this name of an http.Transport: it makes a
// [ProxyError] of an answer that opens no tunnel, with whatever words and with its Retry-After.
// Without it net/http shows no more than the words after the status, from which the status is known
// as long as they are the usual ones.
func OnProxyConnectResponse(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response,
) error {
	if oncemore.IsSuccess(answer.StatusCode) {
		return nil
	}
	return &ProxyError{Status: answer.StatusCode, Header: answer.Header}
}

// refusals are the words of net/http for a proxy's answer.
var refusals = func() map[string]int {
	words := map[string]int{}
	for status := 300; status < 600; status++ {
		words[http.StatusText(status)] = status
	}
	delete(words, "")
	return words
}()

// refusal is the answer of a proxy that an error of net/http tells of, nil if it does not.
func (s *sending) refusal(err error) *ProxyError {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.asked || !s.dialing || s.connected {
		return nil
	}
	words := err
	for inner := errors.Unwrap(words); inner != nil; inner = errors.Unwrap(words) {
		words = inner
	}
	if status, ok := refusals[words.Error()]; ok {
		return &ProxyError{Status: status}
	}
	return nil
}
