// SPDX-License-Identifier: MIT

package main

import (
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
)

// file is a body that can be wound back, of which net/http does not know it.
type file struct{ *strings.Reader }

func (file) Close() error { return nil }

// bodies are made of so many octets. A file stands behind what is not for sending.
var bodies = map[string]func(octets int) io.Reader{
	"replayable": func(n int) io.Reader { return strings.NewReader(strings.Repeat("x", n)) },
	"consumed":   func(n int) io.Reader { return io.MultiReader(fileBehind("", n)) },
	"file":       func(n int) io.Reader { return fileBehind("", n) },
	"offset":     func(n int) io.Reader { return fileBehind("yyy", n) },
	"at_end":     func(n int) io.Reader { return fileBehind(strings.Repeat("x", n), 0) },
}

func fileBehind(before string, octets int) io.Reader {
	made := file{strings.NewReader(before + strings.Repeat("x", octets))}
	made.Seek(int64(len(before)), io.SeekStart)
	return made
}

// callersErrors look like the client's own, by the failures that they would be.
var callersErrors = map[string]error{
	"connect":         &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED},
	"name_resolution": &net.DNSError{Err: "no such host", Name: "the caller's", IsNotFound: true},
	"timeout":         os.ErrDeadlineExceeded,
}

// failingProducer makes every copy of the body fail half-way, if it is to.
func (o *options) failingProducer(req *http.Request) {
	kind, found := strings.CutPrefix(o.fails, "producer:")
	if !found {
		return
	}
	req.GetBody = func() (io.ReadCloser, error) {
		half := strings.NewReader(strings.Repeat("x", o.octets/2))
		return io.NopCloser(io.MultiReader(half, failing{callersErrors[kind]})), nil
	}
	req.Body, _ = req.GetBody()
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// below is a layer of the caller's own between the adapter and the transport.
type below struct {
	transport http.RoundTripper
	options   options
}

func (b *below) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	var onward *http.Request
	switch location, _ := resp.Location(); {
	case strings.HasPrefix(b.options.fails, "below:"):
		resp.Body.Close()
		return nil, callersErrors[strings.TrimPrefix(b.options.fails, "below:")]
	case b.options.below == "repeats" && resp.StatusCode == http.StatusServiceUnavailable &&
		(req.Body == nil || req.GetBody != nil):
		onward = req.Clone(req.Context())
		if req.GetBody != nil {
			onward.Body, _ = req.GetBody()
		}
	case b.options.below == "follows" && location != nil:
		onward, _ = http.NewRequestWithContext(req.Context(), "GET", location.String(), nil)
	default:
		return resp, nil
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	return b.transport.RoundTrip(onward)
}
