// SPDX-License-Identifier: MIT

package oncehttp

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http/httptrace"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// sending is a request on its way, as far as net/http lets one watch. Connections are made in other
// goroutines, which may go on when the request has ended.
type sending struct {
	cancel func()

	mu sync.Mutex
	stage
	conn  net.Conn
	http2 bool
	// net/http was about to send the request again, and was stopped before it wrote a byte.
	stopped  bool
	sameConn bool // on the connection of the first time
}

func (s *sending) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:           func(string) { s.getConn() },
		DNSStart:          func(httptrace.DNSStartInfo) { s.note(func() { s.dialing = true }) },
		ConnectStart:      func(string, string) { s.note(func() { s.dialing = true }) },
		TLSHandshakeStart: func() { s.note(func() { s.handshaking = true }) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			s.note(func() { s.handshaking, s.handshakeErr = false, err })
		},
		GotConn:          s.gotConn,
		WroteHeaderField: s.wroteHeaderField,
		WroteHeaders:     func() { s.note(func() { s.started = true }) },
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			s.note(func() { s.started, s.wrote = true, info.Err == nil })
		},
		GotFirstResponseByte: func() { s.note(func() { s.answered = true }) },
	}
}

func (s *sending) note(what func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	what()
}

// getConn is the moment at which a second send shows. After an answer it is no replay but another
// request, such as that of a Base which had to authenticate itself.
func (s *sending) getConn() {
	s.mu.Lock()
	s.stopped = s.stopped || s.started && !s.answered
	stopped := s.stopped
	if !stopped {
		s.stage = stage{asked: true}
	}
	s.mu.Unlock()
	if stopped {
		s.cancel()
	}
}

// gotConn sees to it that nothing is written to the connection of a replay. net/http looks at the
// context before it writes to HTTP/2; but to HTTP/1 it may have written by the time it does.
func (s *sending) gotConn(info httptrace.GotConnInfo) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.connected = true
	s.sameConn = s.conn != nil && reflect.TypeOf(s.conn).Comparable() && s.conn == info.Conn
	s.conn = info.Conn
	if s.stopped && !s.http2 && !isHTTP2(info.Conn) {
		info.Conn.SetWriteDeadline(time.Unix(1, 0))
	}
}

// isHTTP2 is about connections that others use, too.
func isHTTP2(conn net.Conn) bool {
	secure, ok := conn.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}

// wroteHeaderField is called for each field; only HTTP/2 has some that begin with a colon.
func (s *sending) wroteHeaderField(name string, _ []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.started = true
	s.http2 = s.http2 || strings.HasPrefix(name, ":")
}

// What made net/http send again it does not say. In HTTP/1 it is always a kept connection that
// broke before the response, in HTTP/2 a server that refused the stream.
var (
	errLost    = fmt.Errorf("kept connection lost before a response: %w", io.ErrUnexpectedEOF)
	errRefused = errors.New("http2: stream refused by the server")
)

// explain replaces the error of a request that we cancelled ourselves.
func (s *sending) explain(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.stopped && s.http2:
		return errRefused
	case s.stopped:
		return errLost
	default:
		return err
	}
}

// failure says what an error of net/http was, and what is known of the request if it is not what
// the failure says.
func (s *sending) failure(err error) (oncemore.Failure, oncemore.Evidence) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped && s.http2 {
		if s.sameConn {
			return oncemore.FailureRejected, oncemore.EvidenceByOutcome
		}
		// GOAWAY, or PROTOCOL_ERROR, which net/http takes for a refusal and which proves none.
		return oncemore.FailureRejected, oncemore.EvidenceUnknown
	}
	return s.stage.failure(err), oncemore.EvidenceByOutcome
}
