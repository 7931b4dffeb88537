// SPDX-License-Identifier: MIT

package oncehttp_test

import (
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"testing"

	oncemore "github.com/oncemore/oncemore/bindings/go"
	"github.com/oncemore/oncemore/bindings/go/oncehttp"
)

func transport(url string) (*http.Response, error) {
	client := &http.Client{Transport: &oncehttp.Transport{
		Settings: oncehttp.Settings{Policy: oncemore.DefaultPolicy()},
	}}
	return client.Get(url)
}

func do(client *http.Client, req *http.Request) (*http.Response, error) {
	return oncehttp.Do(client, req, oncehttp.Settings{
		Policy:       oncemore.DefaultPolicy(),
		AttemptField: "Retry-Attempt",
		KeyField:     "Idempotency-Key",
		OnDecision:   func(_ *http.Request, decision oncehttp.Decision) { log.Print(decision) },
	})
}

// The README shows these two functions as they are, but with blanks for tabs; and they work.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(source), ")\n\nfunc transport")
	shown, _, _ = strings.Cut("func transport"+shown, "\n// The README")
	shown = strings.ReplaceAll(strings.TrimSpace(shown), "\t", "    ")
	if !strings.Contains(string(readme), "```go\n"+shown+"\n```\n") {
		t.Errorf("README.md does not show:\n%s", shown)
	}

	log.SetOutput(io.Discard)
	defer log.SetOutput(os.Stderr)
	server := busy(0)
	defer server.Close()
	req, err := http.NewRequest("GET", server.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := transport(server.URL)
	if err != nil || resp.StatusCode != 200 {
		t.Error(resp, err)
	}
	if resp, err = do(server.Client(), req); err != nil || resp.StatusCode != 200 {
		t.Error(resp, err)
	}
}
