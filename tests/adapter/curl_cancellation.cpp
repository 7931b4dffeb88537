// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "client.hpp"

namespace {

using namespace client;
using counting::answer;
using counting::Server;
using oncemore::curl::Cancellation;
using Clock = std::chrono::steady_clock;

/// Runs `call` while another thread cancels after so long; how long it took.
template <class Call> Clock::duration cancelled(std::chrono::milliseconds delay, Call call) {
  Cancellation cancellation;
  auto const start = Clock::now();
  std::thread other([&] {
    std::this_thread::sleep_for(delay);
    cancellation.cancel();
  });
  call(cancellation);
  other.join();
  return Clock::now() - start;
}

Policy slow() {
  Policy policy = patient();
  policy.backoff.initial = 20s;
  return policy;
}

TEST(CurlCancellation, EndsAWaitAtOnce) {
  Server server({answer(503)});
  Handle handle(server.url());
  Lines lines;
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    std::string body;
    options.write = &Watched::append;
    options.write_data = &body;
    options.cancellation = &cancellation;
    options.on_decision = [&](oncemore::curl::Decided const& decided) {
      lines.push_back(decided.line);
    };
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 2s);
  EXPECT_EQ(result.code, CURLE_ABORTED_BY_CALLBACK);
  EXPECT_EQ(lines, (Lines{"attempt 1 of 4: 503, retry in 20000 ms",
                          "attempt 1 of 4: cancelled, stop: cancelled"}));
  EXPECT_EQ(server.arrivals().size(), 1U);
}

TEST(CurlCancellation, EndsATransfer) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    options.cancellation = &cancellation;
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 5s);
  EXPECT_EQ(result.code, CURLE_ABORTED_BY_CALLBACK);
  EXPECT_EQ(reason_of(result), Reason::cancelled);
}

TEST(CurlCancellation, EndsTheWaitBeforeAHop) {
  Server server({counting::redirect(302, "/b", {"Retry-After: 20"}), answer(200)});
  Handle handle(server.url());
  Result result;
  auto const took = cancelled(100ms, [&](Cancellation& cancellation) {
    Options options;
    options.follow = true;
    options.cancellation = &cancellation;
    result = perform(handle.curl, slow(), options);
  });
  EXPECT_LT(took, 2s);
  EXPECT_EQ(reason_of(result), Reason::cancelled);
  EXPECT_EQ(server.arrivals(), (Lines{"GET /a 0"}));
}

TEST(CurlCancellation, BeforeTheCallSendsNothing) {
  Server server({answer(200)});
  Handle handle(server.url());
  Cancellation cancellation;
  cancellation.cancel();
  Options options;
  options.cancellation = &cancellation;
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::cancelled);
  EXPECT_TRUE(server.arrivals().empty());
  // Nor on a connection that is there already.
  EXPECT_EQ(curl_easy_perform(handle.curl), CURLE_OK);
  EXPECT_EQ(reason_of(perform(handle.curl, patient(), options)), Reason::cancelled);
  EXPECT_EQ(server.arrivals().size(), 1U);
}

/// What the caller's own functions make of a call, and how many requests it took.
template <class Prepare> std::pair<Reason, size_t> aborted(Prepare prepare, bool post = false) {
  Server server({counting::stalled()});
  Handle handle(server.url());
  Watched options;
  if (post) {
    handle.set(CURLOPT_POST, 1L);
    handle.set(CURLOPT_POSTFIELDSIZE, 5L);
  }
  prepare(handle, options);
  Reason const reason = reason_of(perform(handle.curl, patient(), options));
  return {reason, server.arrivals().size()};
}
using Ended = std::pair<Reason, size_t>;

int abort_progress(void*, curl_off_t, curl_off_t, curl_off_t, curl_off_t) { return 1; }

TEST(CurlCancellation, ByTheCallersOwnFunctionsIsOneToo) {
  auto const by_progress = [](Handle&, Watched& options) { options.progress = abort_progress; };
  EXPECT_EQ(aborted(by_progress), Ended(Reason::cancelled, 0U));
  // Where perform() needs none, that of the handle stays.
  auto const on_handle = [](Handle& handle, Watched& options) {
    options.write = nullptr;
    handle.set(CURLOPT_NOPROGRESS, 0L);
    handle.set(CURLOPT_XFERINFOFUNCTION, abort_progress);
  };
  EXPECT_EQ(aborted(on_handle), Ended(Reason::cancelled, 0U));
  auto const by_prereq = [](Handle&, Watched& options) {
    options.prereq = [](void*, char*, char*, int, int) { return CURL_PREREQFUNC_ABORT; };
  };
  EXPECT_EQ(aborted(by_prereq), Ended(Reason::cancelled, 0U));
  auto const by_sockopt = [](Handle& handle, Watched&) {
    handle.set(
        CURLOPT_SOCKOPTFUNCTION,
        +[](void*, curl_socket_t, curlsocktype) { return static_cast<int>(CURL_SOCKOPT_ERROR); });
  };
  EXPECT_EQ(aborted(by_sockopt), Ended(Reason::cancelled, 0U));
}

// libcurl says "could not connect", and nobody tried.
TEST(CurlCancellation, ASocketThatTheCallerDoesNotOpenIsNoFailedConnection) {
  auto const no_socket = [](Handle& handle, Watched& options) {
    options.body = Body::replayable;
    handle.set(
        CURLOPT_OPENSOCKETFUNCTION,
        +[](void*, curlsocktype, curl_sockaddr*) { return curl_socket_t{CURL_SOCKET_BAD}; });
  };
  EXPECT_EQ(aborted(no_socket), Ended(Reason::failure_not_retried, 0U));
}

TEST(CurlCancellation, AReadFunctionThatFailsIsNotTheNetwork) {
  auto const aborts = [](Handle& handle, Watched& options) {
    options.rewind = [] { return true; };
    options.repeatable = Repeatable::yes;
    handle.set(
        CURLOPT_READFUNCTION,
        +[](char*, size_t, size_t, void*) { return size_t{CURL_READFUNC_ABORT}; });
  };
  EXPECT_EQ(aborted(aborts, true).first, Reason::cancelled);
  auto const nonsense = [](Handle& handle, Watched& options) {
    options.rewind = [] { return true; };
    options.repeatable = Repeatable::yes;
    handle.set(
        CURLOPT_READFUNCTION, +[](char*, size_t, size_t, void*) { return SIZE_MAX / 2; });
  };
  EXPECT_EQ(aborted(nonsense, true).first, Reason::failure_not_retried);
}

TEST(CurlCancellation, NobodyWaitsLongerThanSaid) {
  Cancellation cancellation;
  auto const start = Clock::now();
  cancellation.wait_for(50ms);
  EXPECT_GE(Clock::now() - start, 50ms);
  cancellation.wait_for(-50ms);
  EXPECT_FALSE(cancellation.requested());
  // A clock's now plus this would be no time at all.
  cancelled(50ms, [](Cancellation& other) {
    other.wait_for(std::chrono::milliseconds(oncemore::Milliseconds::largest()));
    EXPECT_TRUE(other.requested());
  });
}

}  // namespace
