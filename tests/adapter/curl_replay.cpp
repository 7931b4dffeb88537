// SPDX-License-Identifier: MIT
// What libcurl sends by itself, on this machine's libcurl: each test counts what arrives without
// the adapter, and then with it.
#include <gtest/gtest.h>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::Server;
using counting::Step;

/// A request that keeps its connection, and a second one on it that meets the rest of the script.
template <class Second>
Lines second_request(std::vector<Step> script, char const* post, Second second) {
  script.insert(script.begin(), answer(200));
  Server server(script);
  Handle handle(server.url());
  if (post != nullptr) handle.post(post);
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  second(handle);
  Lines arrivals = server.arrivals();
  arrivals.erase(arrivals.begin());
  return arrivals;
}

TEST(CurlReplay, LibcurlRepeatsAPostWhoseKeptConnectionIsLost) {
  Lines const arrivals =
      second_request({counting::lost(), answer(200)}, "hello",
                     [](Handle& handle) { EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK); });
  EXPECT_EQ(arrivals, (Lines{"POST /a 5", "POST /a 5"}));
}

TEST(CurlReplay, TheAdapterDoesNot) {
  for (Step const& step : {counting::lost(), counting::reset()}) {
    Watched options;
    options.body = Body::replayable;
    Lines const arrivals = second_request({step, answer(200)}, "hello", [&](Handle& handle) {
      Result const result = perform(handle.curl, patient(), options);
      EXPECT_EQ(result.code, CURLE_GOT_NOTHING);
      EXPECT_EQ(reason_of(result), Reason::maybe_processed);
    });
    EXPECT_EQ(arrivals, (Lines{"POST /a 5"}));
    EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: connection_lost, stop: maybe_processed"}));
  }
}

TEST(CurlReplay, AGetIsRepeatedByThePolicyAlone) {
  Policy policy = patient();
  policy.max_attempts = 3;
  Watched options;
  Lines const arrivals = second_request({counting::lost()}, nullptr, [&](Handle& handle) {
    Result const result = perform(handle.curl, policy, options);
    EXPECT_EQ(result.code, CURLE_GOT_NOTHING);
    EXPECT_EQ(reason_of(result), Reason::attempts_exhausted);
  });
  EXPECT_EQ(arrivals, (Lines{"GET /a 0", "GET /a 0", "GET /a 0"}));
  EXPECT_EQ(options.waits, (std::vector<int64_t>{100, 200}));
}

/// Breaks a kept connection when libcurl has chosen it and before it writes on it.
class Breaker {
 public:
  explicit Breaker(Handle& handle) {
    handle.set(CURLOPT_SOCKOPTFUNCTION, &Breaker::opened);
    handle.set(CURLOPT_SOCKOPTDATA, this);
    handle.set(CURLOPT_DEBUGFUNCTION, &Breaker::told);
    handle.set(CURLOPT_DEBUGDATA, this);
    handle.set(CURLOPT_VERBOSE, 1L);
  }

 private:
  static int opened(void* breaker, curl_socket_t socket, curlsocktype) {
    static_cast<Breaker*>(breaker)->socket_ = socket;
    return CURL_SOCKOPT_OK;
  }
  static int told(CURL*, curl_infotype type, char* text, size_t size, void* breaker) {
    bool const reused =
        type == CURLINFO_TEXT && std::string(text, size).find("existing") != std::string::npos;
    if (reused) shutdown(static_cast<Breaker*>(breaker)->socket_, SHUT_WR);
    return 0;
  }

  curl_socket_t socket_ = CURL_SOCKET_BAD;
};

TEST(CurlReplay, ARequestThatCouldNotBeWrittenWasNotSent) {
  Server server({answer(200)});
  Handle handle(server.url());
  handle.post("hello");
  Breaker const breaker(handle);
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  Watched options;  // whose body counts as consumed, and was not touched
  Result const result = perform(handle.curl, patient(), options);
  EXPECT_EQ(result.code, CURLE_OK);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: not_sent, retry in 100 ms",
                                  "attempt 2 of 4: 200, stop: success"}));
  EXPECT_EQ(options.decided.front().code, CURLE_SEND_ERROR);
  EXPECT_EQ(server.arrivals(), Lines(2, "POST /a 5"));
}

TEST(CurlReplay, AConnectionThatTheServerClosedInBetweenIsNotUsed) {
  Server server({{answer(200).octets, Step::End::close}, answer(200)});
  Handle handle(server.url());
  handle.post("hello");
  Watched options;
  for (int call = 0; call < 2; ++call) {
    EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_EQ(options.lines, Lines(2, "attempt 1 of 4: 200, stop: success"));
  EXPECT_EQ(server.arrivals(), Lines(2, "POST /a 5"));
}

TEST(CurlReplay, ARoundOfAuthenticationIsPartOfTheAttempt) {
  Step const asks = answer(401, {R"(WWW-Authenticate: Digest realm="r", nonce="n", qop="auth")"});
  Server server({asks, answer(200)});
  Handle handle(server.url());
  handle.set(CURLOPT_HTTPAUTH, CURLAUTH_DIGEST);
  handle.set(CURLOPT_USERPWD, "user:password");
  Policy policy = patient();
  policy.max_redirects = 0;
  for (bool const follow : {false, true}) {
    Watched options;
    options.follow = follow;
    EXPECT_EQ(perform(handle.curl, policy, options).code, CURLE_OK);
    EXPECT_EQ(handle.info(CURLINFO_RESPONSE_CODE), 200);
    EXPECT_EQ(options.lines.size(), 1U);
  }
  EXPECT_EQ(server.arrivals().size(), 3U);  // the second call knows how to ask
}

TEST(CurlReplay, A417IsAnsweredWithoutExpectInTheSameAttempt) {
  Step refuses = answer(417);
  refuses.early = true;
  Server server({refuses, answer(200)});
  Handle handle(server.url());
  std::string const large(2000000, 'x');  // from 1 MiB on, libcurl says Expect by itself
  handle.post(large.c_str());
  Watched options;
  options.body = Body::replayable;
  EXPECT_EQ(perform(handle.curl, patient(), options).code, CURLE_OK);
  EXPECT_EQ(options.lines, (Lines{"attempt 1 of 4: 200, stop: success"}));
  EXPECT_EQ(server.values("Expect"), (Lines{"100-continue", "-"}));
  EXPECT_EQ(server.arrivals(), (Lines{"POST /a 0", "POST /a 2000000"}));
}

}  // namespace
