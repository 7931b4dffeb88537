// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/adapter/curl/cancellation.hpp>
#include <oncemore/adapter/curl/ending.hpp>
#include <oncemore/adapter/curl/failure.hpp>
#include <oncemore/adapter/curl/fields.hpp>
#include <oncemore/adapter/curl/marks.hpp>
#include <oncemore/adapter/curl/options.hpp>
#include <oncemore/adapter/curl/perform.hpp>

/// libcurl by oncemore: C++17, libcurl 7.84.0 or later, CMake target `oncemore::curl`.
///
///     CURL* handle = curl_easy_init();
///     curl_easy_setopt(handle, CURLOPT_URL, "https://example.com/report");
///     oncemore::curl::Result const result = oncemore::curl::perform(handle, oncemore::Policy{});
///
/// perform() is curl_easy_perform() as often as the policy allows. Who keeps a loop of their own
/// takes ending_of() and retry_after_of(), and decides with the library.
///
/// **What the caller gets** is what libcurl gives without us, for the last attempt: its code, and a
/// handle that answers curl_easy_getinfo(). Each attempt with its decision is in the result, and
/// Options::on_decision gets them as they are made. The write function sees the body of every
/// attempt: Options::restart says when to begin again.
///
/// **The body.** libcurl tells nobody where a body comes from, so Options::body says whether it can
/// be sent again, or Options::rewind makes it so. Unsaid, that of a POST counts as consumed.
///
/// **Redirects** are followed only if Options::follow says so, by libcurl, which knows what
/// credentials may go where. The loop is around them: a retry sends the first request again. Before
/// each hop follow() is asked: it counts them over the whole call, waits as Retry-After says, and
/// the method and body change as `redirect_rewrite` says (libcurl alone keeps the method of
/// CURLOPT_CUSTOMREQUEST after a 303, and drops its body after a 302). A redirect that may not be
/// followed is the answer, without its body; one too many is CURLE_TOO_MANY_REDIRECTS.
///
/// **The worst number of requests** is requests_per_call_shared(max_attempts, max_redirects), and
/// max_attempts if nothing is followed. Two things that libcurl adds to an answer by itself come on
/// top: the rounds of CURLOPT_HTTPAUTH, if that has to ask first, and one more request after a 417,
/// without `Expect`. Neither repeats work: the server has turned the request down.
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
/// server that wants HTTP/1.1 (HTTP_1_1_REQUIRED) looks like REFUSED_STREAM; ask for that version
/// by CURLOPT_HTTP_VERSION.
///
/// **Options of the handle** that perform() sets, whatever they were, and that are off afterwards:
/// CURLOPT_FOLLOWLOCATION, MAXREDIRS (unlimited), POSTREDIR, PREREQFUNCTION and PREREQDATA;
/// FRESH_CONNECT after a note `new_connection`; with Options::rewind also SEEKFUNCTION and
/// SEEKDATA; with Options::cancellation also XFERINFOFUNCTION, XFERINFODATA and NOPROGRESS. With
/// Options::headers, attempt_field or key_field, CURLOPT_HTTPHEADER is Options::headers afterwards.
/// The text in a CURLOPT_ERRORBUFFER is libcurl's, and of an attempt that was stopped here says so.
///
/// A CURLOPT_TIMEOUT is of one attempt, its hops and their waits included; Policy::deadline is of
/// the call, and ends no attempt that has begun.
