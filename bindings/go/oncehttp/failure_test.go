// SPDX-License-Identifier: MIT

package oncehttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"go/build"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

type streamError struct { // has the fields of the one in golang.org/x/net/http2
	StreamID uint32
	Code     uint32
	Cause    error
}

func (streamError) Error() string { return "stream error" }

type goAwayError struct {
	LastStreamID uint32
	ErrCode      uint32
	DebugData    string
}

func (goAwayError) Error() string { return "server sent GOAWAY; REFUSED_STREAM" }

func TestFailureOf(t *testing.T) {
	reset := os.NewSyscallError("read", syscall.ECONNRESET)
	for _, test := range []struct {
		err  error
		want oncemore.Failure
	}{
		{nil, oncemore.FailureNone},
		{context.Canceled, oncemore.FailureCancelled},
		{context.DeadlineExceeded, oncemore.FailureTimeout},
		{os.ErrDeadlineExceeded, oncemore.FailureTimeout},
		{&net.OpError{Op: "dial", Err: &net.DNSError{IsTimeout: true}},
			oncemore.FailureNameResolution},
		{&net.OpError{Op: "dial", Err: os.ErrDeadlineExceeded}, oncemore.FailureConnect},
		{&net.OpError{Op: "proxyconnect", Err: io.EOF}, oncemore.FailureConnect},
		{&net.OpError{Op: "socks connect", Err: io.EOF}, oncemore.FailureConnect},
		{syscall.ECONNREFUSED, oncemore.FailureConnect},
		{&tls.CertificateVerificationError{Err: io.EOF}, oncemore.FailureTLSCertificate},
		{x509.UnknownAuthorityError{}, oncemore.FailureTLSCertificate},
		{x509.HostnameError{Certificate: &x509.Certificate{}}, oncemore.FailureTLSCertificate},
		{x509.CertificateInvalidError{Cert: &x509.Certificate{}}, oncemore.FailureTLSCertificate},
		{x509.SystemRootsError{}, oncemore.FailureTLSCertificate},
		{&net.OpError{Op: "remote error", Err: tls.AlertError(40)}, oncemore.FailureConnectionLost},
		{tls.RecordHeaderError{}, oncemore.FailureTLSHandshake},
		{http.ErrSchemeMismatch, oncemore.FailureTLSHandshake},
		{streamError{Code: 7}, oncemore.FailureRejected},
		{streamError{Code: 8}, oncemore.FailureConnectionLost},
		{streamError{Code: http11Required}, oncemore.FailureOther},
		{goAwayError{}, oncemore.FailureConnectionLost},
		{goAwayError{ErrCode: http11Required}, oncemore.FailureOther},
		{errors.New("http2: client conn not usable"), oncemore.FailureNotSent},
		{errors.New("http2: client conn is closed"), oncemore.FailureNotSent},
		{errors.New("http2: client conn could not be established"), oncemore.FailureNotSent},
		{errors.New("http2: no cached connection was available"), oncemore.FailureNotSent},
		{errors.New("http2: client connection force closed via ClientConn.Close"),
			oncemore.FailureConnectionLost},
		{errors.New("http2: unexpected ALPN protocol \"x\"; want \"h2\""),
			oncemore.FailureTLSHandshake},
		{errors.New("http2: Transport received GOAWAY from server ErrCode:HTTP_1_1_REQUIRED"),
			oncemore.FailureOther},
		{errors.New("http2: Transport received GOAWAY from server ErrCode:INTERNAL_ERROR"),
			oncemore.FailureRejected},
		{&net.OpError{Op: "write", Err: reset}, oncemore.FailureSend},
		{syscall.EPIPE, oncemore.FailureSend},
		{&net.OpError{Op: "read", Err: reset}, oncemore.FailureConnectionLost},
		{reset, oncemore.FailureConnectionLost},
		{io.EOF, oncemore.FailureConnectionLost},
		{io.ErrUnexpectedEOF, oncemore.FailureConnectionLost},
		{net.ErrClosed, oncemore.FailureConnectionLost},
		{textproto.ProtocolError("malformed MIME header"), oncemore.FailureBadResponse},
		{&http.ProtocolError{}, oncemore.FailureBadResponse},
		{errors.New("http: server closed idle connection"), oncemore.FailureNotSent},
		{errors.New("http2: Transport received Server's graceful shutdown GOAWAY"),
			oncemore.FailureRejected},
		{errors.New("http2: client connection lost"), oncemore.FailureConnectionLost},
		{errors.New("connection error: PROTOCOL_ERROR"), oncemore.FailureBadResponse},
		{errors.New("http2: frame too large"), oncemore.FailureBadResponse},
		{errors.New("malformed HTTP response"), oncemore.FailureBadResponse},
		{&fs.PathError{Op: "read", Err: syscall.EIO}, oncemore.FailureOther},
		{errors.New("who knows"), oncemore.FailureOther},
	} {
		equal(t, fmt.Sprintf("%T %v", test.err, test.err), FailureOf(test.err), test.want)
		if test.err != nil {
			wrapped := &url.Error{Op: "Get", Err: fmt.Errorf("x: %w", test.err)}
			equal(t, fmt.Sprintf("wrapped %T", test.err), FailureOf(wrapped), test.want)
		}
	}
}

// What is known by its text is known as long as net/http says it so.
func TestTextsAreNetHTTPs(t *testing.T) {
	var source strings.Builder
	err := filepath.WalkDir(filepath.Join(build.Default.GOROOT, "src/net/http"), func(
		name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		source.Write(text)
		return err
	})
	equal(t, "error", err, nil)
	for _, known := range texts {
		for _, part := range []string{known.begins, known.holds} {
			part = strings.Split(strings.TrimPrefix(part, "; "), " [")[0]
			equal(t, part, strings.Contains(source.String(), part), true)
		}
	}
}

// The same error means another thing at another stage.
func TestStages(t *testing.T) {
	connected := stage{asked: true, connected: true}
	started := stage{asked: true, connected: true, started: true}
	wrote := stage{asked: true, connected: true, started: true, wrote: true}
	answered := stage{asked: true, connected: true, started: true, answered: true}
	other, idle := errors.New("who knows"), errors.New("http: server closed idle connection")
	for _, test := range []struct {
		stage stage
		err   error
		want  oncemore.Failure
	}{
		{stage{}, other, oncemore.FailureOther},
		{stage{asked: true}, other, oncemore.FailureConnect},
		{stage{asked: true}, context.Canceled, oncemore.FailureCancelled},
		{stage{asked: true}, io.EOF, oncemore.FailureConnect},
		{stage{asked: true, handshakeErr: io.EOF}, io.EOF, oncemore.FailureTLSHandshake},
		{connected, io.EOF, oncemore.FailureNotSent},
		{connected, other, oncemore.FailureNotSent},
		{started, io.EOF, oncemore.FailureSend},
		{started, other, oncemore.FailureOther},
		{started, idle, oncemore.FailureNotSent},
		{started, x509.HostnameError{Certificate: &x509.Certificate{}},
			oncemore.FailureConnectionLost},
		{wrote, io.EOF, oncemore.FailureConnectionLost},
		{wrote, os.ErrDeadlineExceeded, oncemore.FailureTimeout},
		{answered, io.EOF, oncemore.FailureConnectionLost},
		{answered, other, oncemore.FailureBadResponse},
	} {
		what := fmt.Sprintf("%+v %v", test.stage, test.err)
		equal(t, what, test.stage.failure(test.err), test.want)
	}
}

// Errors that the real net/http makes, each at its stage.
func TestFailuresOfNetHTTP(t *testing.T) {
	secure, trusting := overTLS(t, newStub(t, status(200)))
	plain := newStub(t, status(403)).URL
	stalled := listener(t, func(conn net.Conn) { io.Copy(io.Discard, conn) })
	for name, test := range map[string]struct {
		url    string
		sender *http.Transport
		want   oncemore.Failure
	}{
		"no such host": {"http://no.invalid/", &http.Transport{}, oncemore.FailureNameResolution},
		"refused":      {refusing(t), &http.Transport{}, oncemore.FailureConnect},
		"no proxy": {plain, &http.Transport{Proxy: proxy(refusing(t))},
			oncemore.FailureConnect},
		"dialer of one's own": {plain, &http.Transport{DialContext: func(
			context.Context, string, string) (net.Conn, error) {
			return nil, errors.New("not today")
		}}, oncemore.FailureConnect},
		"unknown authority": {secure, &http.Transport{}, oncemore.FailureTLSCertificate},
		"another name": {strings.Replace(secure, "127.0.0.1", "localhost", 1), trusting,
			oncemore.FailureTLSCertificate},
		"no TLS there": {strings.Replace(plain, "http:", "https:", 1), &http.Transport{},
			oncemore.FailureTLSHandshake},
		"closed in the handshake": {"https" + listener(t, func(net.Conn) {}), &http.Transport{},
			oncemore.FailureTLSHandshake},
		"handshake that takes too long": {"https" + stalled,
			&http.Transport{TLSHandshakeTimeout: 50 * time.Millisecond},
			oncemore.FailureTLSHandshake},
		"no answer": {"http" + stalled,
			&http.Transport{ResponseHeaderTimeout: 50 * time.Millisecond},
			oncemore.FailureTimeout},
		"not HTTP": {"http" + listener(t, saying("hello\r\n\r\n")), &http.Transport{},
			oncemore.FailureBadResponse},
		"a bad field": {"http" + listener(t, saying("HTTP/1.1 200 OK\r\n bad\r\n\r\n")),
			&http.Transport{}, oncemore.FailureBadResponse},
		"fields without end": {"http" + listener(t, saying("HTTP/1.1 200 OK\r\nA: "+
			strings.Repeat("x", 9999))), &http.Transport{MaxResponseHeaderBytes: 1000},
			oncemore.FailureBadResponse},
		"half a head": {"http" + listener(t, saying("HTTP/1.1 200 OK\r\nA: b")), &http.Transport{},
			oncemore.FailureConnectionLost},
		"closed": {"http" + listener(t, saying("")), &http.Transport{},
			oncemore.FailureConnectionLost},
		"bad URL": {"gopher://x.invalid", &http.Transport{}, oncemore.FailureOther},
	} {
		t.Run(name, func(t *testing.T) {
			defer test.sender.CloseIdleConnections()
			r := newRecorder(1)
			_, err := Do(&http.Client{Transport: test.sender}, newRequest(t, "GET", test.url, nil),
				r.Settings)
			equal(t, fmt.Sprint(err), lastOf(err).Attempt.Failure, test.want)
			equal(t, "evidence", lastOf(err).Attempt.Evidence, oncemore.EvidenceByOutcome)
		})
	}
}

// TLS 1.3 lets the client write before the server has seen that there is no certificate of the
// client. So the alert may come when the request was read, or before it was begun, but it is no
// failure of the handshake, which was over.
func TestAlertAfterTheHandshake(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = newStub(t, status(200)).Config.ErrorLog
	server.TLS = &tls.Config{ClientAuth: tls.RequireAnyClientCert, MinVersion: tls.VersionTLS13}
	server.StartTLS()
	defer server.Close()
	_, err := Do(server.Client(), newRequest(t, "POST", server.URL, nil), newRecorder(2).Settings)
	if last := lastOf(err).Attempt.Failure; last != oncemore.FailureNotSent {
		equal(t, fmt.Sprint(err), last, oncemore.FailureConnectionLost)
	}
	var alert *net.OpError
	equal(t, "alert", errors.As(err, &alert) && alert.Op == "remote error", true)
}

// The server stops reading in the middle.
func TestBrokenWhileSending(t *testing.T) {
	url := "http" + listener(t, func(conn net.Conn) {
		io.ReadFull(conn, make([]byte, 1000))
		conn.(*net.TCPConn).SetLinger(0)
	})
	body := strings.NewReader(strings.Repeat("x", 64<<20))
	_, err := Do(nil, newRequest(t, "POST", url, body), newRecorder(2).Settings)
	equal(t, fmt.Sprint(err), lastOf(err).Attempt.Failure, oncemore.FailureSend)
}

// What the client was waiting for when its time was over: none of it was sent.
func TestTimeoutBeforeSending(t *testing.T) {
	stalled := make(chan struct{})
	defer close(stalled)
	server := newStub(t, func(http.ResponseWriter, *http.Request) { <-stalled })
	busy := &http.Transport{MaxConnsPerHost: 1}
	go (&http.Client{Transport: busy}).Do(newRequest(t, "GET", server.URL, nil))
	for server.arrived() == "" {
		time.Sleep(time.Millisecond)
	}
	resolving := &net.Resolver{PreferGo: true, Dial: func(
		ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	connecting := func(string, string, syscall.RawConn) error {
		<-stalled
		return nil
	}
	handshaking := "https" + listener(t, func(net.Conn) { <-stalled })
	for name, test := range map[string]struct {
		url    string
		sender *http.Transport
		want   oncemore.Failure
	}{
		"the pool": {server.URL, busy, oncemore.FailureNotSent},
		"the name": {"http://a.invalid/", &http.Transport{
			DialContext: (&net.Dialer{Resolver: resolving}).DialContext}, oncemore.FailureConnect},
		"the connection": {server.URL, &http.Transport{
			DialContext: (&net.Dialer{Control: connecting}).DialContext}, oncemore.FailureConnect},
		"the handshake": {handshaking, &http.Transport{}, oncemore.FailureTLSHandshake},
	} {
		client := &http.Client{Transport: test.sender, Timeout: 100 * time.Millisecond}
		_, err := Do(client, newRequest(t, "POST", test.url, nil), newRecorder(2).Settings)
		equal(t, name+": "+fmt.Sprint(err), lastOf(err).Attempt.Failure, test.want)
	}
}

// The caller's own body fails: nobody knows whether that passes.
func TestBodyThatFails(t *testing.T) {
	server := newStub(t, status(200))
	body := io.MultiReader(strings.NewReader("12345"), failing{})
	req := newRequest(t, "PUT", server.URL, body)
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(body), nil }
	_, err := Do(nil, req, newRecorder(2).Settings)
	equal(t, fmt.Sprint(err), lastOf(err).Attempt.Failure, oncemore.FailureOther)
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, &fs.PathError{Op: "read", Err: syscall.EIO} }

// overTLS is a stub behind TLS and a sender that trusts it, without HTTP/2.
func overTLS(t *testing.T, stub *stub) (url string, sender *http.Transport) {
	t.Helper()
	secure := httptest.NewUnstartedServer(stub)
	secure.Config.ErrorLog = stub.Config.ErrorLog
	secure.StartTLS()
	t.Cleanup(secure.Close)
	roots := secure.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return secure.URL, &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}
}

// listener serves each connection by a function and closes it; it returns "://host:port".
func listener(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				serve(conn)
			}()
		}
	}()
	return "://" + l.Addr().String()
}

// saying answers a text, once something was asked.
func saying(text string) func(net.Conn) {
	return func(conn net.Conn) {
		conn.Read(make([]byte, 4096))
		io.WriteString(conn, text)
	}
}

// refusing is where nobody listens.
func refusing(t *testing.T) string {
	server := newStub(t, status(200))
	server.Close()
	return server.URL
}

func proxy(address string) func(*http.Request) (*url.URL, error) {
	parsed, err := url.Parse(address)
	if err != nil {
		panic(err)
	}
	return http.ProxyURL(parsed)
}
