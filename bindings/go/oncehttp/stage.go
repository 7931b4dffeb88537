// SPDX-License-Identifier: MIT

package oncehttp

import (
	"errors"

	"github.com/oncemore/oncemore/bindings/go"
)

// stage is how far a request got.
type stage struct {
	asked        bool // for a connection
	dialing      bool
	handshaking  bool
	handshakeErr error
	connected    bool
	started      bool // something may have been written
	wrote        bool // all of it
	answered     bool // a byte of the response came
}

// failure says what an error was at this stage of a request.
func (s *stage) failure(err error) oncemore.Failure {
	failure := FailureOf(err)
	switch {
	case !s.asked || failure == oncemore.FailureCancelled:
		return failure // it came to nothing, or the transport is not net/http's
	case !s.connected:
		return s.unconnected(err, failure)
	case !s.started:
		return oncemore.FailureNotSent
	case failure == oncemore.FailureNotSent:
		return failure
	case failure.Evidence() == oncemore.EvidenceNeverSent: // such as an alert of TLS 1.3
		return oncemore.FailureConnectionLost
	case failure == oncemore.FailureConnectionLost && !s.wrote && !s.answered:
		return oncemore.FailureSend
	case failure == oncemore.FailureOther && s.answered:
		return oncemore.FailureBadResponse
	}
	return failure
}

// unsent says whether this stage proves that no byte of the request left: there was no connection,
// or nothing was put on it. net/http calls a field written when it is in the buffer of an HTTP/1
// connection; if the connection is found dead then, the error that says so can be believed as long
// as the request was not written to its end.
func (s *stage) unsent(http2 bool) bool {
	return !s.connected || !s.started || !http2 && !s.wrote && !s.answered
}

// unconnected says why there was no connection.
func (s *stage) unconnected(err error, failure oncemore.Failure) oncemore.Failure {
	switch {
	case failure == oncemore.FailureNameResolution, failure == oncemore.FailureTLSCertificate,
		failure == oncemore.FailureTLSHandshake:
		return failure
	case s.handshaking, s.handshakeErr != nil && errors.Is(err, s.handshakeErr):
		return oncemore.FailureTLSHandshake
	case failure == oncemore.FailureTimeout && !s.dialing:
		return oncemore.FailureNotSent // it waited for one of MaxConnsPerHost
	}
	return oncemore.FailureConnect
}
