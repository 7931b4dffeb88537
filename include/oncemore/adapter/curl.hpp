// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/adapter/curl/cancellation.hpp>
#include <oncemore/adapter/curl/ending.hpp>
#include <oncemore/adapter/curl/failure.hpp>
#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/marks.hpp>
#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/adapter/curl/perform.hpp>
#include <oncemore/adapter/curl/request_fields.hpp>

/// libcurl by oncemore: C++17, libcurl 7.84.0 or later, CMake target `oncemore::curl`.
///
///     CURL* handle = curl_easy_init();
///     curl_easy_setopt(handle, CURLOPT_URL, "https://example.com/report");
///
///     oncemore::curl::Options options;
///     options.write = append;          // what CURLOPT_WRITEFUNCTION
///     options.write_data = &report;    // and CURLOPT_WRITEDATA would be given
///     auto const result = oncemore::curl::perform(handle, oncemore::Policy{}, options);
///
/// perform() is curl_easy_perform() as often as the policy allows. Who keeps a loop of their own
/// takes ending_of() and retry_after_of(), and decides with the library.
///
/// **What the caller gets** is what libcurl gives without us, for the last attempt: its code, its
/// body, and a handle that answers curl_easy_getinfo(). The last decision is in the result, and
/// Options::on_decision gets each as it is made.
///
/// **The answer's body** of an attempt that is retried never reaches Options::write, and one of
/// which it has octets is not retried, unless there is Options::restart to throw them away;
/// Options::hold_back says how many octets wait for the decision. Without Options::write the
/// handle's own function gets every octet as it comes, since libcurl shows it to nobody, so an
/// attempt that brought some of a body stops as `body_consumed`, a 503 with an error page, too:
/// give Options::write, or Options::restart. Of an answer that will be retried at most 64 KiB are
/// read, for the sake of its connection, and for at most 250 ms, of which libcurl takes notice once
/// a second if nothing comes; less than two seconds before the deadline nothing is waited for. That
/// is part of the wait. When no retry comes of it after all (cancelled, `rewind` failed), the
/// caller gets the octets that were held back, and no others.
///
/// **The request's body.** libcurl tells nobody where a body comes from, so Options::body says
/// whether it can be sent again, or Options::rewind makes it so. Unsaid, it counts as consumed
/// where there was one. Say it of a GET or HEAD with a body of your own.
///
/// **Redirects** are followed only if Options::follow says so, by libcurl, which knows what
/// credentials may go where. The loop is around them: a retry sends the first request again. Before
/// each hop follow() is asked: it counts them over the whole call, waits as Retry-After says, and
/// the method and body change as `redirect_rewrite` says. (libcurl alone keeps the method of
/// CURLOPT_CUSTOMREQUEST after a 303, drops its body after a 302, and sends a Content-Length of the
/// caller's without its body; here the Content- fields of Options::headers go with the body.) A
/// redirect that may not be followed is the answer, without its body; one too many is
/// CURLE_TOO_MANY_REDIRECTS. One that was followed is no decision and has no line.
///
/// **The worst number of requests** is requests_per_call_shared(max_attempts, max_redirects), and
/// max_attempts if nothing is followed. Two things that libcurl adds to an answer by itself come on
/// top: the rounds of CURLOPT_HTTPAUTH, if that has to ask first, and one more request after a 417,
/// without `Expect`. Neither repeats work: the server has turned the request down. A loop of yours
/// around perform() multiplies it; a perform() within another on the same handle sends nothing.
///
/// **What is known to be unsent**, by which mark, and what that cannot see:
///
/// - `never_sent`: libcurl asks CURLOPT_PREREQFUNCTION, which is perform()'s, before it writes a
///   request, and has not asked. The octets of a CONNECT are no request.
/// - `not_sent`: since it asked, CURLINFO_REQUEST_SIZE has not grown. A TLS record that was cut off
///   on its way does not count, and nobody can read one.
/// - A status with `never_sent`: CURLINFO_HTTP_CONNECTCODE is that of a proxy that opens no tunnel.
/// - `connect`, and not `other`: CURLINFO_OS_ERRNO, so the system was asked for a connection.
///   libcurl never clears it: once a handle has failed to connect, a CURLOPT_OPENSOCKETFUNCTION
///   that gives no socket looks the same. `name_resolution` has no such mark, and may be a
///   CURLOPT_RESOLVER_START_FUNCTION that refuses. Neither has sent anything.
/// - `rejected`: libcurl is about to send the request again, from a connection that was new and is
///   gone (CURLINFO_ACTIVESOCKET).
/// - ending_of(): CURLINFO_REQUEST_SIZE and HEADER_SIZE are 0. It cannot see which request of a
///   chain of redirects that was, and says then that something was sent.
///
/// What the caller's own functions end is `cancelled` (Options::prereq and progress, a read or
/// socket function that aborts) or `other` (a read or write function that fails), and not retried.
///
/// **What is switched off.** By itself libcurl sends a request of any method once more, and five
/// times more at most, if the connection was used before and ends without an octet of an answer,
/// even a POST that was written whole; and the same after REFUSED_STREAM on any connection. Here
/// that is an attempt that failed, `connection_lost` (`not_sent` if nothing was written) or
/// `rejected`, and the policy decides. The price is a connection that libcurl has opened by then
/// and that is closed unused; to forbid the reuse of connections instead (CURLOPT_FRESH_CONNECT)
/// would cost one for every request.
///
/// **What libcurl does not show.** Version 7.88 reports a GOAWAY below the stream as CURLE_HTTP2,
/// like any broken session: `bad_response`, so that only what is repeatable is repeated. A
/// REFUSED_STREAM on a connection that was used before looks like its loss: `connection_lost`. A
/// server that wants HTTP/1.1 (HTTP_1_1_REQUIRED) is `other`; libcurl would ask once more by that
/// version, and is kept from it like from every replay: ask so by CURLOPT_HTTP_VERSION.
///
/// **Options of the handle** that perform() sets, whatever they were. Off afterwards:
/// CURLOPT_FOLLOWLOCATION, MAXREDIRS (unlimited), POSTREDIR; FRESH_CONNECT after `rejected` and a
/// note `new_connection`; with Options::rewind also SEEKFUNCTION and SEEKDATA. Afterwards as
/// Options says: PREREQFUNCTION and PREREQDATA; with `write` WRITEFUNCTION, WRITEDATA, and HEADER
/// off; with `timeout` TIMEOUT_MS; with `headers`, `attempt_field`, `key_field` or `make_key`
/// HTTPHEADER; with `write`, `cancellation` or a policy's deadline XFERINFOFUNCTION, XFERINFODATA
/// and NOPROGRESS. The text in a CURLOPT_ERRORBUFFER is libcurl's, and of an attempt that was
/// stopped here says so.
///
/// **Time.** Policy::deadline is of the call: an attempt has what it leaves (time_left()), to the
/// millisecond with Options::timeout, else within a second. A CURLOPT_TIMEOUT is of one attempt,
/// its hops and their waits included.
