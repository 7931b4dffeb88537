// SPDX-License-Identifier: MIT

package oncehttp

import (
	"bufio"
	"crypto/tls"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/oncemore/oncemore/bindings/go"
)

// What RFC 9113 6 and 7 call frames and codes.
const (
	frameHeaders, frameReset, frameSettings, frameGoAway = 1, 3, 4, 7
	protocolError, internalError, refused                = 1, 2, 7
	endStream                                            = 1
)

// streamHandler answers a stream; it returns whether the connection goes on.
type streamHandler func(w io.Writer, stream uint32) bool

// http2Server speaks as much of HTTP/2 as it takes to refuse. It answers the first streams by the
// handlers given, one each, and all that follow by 200.
func http2Server(t *testing.T, handlers ...streamHandler) (url string, sender *http.Transport,
	streams *atomic.Int32) {
	t.Helper()
	streams = new(atomic.Int32)
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = &tls.Config{NextProtos: []string{"h2"}}
	server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
		"h2": func(_ *http.Server, conn *tls.Conn, _ http.Handler) {
			serveHTTP2(conn, func(stream uint32) bool {
				n := int(streams.Add(1))
				if n <= len(handlers) {
					return handlers[n-1](conn, stream)
				}
				frame(conn, frameHeaders, 5, stream, []byte{0x88}) // ":status: 200", all
				return true
			})
		}}
	server.StartTLS()
	t.Cleanup(server.Close)
	sender = &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{
		RootCAs: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}}
	t.Cleanup(sender.CloseIdleConnections)
	return server.URL, sender, streams
}

func serveHTTP2(conn net.Conn, answer func(stream uint32) bool) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	in.Discard(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))
	frame(conn, frameSettings, 0, 0, nil)
	for {
		var head [9]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return
		}
		in.Discard(int(head[0])<<16 | int(head[1])<<8 | int(head[2]))
		stream := binary.BigEndian.Uint32(head[5:])
		whole := head[3] <= frameHeaders && head[4]&endStream != 0
		if whole && !answer(stream) {
			return
		}
	}
}

func frame(w io.Writer, kind, flags byte, stream uint32, payload []byte) {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(payload))<<8|uint32(kind))
	head = binary.BigEndian.AppendUint32(append(head, flags), stream)
	w.Write(append(head, payload...))
}

func reset(code uint32) streamHandler {
	return func(w io.Writer, stream uint32) bool {
		frame(w, frameReset, 0, stream, binary.BigEndian.AppendUint32(nil, code))
		return true
	}
}

// goAway says that no stream from the given one back was seen, and closes.
func goAway(back, code uint32) streamHandler {
	return func(w io.Writer, stream uint32) bool {
		last := binary.BigEndian.AppendUint32(nil, stream-back)
		frame(w, frameGoAway, 0, 0, binary.BigEndian.AppendUint32(last, code))
		return false
	}
}

// answered is a stream that has a response, so that the connection counts as a good one.
func answered(w io.Writer, stream uint32) bool {
	frame(w, frameHeaders, 5, stream, []byte{0x88})
	return true
}

// saidOverHTTP2 is not HTTP/2.
func saidOverHTTP2(text string) streamHandler {
	return func(w io.Writer, _ uint32) bool {
		io.WriteString(w, text)
		return false
	}
}

// Each row: how the first streams end, and what comes of a request with and one without a body,
// POST and GET. An attempt is one stream whatever net/http would do by itself.
func TestHTTP2(t *testing.T) {
	for name, test := range map[string]struct {
		streams   []streamHandler
		post, get string
	}{
		"refused": {[]streamHandler{reset(refused)},
			"rejected, retry; 200 after 2", "rejected, retry; 200 after 2"},
		"refused for ever": {[]streamHandler{reset(refused), reset(refused), reset(refused)},
			"rejected, retry; error rejected after 2", "rejected, retry; error rejected after 2"},
		"GOAWAY": {[]streamHandler{goAway(1, 0)},
			"rejected, retry; 200 after 2", "rejected, retry; 200 after 2"},
		"GOAWAY with an error": {[]streamHandler{goAway(1, internalError)},
			"rejected, retry; 200 after 2", "rejected, retry; 200 after 2"},
		"GOAWAY that has seen it": {[]streamHandler{goAway(0, 0)},
			"connection_lost, stop; error connection_lost after 1",
			"connection_lost, retry; 200 after 2"},
		"PROTOCOL_ERROR": {[]streamHandler{reset(protocolError)},
			"connection_lost, stop; error connection_lost after 1",
			"rejected, retry; 200 after 2"},
		"not HTTP/2": {[]streamHandler{saidOverHTTP2("HTTP/1.1 400 Bad Request\r\n\r\n")},
			"bad_response, stop; error bad_response after 1",
			"bad_response, retry; 200 after 2"},
		"a response to nobody": {[]streamHandler{saidOverHTTP2("\x00\x00\x00\x01\x05" +
			"\x00\x00\x00\x00")},
			"bad_response, stop; error bad_response after 1",
			"bad_response, retry; 200 after 2"},
		"HTTP_1_1_REQUIRED": {[]streamHandler{reset(http11Required)},
			"other, stop; error other after 1", "other, stop; error other after 1"},
		"GOAWAY for HTTP_1_1_REQUIRED": {[]streamHandler{goAway(1, http11Required)},
			"other, stop; error other after 1", "other, stop; error other after 1"},
		"another reset": {[]streamHandler{reset(internalError)},
			"connection_lost, stop; error connection_lost after 1",
			"connection_lost, retry; 200 after 2"},
	} {
		t.Run(name, func(t *testing.T) {
			equal(t, "POST", overHTTP2(t, "POST", "12345", test.streams), test.post)
			equal(t, "GET", overHTTP2(t, "GET", "", test.streams), test.get)
		})
	}
}

// overHTTP2 makes a call of two attempts and says what came of the first, and of all.
func overHTTP2(t *testing.T, method, text string, handlers []streamHandler) string {
	url, sender, streams := http2Server(t, handlers...)
	r := newRecorder(2)
	client := &http.Client{Transport: &Transport{r.Settings, sender}}
	resp, err := client.Do(newRequest(t, method, url, strings.NewReader(text)))
	first := lastOf(err)
	if decisions := Decisions(resp); err == nil {
		first = decisions[0]
	} else if failed := new(Error); errors.As(err, &failed) {
		first = failed.Decisions[0]
	}
	return first.Attempt.Failure.String() + ", " + first.Verdict.String() + "; " +
		got(resp, err) + " after " + string('0'+rune(streams.Load()))
}

// A POST without a body is the case in which net/http hides what happened. Refused on a connection
// that goes on it cannot be but REFUSED_STREAM; else there is no proof.
func TestHTTP2WithoutBody(t *testing.T) {
	equal(t, "refused", overHTTP2(t, "POST", "", []streamHandler{reset(refused)}),
		"rejected, retry; 200 after 2")
	equal(t, "GOAWAY", overHTTP2(t, "POST", "", []streamHandler{goAway(1, 0)}),
		"rejected, stop; error rejected after 1")
	equal(t, "PROTOCOL_ERROR", overHTTP2(t, "POST", "", []streamHandler{reset(protocolError)}),
		"rejected, stop; error rejected after 1")
}

// The connection ends while the server is at work: nobody knows what came of it.
func TestHTTP2ConnectionThatIsClosed(t *testing.T) {
	for method, want := range map[string]string{"GET": "200", "POST": "error connection_lost"} {
		seen := make(chan bool)
		url, sender, _ := http2Server(t, func(io.Writer, uint32) bool {
			seen <- true
			return true
		})
		var conn net.Conn
		trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
			conn = info.Conn
		}}
		req := newRequest(t, method, url, nil)
		req = req.WithContext(httptrace.WithClientTrace(req.Context(), trace))
		go func() {
			<-seen
			conn.Close()
		}()
		resp, err := Do(&http.Client{Transport: sender}, req, newRecorder(2).Settings)
		equal(t, method, got(resp, err), want)
	}
}

// A stopped replay leaves the connection to the others, and its error is no cancellation.
func TestHTTP2StoppedReplay(t *testing.T) {
	url, sender, _ := http2Server(t, answered, reset(refused))
	r := newRecorder(1)
	client := &http.Client{Transport: &Transport{r.Settings, sender}}
	for i, want := range []string{"200", "error rejected", "200"} {
		resp, err := client.Get(url)
		equal(t, "result", got(resp, err), want)
		if i == 1 {
			equal(t, "error", errors.Is(err, errRefused), true)
		}
	}
	equal(t, "line", r.lines[1], "attempt 1 of 1: rejected, stop: attempts_exhausted, "+
		"wait 1000 ms")
}

// Real HTTP/2, in short: a status is retried on one connection, with the whole body.
func TestHTTP2OfNetHTTP(t *testing.T) {
	server := newStub(t, status(429), status(429), status(200))
	secure := httptest.NewUnstartedServer(server)
	secure.EnableHTTP2 = true
	secure.StartTLS()
	defer secure.Close()
	r := newRecorder(3)
	resp, err := Do(secure.Client(), newRequest(t, "POST", secure.URL, strings.NewReader("12345")),
		r.Settings)
	equal(t, "result", got(resp, err), "200")
	equal(t, "protocol", resp.ProtoMajor, 2)
	equal(t, "arrivals", server.arrived(), "POST / 5, POST / 5, POST / 5")
	equal(t, "reason", Decisions(resp)[2].Reason, oncemore.ReasonSuccess)
}
