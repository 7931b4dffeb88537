// SPDX-License-Identifier: MIT

/**
 * HTTP clients that retry by oncemore: what the adapters of all clients share, and the one for
 * {@code java.net.http}, {@link dev.oncemore.http.RetryHttpClient}.
 *
 * <p>{@link dev.oncemore.http.Settings} are what a user gives to an adapter. {@link
 * dev.oncemore.http.Decided} is what a hook gets, and what a caller finds in the error or response
 * of a call. {@link dev.oncemore.http.Call} is for those who write an adapter, with {@link
 * dev.oncemore.http.RequestView}, {@link dev.oncemore.http.Fields}, {@link
 * dev.oncemore.http.Failures} and {@link dev.oncemore.http.Redirects}.
 *
 * <p>An adapter maps and loops; every decision is the library's.
 */
package dev.oncemore.http;
