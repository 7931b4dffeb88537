// SPDX-License-Identifier: MIT

package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The program is run as a user runs it, against a server that is overloaded at every other request.
func TestOutput(t *testing.T) {
	var fields []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		fields = append(fields, req.Method+" "+req.Header.Get("Retry-Attempt")+" "+
			req.Header.Get("Idempotency-Key"))
		if len(fields)%2 == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer server.Close()
	program := filepath.Join(t.TempDir(), "nethttp")
	if said, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	output, err := exec.Command(program, server.URL).CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	got := regexp.MustCompile(`\d+ ms`).ReplaceAllString(string(output), "N ms") // but for the dice
	const want = "GET: 200 OK\n" +
		"attempt 1 of 4: 503, retry in N ms\n" +
		"attempt 2 of 4: 200, stop: success\n" +
		"POST: 200 OK\n"
	if got != want {
		t.Errorf("expected:\n%sgot:\n%s", want, got)
	}
	if len(fields) != 4 || len(fields[2]) != len("POST  ")+36 ||
		strings.Replace(fields[2], "  ", " 1 ", 1) != fields[3] {
		t.Error("method, attempt and key:", fields)
	}
}

// The README shows the two functions as they are, but with blanks for tabs.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../../bindings/go/README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(source), ")\n\nfunc transport")
	shown, _, _ = strings.Cut("func transport"+shown, "\n\nfunc main")
	shown = strings.ReplaceAll(shown, "\t", "    ")
	if !strings.Contains(string(readme), "```go\n"+shown+"\n```\n") {
		t.Errorf("README.md does not show:\n%s", shown)
	}
}
