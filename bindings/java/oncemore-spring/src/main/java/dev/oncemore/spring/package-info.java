// SPDX-License-Identifier: MIT

/**
 * Retries for Spring's RestClient, RestTemplate and WebClient, of Spring Framework 6.2 and 7.
 *
 * <pre>{@code
 * RestClient rest = RestClient.builder()
 *     .requestFactory(SendingOnce.jdk(httpClient))
 *     .requestInterceptor(RetryInterceptor.of(settings))
 *     .build();
 *
 * WebClient web = WebClient.builder()
 *     .clientConnector(SendingOnce.reactor(HttpClient.create()))
 *     .filter(RetryFilter.of(settings).withReplayableBodies())
 *     .build();
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
 * <p>Neither an interceptor nor a filter can see which client is below it. So these must be chosen:
 *
 * <ul>
 *   <li>{@code java.net.http}, RestClient's choice where there is no other client: it repeats a
 *       GET or HEAD by itself when a kept connection is lost. {@link
 *       dev.oncemore.spring.SendingOnce#jdk} stops that, and refuses a client that follows.
 *   <li>Reactor Netty: it repeats any request once when the connection is lost before the head was
 *       written. {@link dev.oncemore.spring.SendingOnce#reactor} stops that, refuses a client that
 *       follows, and shows REFUSED_STREAM and GOAWAY of HTTP/2.
 *   <li>Apache HttpClient: it retries and follows. Leave out the interceptor and use {@code
 *       Retrying} of oncemore-httpclient5 when the client is built, which knows more of each
 *       failure; Spring tells the client of each body whether it is repeatable.
 *   <li>{@code SimpleClientHttpRequestFactory}: the JDK's {@code HttpURLConnection} repeats a POST
 *       that got no answer, and follows redirects of a GET where nobody can count them. Do not use
 *       it.
 * </ul>
 *
 * <h2>What is told apart</h2>
 *
 * <p>A WebClient shows when it has a connection, so what happens before is known to have sent
 * nothing, whatever the client below. A RestClient does not; over {@code java.net.http}, made by
 * {@code SendingOnce}, a failure is what {@link dev.oncemore.http.RetryHttpClient} says, over
 * another client what the types of the JDK say, and any other {@code IOException} is a lost
 * connection.
 *
 * <p>A response goes to the caller as soon as its head is there. If its body breaks off when he
 * reads it, that is no attempt any more.
 */
package dev.oncemore.spring;
