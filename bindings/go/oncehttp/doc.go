// SPDX-License-Identifier: MIT

/*
Package oncehttp lets net/http send a request once more where that is right: a mapping of its errors
and a loop, around the rules of package oncemore.

	policy := oncemore.DefaultPolicy()
	client := &http.Client{Transport: &oncehttp.Transport{
		Settings: oncehttp.Settings{Policy: policy},
	}}
	resp, err := client.Get(url)

A [Transport] serves everything that takes an http.Client; its loop is inside the redirects. [Do]
has the loop outside of them, and sees the whole chain:

	resp, err := oncehttp.Do(client, req, oncehttp.Settings{Policy: policy})

# Which of the two

They differ only where redirects are followed. A POST that was answered with 303, and whose new
place answers 503: the Transport repeats the GET of that place. Do would have to begin again with
the POST; the redirect proves that it was accepted, so Do stops and returns the 503. A chain that
has to begin anew, because it leads to a place that is good only once, needs Do.

Either way one call has one count of attempts, one of hops and one start: it costs at most
MaxAttempts + MaxRedirects requests (oncemore.RequestsPerCallShared), not their product.

# Redirects

The client follows, with its own rules for the method, the body and the fields that it carries over:
net/http makes every 301, 302 and 303 a GET, or HEAD, whatever Policy.RedirectRewrite says. Before
each hop the policy is asked: after MaxRedirects hops, over all attempts, the call ends with a
[RedirectError], and a Retry-After of a redirect is waited for. One that is longer than the policy
allows makes Do return the redirect itself; a Transport, which comes to know of the hop when the
client has left the redirect behind, returns a RedirectError with the wait. Of a redirect that it
hands to the client it says so in its line; the reason is redirect.

Without a CheckRedirect of its own, a client with a Transport stops after 10 requests whatever the
policy says. To let MaxRedirects alone decide, return nil there; Do does so by itself. The state of
a call with a Transport goes along the hops in Request.Response: a RoundTripper between the client
and the Transport must not replace it, or each hop counts as a call.

# What is below

The RoundTripper below, Transport.Base or the client's Transport, should be an http.Transport, or
something around one that gives each request to it once: to sign it, to look up where it goes, to
fetch a token first. What does more is seen in the answer, if it hands on the request's context or
says in Response.Request what was sent: it follows redirects, as an http.Client does, it repeats, or
it answers a challenge with a second request. Such an answer is returned whatever its status, as
not_repeatable, and nothing more is sent; Decision.Remedy and the line say what to do: let the
client above follow, and put what repeats or answers challenges above, around the Transport. A
RoundTripper that hides both what it does and what it sent is not seen.

A Transport within an attempt of Do, or of another Transport, decides by itself; the outer one sends
once, decides nothing, and its hook is not called. So layers do not multiply.

# What net/http does by itself

Nothing is sent twice in one attempt. net/http would do so in two cases, and is kept from it. A
request is sent without GetBody, so one that has a body is not repeated. When one without a body is
about to be repeated, seen with package httptrace, its context is ended, and to an HTTP/1 connection
that was chosen for it nothing can be written any more. The cases are a kept HTTP/1 connection that
is lost before the response, for GET, HEAD, OPTIONS, TRACE and requests with an Idempotency-Key; and
HTTP/2, where net/http sends up to eight times what the server refused, with waits of its own, a
minute in all. The library decides about these failures like about all others. A Base that sends a
request again after a failure, in the same context, is kept from it as well.

What remains is that net/http chooses another connection if the one that it had turns out to be
dead before anything was written. That costs no request.

# Another connection

After 408 and 421 the next attempt is sent on another connection (oncemore.NoteNewConnection): the
response is not drained, and what is idle is closed by CloseIdleConnections of the RoundTripper
below, which closes idle connections to other hosts, too. One that does not have this method gives
no other connection, and the note is not there. An HTTP/2 connection that others are using goes on;
then the attempt after the next has another.

# Failures

[FailureOf] has the table. What an error is called is one thing, what it proves is another: somebody
else may have thrown it, a token's fetch, a body, a proxy function. Transport and Do watch with
package httptrace how far a request gets, and believe that:

	claim          its proof
	never_sent     GetConn was called and GotConn was not: there was no connection
	               (connect, name_resolution, tls_handshake, tls_certificate, not_sent)
	never_sent     GotConn was called, and no WroteHeaderField, WroteHeaders or WroteRequest: none
	               of it was written (not_sent)
	never_sent     HTTP/1: the error says that the connection was closed before it was used, and
	               neither WroteRequest without an error nor GotFirstResponseByte was called
	               (not_sent)
	not_processed  HTTP/2, seen by its fields: the error says that the stream was refused, and
	               GotFirstResponseByte was not called (rejected); if net/http was about to
	               repeat it, only on the same connection

Where the proof is missing the failure keeps its name and the evidence is unknown, so that a POST is
not sent again: with a RoundTripper that is not net/http's or does not hand on the context; for what
fails before GetConn, such as a proxy function; and for every failure in an attempt in which
something was sent before. The error of a request's own body is other, whatever its type.

A proxy that answers CONNECT and opens no tunnel has answered: the attempt counts as that status,
never_sent, although the caller gets an error. net/http shows only the words after the status, which
are known if they are the usual ones, else it is connect; [OnProxyConnectResponse] shows all.

A response whose body breaks off is the caller's to notice: the body is read after the decision.

# Bodies

A request has a body that can be sent again if there is GetBody, as http.NewRequest makes it for the
usual readers, or none at all; or if the body, or what io.NopCloser hides, is an io.Seeker: it is
rewound to where it stood before the first attempt, unless that was its end, and closed after the
last. Any other is consumed once a byte of it was asked for. As long as no byte was, as after a
refused connection or when the server answers in place of "100 Continue", it is whole, and the next
attempt sends it.

# The end of a call

The caller gets what net/http would give for the last attempt: its response, with the body unread,
or its error. [Decisions] says of a response, and [Error] of an error, what was decided after each
attempt; the Delay of a stop for ReasonServerWaitTooLong, ReasonDeadline or ReasonAttemptsExhausted
says when to come back. An http.Client that ends a call of a Transport by its own Timeout makes a
new error, in which the Error is lost; Settings.OnDecision has seen the decisions all the same.

A response that is not the last is read to its end, so that its connection is used again: at most 64
KiB, a quarter of a second and half of what the deadline leaves besides the wait, and not beyond the
end of the context. Else its connection is closed. Of a RoundTripper that is not net/http's nothing
is read.

# Time

Policy.Deadline is for the whole call: it refuses a wait that would pass it, and ends an attempt
that has no response yet when it passes, as a timeout; the error is a context.DeadlineExceeded. The
body of a response that came in time may take longer. The limits of http.Transport, such as
ResponseHeaderTimeout, and, with Do, the client's Timeout are for one attempt. A request's context,
and with a Transport the client's Timeout, ends the call, also in a wait, at once: the failure is
cancelled. Its deadline takes no part in decisions, so a wait begins that cannot end before it;
Policy.Deadline is there for that.

A date in Retry-After is understood by the response's own Date, unless a cache kept it.
*/
package oncehttp
