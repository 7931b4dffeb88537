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
MaxAttempts + MaxRedirects requests (oncemore.RequestsPerCallShared), not their product. Layers do
not multiply either: a Transport within an attempt of Do, or of another Transport, sends once.

# Redirects

The client follows, with its own rules for the method, the body and the fields that it carries over:
net/http makes every 301, 302 and 303 a GET, or HEAD, whatever Policy.RedirectRewrite says. Before
each hop the policy is asked: after MaxRedirects hops, over all attempts, the call ends with a
[RedirectError], and a Retry-After of a redirect is waited for. One that is longer than the policy
allows makes Do return the redirect itself; a Transport, which comes to know of the hop when the
client has left the redirect behind, returns a RedirectError with the wait.

Without a CheckRedirect of its own, a client with a Transport stops after 10 requests whatever the
policy says. To let MaxRedirects alone decide, return nil there; Do does so by itself. The state of
a call with a Transport goes along the hops in Request.Response: a RoundTripper between the client
and the Transport must not replace it, or each hop counts as a call.

# What net/http does by itself

Nothing is sent twice in one attempt. net/http would do so in two cases, and is kept from it. A
request is sent without GetBody, so one that has a body is not repeated. When one without a body is
about to be repeated, seen with package httptrace, its context is ended, and to an HTTP/1 connection
that was chosen for it nothing can be written any more. The cases are a kept HTTP/1 connection that
is lost before the response, for GET, HEAD, OPTIONS, TRACE and requests with an Idempotency-Key; and
HTTP/2, where net/http sends up to eight times what the server refused, with waits of its own, a
minute in all. The library decides about these failures like about all others.

What remains is that net/http chooses another connection if the one that it had turns out to be
dead before anything was written. That costs no request. It has no way to be told to choose another,
which the note new_connection asks for (oncemore.NoteNewConnection).

With a Base that is not an http.Transport the same holds as far as it hands the request's context to
one. A Base that sends a request again after a failure, or several at once, is kept from that; one
that sends another request after a response, to authenticate itself, is not.

# Failures

[FailureOf] has the table. Transport and Do watch besides how far a request got, so they know that
none of it was sent if there was no connection, whatever the error; that a connection was found dead
before it was used, which lets even a POST be sent again; that time ran out for a connection from
the pool (not_sent), for the handshake (tls_handshake) or for the response (timeout); and that a TLS
alert came after the request (connection_lost). net/http does not show the status with which a proxy
refuses a tunnel: that is connect.

A response whose body breaks off is the caller's to notice: the body is read after the decision.

# Bodies

A request has a body that can be sent again if there is GetBody, as http.NewRequest makes it for the
usual readers, or none at all. Any other is consumed once a byte of it was asked for. As long as no
byte was, as after a refused connection or when the server answers in place of "100 Continue", it is
whole, and the next attempt sends it.

# The end of a call

The caller gets what net/http would give for the last attempt: its response, with the body unread,
or its error. [Decisions] says of a response, and [Error] of an error, what was decided after each
attempt; the Delay of a stop for ReasonServerWaitTooLong, ReasonDeadline or ReasonAttemptsExhausted
says when to come back. An http.Client that ends a call of a Transport by its own Timeout makes a
new error, in which the Error is lost; Settings.OnDecision has seen the decisions all the same.

A response that is not the last is read to its end, at most 64 KiB and a quarter of a second, so
that its connection is used again.

# Time

Policy.Deadline is for the whole call: it refuses a wait that would pass it, and does not cut an
attempt short. That is for ResponseHeaderTimeout and the other limits of http.Transport, and, with
Do, for the client's Timeout, which is for one attempt there. A request's context, and with a
Transport the client's Timeout, ends the call, also in a wait, at once: the failure is cancelled.
Its deadline takes no part in decisions, so a wait begins that cannot end before it; Policy.Deadline
is there for that.
*/
package oncehttp
