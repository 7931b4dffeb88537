// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
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
	cancel context.CancelCauseFunc
	resent int // sends of the call before this one

	mu sync.Mutex
	stage
	host  string // that the connection is for
	conn  net.Conn
	http2 bool
	// net/http was about to send the request again, and was stopped before it wrote a byte.
	stopped  bool
	sameConn bool // on the connection of the first time

	earlier bool // something was sent before this, or may have been
	repeats bool // to the same host, and it was answered
	inner   int  // layers of this package that are at work inside, and watch for themselves
	expired bool // the policy's deadline ended it
	over    bool
}

func (s *sending) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:           s.getConn,
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

// note is for what is this layer's to watch.
func (s *sending) note(what func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inner == 0 {
		what()
	}
}

// getConn is the moment at which a second send shows. After an answer it is no replay but another
// request, such as that of a Base which had to authenticate itself.
func (s *sending) getConn(host string) {
	s.note(func() {
		s.stopped = s.stopped || s.started && !s.answered
		if s.stopped {
			s.cancel(nil)
			return
		}
		s.earlier = s.earlier || s.started
		s.repeats = s.repeats || s.started && s.host == host
		s.stage, s.host = stage{asked: true}, host
	})
}

// gotConn sees to it that nothing is written to the connection of a replay. net/http looks at the
// context before it writes to HTTP/2; but to HTTP/1 it may have written by the time it does.
func (s *sending) gotConn(info httptrace.GotConnInfo) {
	s.note(func() {
		s.connected = true
		s.sameConn = s.conn != nil && reflect.TypeOf(s.conn).Comparable() && s.conn == info.Conn
		s.conn = info.Conn
		if s.stopped && !s.http2 && !isHTTP2(info.Conn) {
			info.Conn.SetWriteDeadline(time.Unix(1, 0))
		}
	})
}

// isHTTP2 is about connections that others use, too.
func isHTTP2(conn net.Conn) bool {
	secure, ok := conn.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}

// wroteHeaderField is called for each field; only HTTP/2 has some that begin with a colon.
func (s *sending) wroteHeaderField(name string, _ []string) {
	s.note(func() {
		s.started = true
		s.http2 = s.http2 || strings.HasPrefix(name, ":")
	})
}

// What made net/http send again it does not say. In HTTP/1 it is always a kept connection that
// broke before the response, in HTTP/2 a server that refused the stream.
var (
	errLost    = fmt.Errorf("kept connection lost before a response: %w", io.ErrUnexpectedEOF)
	errRefused = errors.New("http2: stream refused by the server")
)

func (s *sending) isWatched() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

func (s *sending) isHTTP2() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.http2
}

// failure says what an error of net/http was.
func (s *sending) failure(err error) oncemore.Failure {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stopped && s.http2 {
		return oncemore.FailureRejected
	}
	return s.stage.failure(err)
}

// evidence returns what an outcome would say of the request if what was seen of it proves that, and
// EvidenceUnknown if it does not: neither the type of an error nor its text is a proof, since
// somebody else may have thrown it.
func (s *sending) evidence(said oncemore.Evidence) oncemore.Evidence {
	s.mu.Lock()
	defer s.mu.Unlock()
	proven := s.asked && !s.earlier
	switch said {
	case oncemore.EvidenceNeverSent:
		proven = proven && s.unsent(s.http2)
	case oncemore.EvidenceNotProcessed:
		// A replay on another connection is one after GOAWAY, or after PROTOCOL_ERROR, which
		// net/http takes for a refusal and which proves none.
		proven = proven && s.http2 && !s.answered && (!s.stopped || s.sameConn)
	}
	if proven {
		return said
	}
	return oncemore.EvidenceUnknown
}
