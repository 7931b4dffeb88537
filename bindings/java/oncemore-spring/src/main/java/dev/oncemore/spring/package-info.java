// SPDX-License-Identifier: MIT

/**
 * Retries for Spring's RestClient, RestTemplate and WebClient, of Spring Framework 6.2 and 7.
 *
 * <pre>{@code
 * RestClient rest = RetryInterceptor.of(settings).install(RestClient.builder()).build();
 *
 * WebClient web =
 *     RetryFilter.of(settings).withReplayableBodies().install(WebClient.builder()).build();
 * }</pre>
 *
 * <h2>Where the loop is</h2>
 *
 * <p>Inside the redirects. Nothing is followed unless {@code following()} asks for it; then the
 * library follows, by the policy's rules, and another attempt sends the current hop again.
 * Attempts, hops and time are counted for the call, which costs at most {@code
 * Counting.requestsPerCallShared(maxAttempts, maxRedirects)} requests. Authorization, Cookie and
 * Proxy-Authorization are not shown to another origin.
 *
 * <h2>What the clients do by themselves</h2>
 *
 * <p>{@code install} puts a request factory or a connector below that sends each request once, and
 * follows nothing: {@link dev.oncemore.spring.OneSendRequestFactory} over {@code java.net.http},
 * {@link dev.oncemore.spring.OneSendConnector} over Reactor Netty. Whoever adds the interceptor or
 * the filter by hand learns before anything is sent if what is below is none of these:
 *
 * <table>
 *   <caption>What is below, and what comes of it</caption>
 *   <tr><th>request factory or connector</th><th>alone</th></tr>
 *   <tr><td>OneSendRequestFactory, OneSendConnector, also of {@code vouchedFor}</td>
 *     <td>taken</td></tr>
 *   <tr><td>that of MockRestServiceServer</td><td>taken</td></tr>
 *   <tr><td>ReactorClientHttpConnector whose client does not follow</td>
 *     <td>taken, but evidence is unknown</td></tr>
 *   <tr><td>HttpComponentsClientHttpRequestFactory over a client of {@code Retrying},
 *     JdkClientHttpRequestFactory over a RetryHttpClient, another RetryInterceptor or
 *     RetryFilter</td>
 *     <td>that decides, and the outer sends once and follows nothing</td></tr>
 *   <tr><td>SimpleClientHttpRequestFactory, JdkClientHttpRequestFactory,
 *     HttpComponentsClientHttpRequestFactory (Spring's choice where it is there), and all
 *     others</td><td>refused: IllegalStateException</td></tr>
 * </table>
 *
 * <p>For Apache HttpClient below a RestClient, leave out the interceptor and use {@code Retrying}
 * of oncemore-httpclient5 when the client is built, which knows more of each failure; Spring tells
 * the client of each body whether it is repeatable.
 *
 * <p>An interceptor or a filter behind these that sends again by itself, say with a fresh token, is
 * seen when it has done so: what came of it is the caller's, and nothing more is sent.
 *
 * <h2>What proves that nothing was sent</h2>
 *
 * <table>
 *   <caption>The marks, and what they do not see</caption>
 *   <tr><th></th><th>mark</th><th>not seen</th></tr>
 *   <tr><td>WebClient</td>
 *     <td>the very error of OneSendConnector, which had not asked for the request's octets: it
 *     does so when there is a connection; name_resolution, connect, tls_handshake,
 *     tls_certificate, not_sent (the pool had none to give), and the status of a proxy that opens
 *     no tunnel</td>
 *     <td>a connection that was found dead before its first octet; other clients than Reactor
 *     Netty, which are asked for the octets before they connect</td></tr>
 *   <tr><td>RestClient</td>
 *     <td>what {@link dev.oncemore.http.RetryHttpClient} says of java.net.http</td>
 *     <td>anything of a factory that was vouched for</td></tr>
 * </table>
 *
 * <p>Where its mark was not met, an attempt's evidence is unknown, whatever the type of the error:
 * the failure keeps its name, but a POST is not repeated. That a stream of HTTP/2 was refused
 * (rejected), OneSendConnector reads from the frame; HTTP_1_1_REQUIRED is other.
 *
 * <h2>Notes, bodies and time</h2>
 *
 * <p>For new_connection, OneSendConnector over Reactor Netty ends a connection of HTTP/1.1; it does
 * not end one of HTTP/2, which other streams use, and java.net.http lets nobody end one. Then the
 * line of the decision does not promise it either. The body of a response that nobody wants is
 * read, so that its connection can be used again, but no more than 64 KiB of it, for 250 ms or for
 * what the deadline leaves; then it is closed. To go meanwhile gives the connection back.
 *
 * <p>A response goes to the caller as soon as its head is there. If its body breaks off when he
 * reads it, that is no attempt any more.
 */
package dev.oncemore.spring;
