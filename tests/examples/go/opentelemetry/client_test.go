// SPDX-License-Identifier: MIT

package opentelemetry

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// 503, a redirect, 200: three spans, of which the later two were sent again.
func TestResendCount(t *testing.T) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		switch requests++; requests {
		case 1:
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.Header().Set("Location", "/b")
			w.WriteHeader(http.StatusFound)
		}
	}))
	defer server.Close()
	spans := tracetest.NewSpanRecorder()
	provider := trace.NewTracerProvider(trace.WithSpanProcessor(spans))
	resp, err := client(otelhttp.WithTracerProvider(provider)).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	var got []string
	for _, span := range spans.Ended() {
		var status, count attribute.Value
		for _, attribute := range span.Attributes() {
			switch attribute.Key {
			case "http.response.status_code":
				status = attribute.Value
			case "http.request.resend_count":
				count = attribute.Value
			}
		}
		got = append(got, fmt.Sprint(status.AsInt64(), " ", count.AsInt64()))
	}
	if got := strings.Join(got, ", "); got != "503 0, 302 1, 200 2" {
		t.Error("status and resends of each span:", got)
	}
}

// The README shows the recipe as it is, but with blanks for tabs.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../../bindings/go/README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("client.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(source), "\n)\n\n")
	shown = strings.ReplaceAll(shown, "\t", "    ")
	if !strings.Contains(string(readme), "```go\n"+shown+"```\n") {
		t.Errorf("README.md does not show:\n%s", shown)
	}
}
