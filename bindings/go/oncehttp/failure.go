// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/oncemore/oncemore/bindings/go"
)

// FailureOf says what an error of net/http was, as far as the error alone tells, for a loop of your
// own; [Transport] and [Do] know more, because they watch how far a request gets. It looks into
// wrapped errors, the first that matches counts:
//
//	context.Canceled                             cancelled
//	*net.DNSError                                name_resolution
//	*tls.CertificateVerificationError, x509      tls_certificate
//	tls.RecordHeaderError, ErrSchemeMismatch     tls_handshake
//	*net.OpError of a dial or a proxy,
//	*ProxyError, syscall.ECONNREFUSED            connect
//	HTTP/2: REFUSED_STREAM, a stream above
//	GOAWAY's last one                            rejected
//	HTTP/2: HTTP_1_1_REQUIRED                    other
//	HTTP/2: any other reset, GOAWAY              connection_lost
//	a connection that died while it was idle     not_sent
//	Timeout() true, context.DeadlineExceeded     timeout
//	*net.OpError of a write, syscall.EPIPE       send
//	any other *net.OpError, net.ErrClosed,
//	io.EOF, io.ErrUnexpectedEOF,
//	syscall.ECONNRESET, ECONNABORTED             connection_lost
//	textproto.ProtocolError, "malformed HTTP"    bad_response
//	anything else, such as a bad URL             other
//
// The error does not say everything, and proves nothing: a body, a dialer or a token's fetch may
// have thrown it. In a loop of your own set Attempt.Evidence to EvidenceUnknown with it, unless you
// know that nothing was sent. A context that ended with its deadline is a timeout here, whoever set
// it. A TLS alert, a *net.OpError, is connection_lost, because TLS 1.3 has some that come after the
// request was written. And if net/http sent the request twice by itself, the error is that of the
// second time. nil is FailureNone.
func FailureOf(err error) oncemore.Failure {
	if err == nil {
		return oncemore.FailureNone
	}
	for _, named := range mappings {
		if failure := named(err); failure != oncemore.FailureNone {
			return failure
		}
	}
	return oncemore.FailureOther
}

var mappings = []func(error) oncemore.Failure{ofConnecting, ofHTTP2, ofText, ofExchange}

// as says whether there is an error of this type in err.
func as[E error](err error) bool {
	var target E
	return errors.As(err, &target)
}

// is says whether one of these errors is in err.
func is(err error, targets ...error) bool {
	return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
}

func ofConnecting(err error) oncemore.Failure {
	var network *net.OpError
	switch {
	case errors.Is(err, context.Canceled):
		return oncemore.FailureCancelled
	case as[*net.DNSError](err):
		return oncemore.FailureNameResolution
	case as[*tls.CertificateVerificationError](err), as[x509.UnknownAuthorityError](err),
		as[x509.HostnameError](err), as[x509.CertificateInvalidError](err),
		as[x509.SystemRootsError](err):
		return oncemore.FailureTLSCertificate
	case as[tls.RecordHeaderError](err), errors.Is(err, http.ErrSchemeMismatch):
		return oncemore.FailureTLSHandshake
	case errors.As(err, &network) && connecting[network.Op],
		as[*ProxyError](err), errors.Is(err, syscall.ECONNREFUSED):
		return oncemore.FailureConnect
	}
	return oncemore.FailureNone
}

// connecting are the operations of a net.OpError that come before there is a connection.
var connecting = map[string]bool{"dial": true, "proxyconnect": true, "socks connect": true}

// Error codes of HTTP/2 (RFC 9113 7): what was refused was not processed, and what wants HTTP/1.1
// no other attempt by HTTP/2 will satisfy.
const refusedStream, http11Required = 7, 13

// ofHTTP2 knows the types by their fields: net/http keeps them to itself, and those of
// golang.org/x/net/http2 have the same.
func ofHTTP2(err error) oncemore.Failure {
	for ; err != nil; err = errors.Unwrap(err) {
		value := reflect.ValueOf(err)
		if value.Kind() != reflect.Struct {
			continue
		}
		stream, code := value.FieldByName("StreamID"), value.FieldByName("Code")
		last, reason := value.FieldByName("LastStreamID"), value.FieldByName("ErrCode")
		switch {
		case stream.IsValid() && code.IsValid() && code.CanUint():
			return ofReset(code.Uint())
		case last.IsValid() && reason.IsValid() && reason.CanUint():
			if reason.Uint() == http11Required {
				return oncemore.FailureOther
			}
			return oncemore.FailureConnectionLost
		}
	}
	return oncemore.FailureNone
}

func ofReset(code uint64) oncemore.Failure {
	switch code {
	case refusedStream:
		return oncemore.FailureRejected
	case http11Required:
		return oncemore.FailureOther
	}
	return oncemore.FailureConnectionLost
}

// texts are the errors that net/http makes of a text alone. What they become when the text changes
// is FailureOther, which is never repeated.
var texts = []struct {
	begins, holds string
	failure       oncemore.Failure
}{
	// Both are given to a connection that died before a request was put on it.
	{"http: server closed idle connection", "", oncemore.FailureNotSent},
	{"readLoopPeekFailLocked: ", "", oncemore.FailureNotSent},
	// A connection of the pool that was over.
	{"http: idle connection timeout", "", oncemore.FailureConnectionLost},
	{"http: CloseIdleConnections called", "", oncemore.FailureConnectionLost},
	{"http2: client conn not usable", "", oncemore.FailureNotSent},
	{"http2: client conn could not be established", "", oncemore.FailureNotSent},
	{"http2: client conn is closed", "", oncemore.FailureNotSent},
	{"http2: no cached connection was available", "", oncemore.FailureNotSent},
	{"http2: client connection force closed via ClientConn.Close", "",
		oncemore.FailureConnectionLost},
	{"http2: client connection lost", "", oncemore.FailureConnectionLost},
	{"http2: could not negotiate protocol mutually", "", oncemore.FailureTLSHandshake},
	{"http2: unexpected ALPN protocol", "", oncemore.FailureTLSHandshake},
	// What it would have sent again, had it been able to produce the body.
	{"http2: Transport: cannot retry err [", "; REFUSED_STREAM", oncemore.FailureRejected},
	{"http2: Transport: cannot retry err [", "received Server's graceful shutdown GOAWAY",
		oncemore.FailureRejected},
	{"http2: Transport: cannot retry err [", "", oncemore.FailureConnectionLost},
	{"http2: Transport received GOAWAY from server ErrCode:", "HTTP_1_1_REQUIRED",
		oncemore.FailureOther},
	{"http2: Transport received GOAWAY from server ErrCode:", "", oncemore.FailureRejected},
	{"http2: Transport received Server's graceful shutdown GOAWAY", "", oncemore.FailureRejected},
	// What is not HTTP.
	{"connection error: ", "", oncemore.FailureBadResponse}, // HTTP/2's
	{"http2: frame too large", "", oncemore.FailureBadResponse},
	{"http2: response header list larger than", "", oncemore.FailureBadResponse},
	{"net/http: server response headers exceeded", "", oncemore.FailureBadResponse},
	{"malformed response from server: ", "", oncemore.FailureBadResponse},
	{"malformed HTTP ", "", oncemore.FailureBadResponse},
}

func ofText(err error) oncemore.Failure {
	for ; err != nil; err = errors.Unwrap(err) {
		text := err.Error()
		for _, known := range texts {
			if strings.HasPrefix(text, known.begins) && strings.Contains(text, known.holds) {
				return known.failure
			}
		}
	}
	return oncemore.FailureNone
}

func ofExchange(err error) oncemore.Failure {
	var network *net.OpError
	switch {
	case timedOut(err):
		return oncemore.FailureTimeout
	case errors.As(err, &network) && network.Op == "write", errors.Is(err, syscall.EPIPE):
		return oncemore.FailureSend
	case network != nil, is(err, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
		syscall.ECONNRESET, syscall.ECONNABORTED):
		return oncemore.FailureConnectionLost
	case as[textproto.ProtocolError](err), as[*http.ProtocolError](err):
		return oncemore.FailureBadResponse
	}
	return oncemore.FailureNone
}

// timedOut asks each wrapped error: a url.Error asks only the next one.
func timedOut(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		if timeout, ok := err.(interface{ Timeout() bool }); ok && timeout.Timeout() {
			return true
		}
	}
	return false
}
