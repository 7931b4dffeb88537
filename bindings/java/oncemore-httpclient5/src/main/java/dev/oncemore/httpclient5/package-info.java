// SPDX-License-Identifier: MIT

/**
 * Retries for Apache HttpClient 5.5 and newer, classic and asynchronous.
 *
 * <pre>{@code
 * Settings settings = Settings.of(policy).withOnDecision(decided -> log.info(decided.line()));
 * try (CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings).build()) {
 *   HttpClientContext context = HttpClientContext.create();
 *   client.execute(request, context, handler);
 *   List<Decided> decisions = Retrying.decisions(context);
 * }
 * }</pre>
 *
 * <h2>Where the loop is</h2>
 *
 * <p>Inside the redirects, outside of authentication: another attempt sends the current hop again.
 * The number of the attempt, the hops and the time since the start are the call's and go along
 * from hop to hop. The client follows by itself; it asks the policy's {@code maxRedirects} and
 * {@code deadline} before each hop, and a redirect's Retry-After is waited for. What the policy
 * does not let it follow is the caller's response. A call costs at most {@code
 * Counting.requestsPerCallShared(maxAttempts, maxRedirects)} requests.
 *
 * <p>The two limits of {@code RequestConfig} hold as well: {@code maxRedirects}, 50 unless set,
 * and {@code circularRedirectsAllowed}, which unless set makes an error of the second visit to an
 * address. Such an error is thrown outside of the loop and costs no attempt. How a method is
 * rewritten is the client's affair: as {@code BROWSER} says, so a policy with {@code KEEP} is
 * refused. A redirect to another host that would carry Authorization, Cookie or a sensitive header
 * is not followed, and neither is one from https to http. A Location is resolved as by all
 * adapters (RFC 3986 5.2), unless the caller brings a strategy of redirects.
 *
 * <p>Of two such loops in one chain the inner decides, and the outer sends once. A handler of the
 * caller's between the loop and the connection may send again by itself, which is seen when it has
 * done so: what came of it is the caller's, and nothing more is sent.
 *
 * <h2>What is changed in the client</h2>
 *
 * <ul>
 *   <li>Its own retries are switched off. Do not set a retry strategy besides.
 *   <li>Its redirect strategy is wrapped. Set one by the methods here, not in the builder.
 *   <li>One handler before {@code PROTOCOL} in the chain of execution holds the loop, and hands
 *       the rest of the chain a runtime that sees how far a request gets; the first handler of all
 *       sees whether the client handles redirects.
 * </ul>
 *
 * <h2>What the client still does by itself</h2>
 *
 * <ul>
 *   <li>It tries the other addresses of a host, when it has no connection yet: nothing was sent.
 *   <li>It answers a challenge, 401 or 407, with credentials that it was given, and sends the
 *       request again; the server has refused to process it before.
 *   <li>It checks a kept connection before it is used when it was idle for longer than {@code
 *       validateAfterInactivity} (2 seconds, unless {@code ConnectionConfig} says otherwise). One
 *       that the server closed within that time looks like one that was lost after the request was
 *       written, and a POST is not repeated. With a shorter time, down to zero, it is found dead
 *       before.
 * </ul>
 *
 * <h2>Bodies</h2>
 *
 * <p>A body can be sent again if {@code HttpEntity.isRepeatable} or {@code
 * AsyncEntityProducer.isRepeatable} says so, or as long as nobody has begun to read it.
 *
 * <h2>The end of a call</h2>
 *
 * <p>The caller gets what the client gives without retries: the last response, or the last
 * exception, in which {@link dev.oncemore.http.Decided#in} finds the decisions. {@link
 * dev.oncemore.httpclient5.Retrying#decisions} finds them in the context in any case. The response
 * of an attempt that is repeated is read to its end, up to 64 KiB, 250 ms and what the deadline
 * leaves, so that its connection can be used again; otherwise the connection is ended, and a read
 * that waits with it. For the note new_connection it is ended at once.
 *
 * <p>{@link dev.oncemore.httpclient5.Retrying#setPolicy} gives the calls of a context a policy of
 * their own.
 *
 * <p>To cancel the request or the future ends an attempt or a wait at once, and the last decision
 * is to stop, {@code cancelled}; to interrupt the thread ends a wait. A cancelled call of the
 * classic client is a {@code RequestFailedException}. The asynchronous client keeps no thread while
 * it waits. Where {@code RequestConfig.hardCancellationEnabled} is off, it lets a request that it
 * has begun to write go on in the background, and what comes of that is decided upon.
 *
 * <h2>What proves that nothing was sent</h2>
 *
 * <table>
 *   <caption>The marks, and what they do not see</caption>
 *   <tr><th></th><th>mark</th><th>not seen</th></tr>
 *   <tr><td>classic</td>
 *     <td>the very error that the client's runtime threw while it took, connected or upgraded a
 *     connection, before the request was handed to it; a proxy's answer to CONNECT</td>
 *     <td>a kept connection that is found dead when the request is handed to it</td></tr>
 *   <tr><td>asynchronous</td>
 *     <td>the very error that the runtime, or the exchange on the connection, ended with before the
 *     request was handed over to be written; a proxy's answer to CONNECT; REFUSED_STREAM and
 *     RequestNotExecutedException of that exchange</td>
 *     <td>a stream above GOAWAY's last one, which the client tells from no other end</td></tr>
 * </table>
 *
 * <p>Any other error, such as one of a handler of the caller's, proves nothing, whatever its type:
 * the failure keeps its name, but its evidence is unknown, and a POST is not repeated.
 *
 * <h2>What is told apart</h2>
 *
 * <table>
 *   <caption>Exceptions, before and after the client begins to write the request</caption>
 *   <tr><th>exception</th><th>before</th><th>after</th></tr>
 *   <tr><td>UnknownHostException</td><td>name_resolution</td><td></td></tr>
 *   <tr><td>HttpHostConnectException, ConnectTimeoutException</td><td>connect</td><td></td></tr>
 *   <tr><td>SSLException for a certificate</td><td>tls_certificate</td>
 *     <td>connection_lost</td></tr>
 *   <tr><td>other SSLException</td><td>tls_handshake</td><td>connection_lost</td></tr>
 *   <tr><td>ConnectionRequestTimeoutException</td><td>not_sent</td><td></td></tr>
 *   <tr><td>RequestNotExecutedException</td><td>not_sent</td><td>rejected</td></tr>
 *   <tr><td>H2StreamResetException, REFUSED_STREAM</td><td></td><td>rejected</td></tr>
 *   <tr><td>SocketTimeoutException</td><td>connect, tls_handshake</td><td>timeout</td></tr>
 *   <tr><td>NoHttpResponseException, ConnectionClosedException, other IOException</td>
 *     <td>connect, tls_handshake</td><td>connection_lost, send</td></tr>
 *   <tr><td>ProtocolException, MessageConstraintException</td><td>other</td>
 *     <td>bad_response</td></tr>
 *   <tr><td>InterruptedIOException</td><td>cancelled</td><td>cancelled</td></tr>
 *   <tr><td>anything else</td><td>other</td><td>other</td></tr>
 * </table>
 *
 * <p>A refused tunnel is the proxy's response, with the evidence never_sent; HTTP_1_1_REQUIRED is
 * other. The client does not say of a stream above GOAWAY's
 * last one that it was not processed, so that is connection_lost; nor does the classic client tell
 * a response that is not HTTP from none.
 */
package dev.oncemore.httpclient5;
