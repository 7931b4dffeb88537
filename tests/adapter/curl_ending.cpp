// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "client.hpp"

namespace {

using namespace client;
using counting::Server;
using oncemore::Evidence;
using oncemore::Outcome;
using oncemore::curl::Ending;
using oncemore::curl::ending_of;
using oncemore::curl::Marks;
using oncemore::curl::detail::ending_between;

/// How a plain transfer ends, as the public function sees it.
Ending ended(Handle& handle) { return ending_of(handle.curl, curl_easy_perform(handle.curl)); }

Outcome outcome(std::vector<counting::Step> const& script, char const* post = nullptr) {
  Server server(script);
  Handle handle(server.url());
  handle.set(CURLOPT_TIMEOUT_MS, 300L);
  if (post != nullptr) handle.post(post);
  Ending const ending = ended(handle);
  EXPECT_EQ(ending.evidence, Evidence::by_outcome);
  return ending.outcome;
}

TEST(CurlEnding, OfAnAnswerItsStatus) {
  EXPECT_EQ(outcome({counting::answer(200)}), Outcome(200));
  EXPECT_EQ(outcome({counting::answer(503)}), Outcome(503));
  EXPECT_EQ(outcome({counting::redirect(302, "/b")}), Outcome(302));
  EXPECT_EQ(outcome({{"HTTP/1.1 100 X\r\n\r\nHTTP/1.1 204 X\r\n\r\n"}}), Outcome(204));
}

TEST(CurlEnding, OfAnAnswerThatBreaksOff) {
  EXPECT_EQ(outcome({counting::half(503)}), Outcome(503));
  EXPECT_EQ(outcome({counting::half(404)}), Outcome(404));
  EXPECT_EQ(outcome({counting::half(200)}), Failure::connection_lost);
  // Only an interim answer came.
  EXPECT_EQ(outcome({{"HTTP/1.1 100 X\r\n\r\n", counting::Step::End::close}}),
            Failure::connection_lost);
  // The body stalls: as if it had broken off.
  std::string const head = "HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\nhello";
  EXPECT_EQ(outcome({{head, counting::Step::End::stall}}), Failure::connection_lost);
  EXPECT_EQ(outcome({{"HTTP/1.1 503 X" + head.substr(14), counting::Step::End::stall}}),
            Outcome(503));
}

TEST(CurlEnding, OfNoAnswer) {
  EXPECT_EQ(outcome({counting::lost()}), Failure::connection_lost);
  EXPECT_EQ(outcome({counting::reset()}), Failure::connection_lost);
  EXPECT_EQ(outcome({counting::stalled()}), Failure::timeout);
  EXPECT_EQ(outcome({{"220 hello\r\n\r\n", counting::Step::End::close}}), Failure::bad_response);
}

TEST(CurlEnding, OfNoConnection) {
  Handle refused("http://127.0.0.1:1/");
  EXPECT_EQ(ended(refused).outcome, Failure::connect);
  Handle unknown("http://nowhere.invalid/");
  EXPECT_EQ(ended(unknown).outcome, Failure::name_resolution);
  Handle nonsense("http://[/");
  EXPECT_EQ(ended(nonsense).outcome, Failure::other);
  Handle foreign("gopher-like://127.0.0.1/");
  EXPECT_EQ(ended(foreign).outcome, Failure::other);
}

// Nobody answers there, so that the handshake of TLS and the tunnel of a proxy wait.
TEST(CurlEnding, ATimeOutBeforeTheRequestWasWrittenSaysWhere) {
  counting::Server server({counting::stalled()});
  Handle handle("https" + server.url().substr(4));
  handle.set(CURLOPT_TIMEOUT_MS, 300L);
  EXPECT_EQ(ended(handle).outcome, Failure::tls_handshake);
}

TEST(CurlEnding, AProxyThatRefusesTheTunnelAnswers) {
  Server proxy({counting::answer(502, {"Retry-After: 3"})});
  Handle handle("https://example.invalid/");
  handle.set(CURLOPT_PROXY, proxy.url("").c_str());
  CURLcode const code = curl_easy_perform(handle.curl);
  Ending const ending = ending_of(handle.curl, code);
  EXPECT_EQ(ending.outcome, Outcome(502));
  EXPECT_EQ(ending.evidence, Evidence::never_sent);
  EXPECT_EQ(oncemore::curl::retry_after_of(handle.curl, oncemore::Instant()).wait(),
            oncemore::Milliseconds(3000));
}

TEST(CurlEnding, FailOnErrorChangesNothing) {
  Server server({counting::answer(503, {"Retry-After: 20"})});
  Handle handle(server.url());
  handle.set(CURLOPT_FAILONERROR, 1L);
  CURLcode const code = curl_easy_perform(handle.curl);
  EXPECT_EQ(code, CURLE_HTTP_RETURNED_ERROR);
  EXPECT_EQ(ending_of(handle.curl, code).outcome, Outcome(503));
  EXPECT_EQ(oncemore::curl::retry_after_of(handle.curl, oncemore::Instant()).wait(),
            oncemore::Milliseconds(20000));
}

// Marks of a connection, of a request on it, and of its answer.
constexpr Marks connected() {
  Marks marks;
  marks.connections = 1;
  marks.name_known = 20;
  return marks;
}
constexpr Marks written() {
  Marks marks = connected();
  marks.request_size = 100;
  return marks;
}
constexpr Marks answered(int32_t status) {
  Marks marks = written();
  marks.header_size = 40;
  marks.status = status;
  return marks;
}
constexpr Outcome between(Marks const& then, Marks const& now, CURLcode code, bool sent) {
  return ending_between(then, now, code, sent).outcome;
}

TEST(CurlEnding, WhatFailedBeforeTheRequestWasNeverSent) {
  for (CURLcode const code : {CURLE_OPERATION_TIMEDOUT, CURLE_RECV_ERROR, CURLE_GOT_NOTHING}) {
    EXPECT_EQ(between({}, {}, code, false), Failure::name_resolution);
    Marks known;
    known.name_known = 20;
    EXPECT_EQ(between({}, known, code, false), Failure::connect);
    EXPECT_EQ(between({}, connected(), code, false), Failure::tls_handshake);
    // CONNECT was written to a proxy that did not answer.
    EXPECT_EQ(between({}, written(), code, false), Failure::connect);
    Marks tunnelled = written();
    tunnelled.proxy_status = 200;
    EXPECT_EQ(between({}, tunnelled, code, false), Failure::tls_handshake);
  }
  EXPECT_EQ(between({}, connected(), CURLE_SSL_CONNECT_ERROR, false), Failure::tls_handshake);
  EXPECT_EQ(between({}, connected(), CURLE_PEER_FAILED_VERIFICATION, false),
            Failure::tls_certificate);
}

TEST(CurlEnding, NoOctetWrittenIsNotSent) {
  for (CURLcode const code : {CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_OPERATION_TIMEDOUT}) {
    EXPECT_EQ(between(connected(), connected(), code, true), Failure::not_sent);
  }
  EXPECT_EQ(between(connected(), written(), CURLE_SEND_ERROR, true), Failure::send);
}

TEST(CurlEnding, AHandshakeThatFailsAfterTheRequestIsALostConnection) {
  for (CURLcode const code : {CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CLIENTCERT,
                              CURLE_PEER_FAILED_VERIFICATION, CURLE_QUIC_CONNECT_ERROR}) {
    EXPECT_EQ(between(connected(), written(), code, true), Failure::connection_lost);
  }
}

TEST(CurlEnding, EvidenceIsOfTheLastHopOnly) {
  Marks hop = answered(302);  // that led to a place where nobody is
  hop.follow_ups = 1;
  hop.system_error = 111;
  EXPECT_EQ(between(connected(), hop, CURLE_COULDNT_CONNECT, true), Failure::connect);
  EXPECT_EQ(between(connected(), hop, CURLE_SSL_CONNECT_ERROR, true), Failure::tls_handshake);
  // The hop was written, too; the status is still that of the one before.
  Marks then = hop;
  hop.request_size += 80;
  EXPECT_EQ(between(then, hop, CURLE_GOT_NOTHING, true), Failure::connection_lost);
  EXPECT_EQ(between(then, hop, CURLE_SSL_CONNECT_ERROR, true), Failure::connection_lost);
}

TEST(CurlEnding, TheCallersOwnAreNotTheServers) {
  EXPECT_EQ(between(connected(), answered(503), CURLE_WRITE_ERROR, true), Failure::other);
  EXPECT_EQ(between(connected(), answered(503), CURLE_ABORTED_BY_CALLBACK, true),
            Failure::cancelled);
  EXPECT_EQ(between(connected(), answered(200), CURLE_BAD_CONTENT_ENCODING, true),
            Failure::bad_response);
  EXPECT_EQ(between(connected(), answered(302), CURLE_TOO_MANY_REDIRECTS, true),
            Failure::redirect_limit);
  // A redirect that leads to no address is the answer.
  EXPECT_EQ(between(connected(), answered(302), CURLE_URL_MALFORMAT, true), Outcome(302));
}

static_assert(ending_between(connected(), answered(503), CURLE_OK, true).outcome == 503);

// After a redirect, what is asked with the handle alone cannot be more than this.
TEST(CurlEnding, WithRedirectsOnTheHandleItErrsOnTheSafeSide) {
  Server server({counting::redirect(302, "http://127.0.0.1:1/")});
  Handle handle(server.url());
  handle.set(CURLOPT_FOLLOWLOCATION, 1L);
  Ending const ending = ended(handle);
  EXPECT_NE(evidence_of(ending.outcome, oncemore::default_unprocessed), Evidence::never_sent);
}

}  // namespace
