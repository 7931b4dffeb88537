// SPDX-License-Identifier: MIT

// Package opentelemetry has a client each of whose requests is a span of its own, with
// http.request.resend_count on those that were sent again.
package opentelemetry

import (
	"net/http"

	oncemore "github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"
)

type resends struct{ base http.RoundTripper }

func (r resends) RoundTrip(req *http.Request) (*http.Response, error) {
	if count := oncehttp.ResendCount(req.Context()); count > 0 {
		trace.SpanFromContext(req.Context()).SetAttributes(
			attribute.Int("http.request.resend_count", count))
	}
	return r.base.RoundTrip(req)
}

func client(options ...otelhttp.Option) *http.Client {
	return &http.Client{Transport: &oncehttp.Transport{
		Settings: oncehttp.Settings{Policy: oncemore.DefaultPolicy()},
		Base:     otelhttp.NewTransport(resends{http.DefaultTransport}, options...),
	}}
}
