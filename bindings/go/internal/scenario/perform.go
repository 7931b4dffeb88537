// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
)

// patience is how long a call may take before the driver gives it up.
const patience = 20 * time.Second

// shape makes a call in one of the two ways that there are.
type shape func(*http.Client, *http.Request, oncehttp.Settings) (*http.Response, error)

var shapes = map[string]shape{"nethttp": roundTripper, "nethttp_do": oncehttp.Do}

func roundTripper(
	client *http.Client, req *http.Request, settings oncehttp.Settings,
) (*http.Response, error) {
	retrying := *client
	retrying.Transport = &oncehttp.Transport{Settings: settings, Base: client.Transport}
	return retrying.Do(req)
}

// perform makes the calls of a line on one client; the answer is the last one's.
func perform(
	shape shape, method, url string, options options, policy oncemore.Policy,
) (answer string) {
	transport, err := options.transport()
	if err != nil {
		return "unsupported options | - | - | " + err.Error()
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{
		Transport: &below{transport, options}, CheckRedirect: options.checkRedirect}
	if options.below == "" && options.fails == "" {
		client.Transport = transport
	}
	if strings.HasPrefix(options.fails, "handler") {
		return "unsupported fails=handler | - | - | nothing of the caller's handles an answer"
	}
	for i := 0; i < options.repeat; i++ {
		if i > 0 {
			time.Sleep(options.pause)
		}
		if i >= options.cancels {
			options.cancelAfter = 0
		}
		answer = callOnce(shape, client, method, url, options, policy)
	}
	return answer
}

// checkRedirect leaves the number of hops to the policy.
func (o *options) checkRedirect(*http.Request, []*http.Request) error {
	if o.follow {
		return nil
	}
	return http.ErrUseLastResponse
}

func callOnce(
	shape shape, client *http.Client, method, url string, options options, policy oncemore.Policy,
) string {
	gaveUp := errors.New("driver_timeout")
	ctx, cancel := context.WithTimeoutCause(context.Background(), patience, gaveUp)
	defer cancel()
	if options.cancelAfter > 0 {
		defer time.AfterFunc(options.cancelAfter, cancel).Stop()
	}
	req, err := request(ctx, method, url, options)
	if err != nil {
		return "unsupported request | - | - | " + err.Error()
	}
	var decisions []oncehttp.Decision
	settings := oncehttp.Settings{
		Policy:       policy,
		AttemptField: options.attemptField,
		KeyField:     options.keyField,
		OnDecision: func(_ *http.Request, decision oncehttp.Decision) {
			decisions = append(decisions, decision)
		},
	}
	layered := *client
	for i := 1; i < options.layers; i++ {
		layered.Transport = &oncehttp.Transport{Settings: settings, Base: layered.Transport}
	}
	resp, err := shape(&layered, req, settings)
	if context.Cause(ctx) == gaveUp {
		return "error driver_timeout | - | " + list(decisions) + " | -"
	}
	return describe(resp, err, decisions)
}

func request(
	ctx context.Context, method, url string, options options,
) (*http.Request, error) {
	var body io.Reader
	if options.octets > 0 {
		body = bodies[options.body](options.octets)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return nil, err
	}
	if options.length {
		req.ContentLength = int64(options.octets)
	}
	options.failingProducer(req)
	if options.key != "" {
		req.Header.Set(options.keyField, options.key)
	}
	return req, nil
}

// describe says what the caller got: RESULT | BODY | DECISIONS | ERROR.
func describe(resp *http.Response, err error, decisions []oncehttp.Decision) string {
	if err != nil {
		return fmt.Sprintf("%s | %s | %s", outcome(err), list(decisions), typed(err))
	}
	defer resp.Body.Close()
	octets, err := io.Copy(io.Discard, resp.Body)
	said := "-"
	switch {
	case err != nil:
		said = typed(err)
	case len(decisions) > 0:
		said = oneCell(decisions[len(decisions)-1].Line)
	}
	return fmt.Sprintf("status %d | %d | %s | %s", resp.StatusCode, octets, list(decisions), said)
}

// outcome is that of the last attempt, unless a redirect was in the way.
func outcome(err error) string {
	failure := oncehttp.FailureOf(err)
	var hop *oncehttp.RedirectError
	var failed *oncehttp.Error
	switch {
	case errors.As(err, &hop):
		failure = oncemore.FailureRedirectLimit
	case errors.As(err, &failed):
		last := failed.Decisions[len(failed.Decisions)-1].Attempt
		if last.Status != 0 { // of a proxy, of which net/http shows no more
			return fmt.Sprintf("status %d | 0", last.Status)
		}
		failure = last.Failure
	}
	return fmt.Sprintf("error %v | -", failure)
}

func list(decisions []oncehttp.Decision) string {
	if len(decisions) == 0 {
		return "-"
	}
	var texts []string
	for _, d := range decisions {
		texts = append(texts, fmt.Sprintf("%v %v %d", d.Verdict, d.Reason, d.Delay.Milliseconds()))
	}
	return strings.Join(texts, ", ")
}

// typed is an error with its type.
func typed(err error) string { return oneCell(fmt.Sprintf("%T %v", err, err)) }

func oneCell(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\n", " "), "|", "/")
}
