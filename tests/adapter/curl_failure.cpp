// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>
#include <set>

#include <oncemore/adapter/curl/failure.hpp>

namespace {

using oncemore::Failure;
using oncemore::curl::failure_of;

// By number: the header of a libcurl at hand may not have the youngest.
std::map<int, Failure> const named = {
    {0, Failure::none},              // OK
    {5, Failure::name_resolution},   // COULDNT_RESOLVE_PROXY
    {6, Failure::name_resolution},   // COULDNT_RESOLVE_HOST
    {7, Failure::connect},           // COULDNT_CONNECT
    {8, Failure::bad_response},      // WEIRD_SERVER_REPLY
    {16, Failure::bad_response},     // HTTP2
    {18, Failure::connection_lost},  // PARTIAL_FILE
    {28, Failure::timeout},          // OPERATION_TIMEDOUT
    {35, Failure::tls_handshake},    // SSL_CONNECT_ERROR
    {42, Failure::cancelled},        // ABORTED_BY_CALLBACK
    {45, Failure::connect},          // INTERFACE_FAILED
    {47, Failure::redirect_limit},   // TOO_MANY_REDIRECTS
    {52, Failure::connection_lost},  // GOT_NOTHING
    {55, Failure::send},             // SEND_ERROR
    {56, Failure::connection_lost},  // RECV_ERROR
    {60, Failure::tls_certificate},  // PEER_FAILED_VERIFICATION
    {61, Failure::bad_response},     // BAD_CONTENT_ENCODING
    {83, Failure::tls_certificate},  // SSL_ISSUER_ERROR
    {89, Failure::not_sent},         // NO_CONNECTION_AVAILABLE
    {90, Failure::tls_certificate},  // SSL_PINNEDPUBKEYNOTMATCH
    {91, Failure::tls_certificate},  // SSL_INVALIDCERTSTATUS
    {92, Failure::connection_lost},  // HTTP2_STREAM
    {95, Failure::bad_response},     // HTTP3
    {96, Failure::connect},          // QUIC_CONNECT_ERROR
    {97, Failure::connect},          // PROXY
    {98, Failure::tls_handshake},    // SSL_CLIENTCERT
};

// `other` on purpose.
std::set<int> const local = {
    1,  2,  3,  4,  23, 26, 27, 41, 43, 48,
    49, 93, 99,                               // the program: options, memory, its functions
    53, 54, 58, 59, 64, 66, 77, 80, 82, 101,  // its TLS: engine, own files, settings
    22, 33, 34, 36, 63, 65, 67, 81, 94, 100,  // of HTTP, and no better the next time
};
std::set<int> const other_protocols = {9,  10, 11, 12, 13, 14, 15, 17, 19, 21, 25, 30, 31, 37, 38,
                                       39, 68, 69, 70, 71, 72, 73, 74, 78, 79, 84, 85, 86, 87, 88};
std::set<int> const unused = {20, 24, 29, 32, 40, 44, 46, 50, 51, 57, 62, 75, 76};

TEST(CurlFailure, EachCodeOfCurlHasItsPlace) {
  for (int number = 0; number < CURL_LAST; ++number) {
    auto const found = named.find(number);
    size_t const places = named.count(number) + local.count(number) +
                          other_protocols.count(number) + unused.count(number);
    auto const code = static_cast<CURLcode>(number);
    EXPECT_EQ(places, 1U) << number << " " << curl_easy_strerror(code);
    EXPECT_EQ(failure_of(code), found != named.end() ? found->second : Failure::other)
        << number << " " << curl_easy_strerror(code);
  }
}

TEST(CurlFailure, ACodeThatNobodyKnowsIsNoLicenceToRepeat) {
  // A variable of the enumeration holds seven bits; a larger number in it is undefined.
  for (int number = CURL_LAST; number < 128; ++number) {
    if (named.count(number) != 0) continue;
    EXPECT_EQ(failure_of(static_cast<CURLcode>(number)), Failure::other);
  }
}

static_assert(failure_of(CURLE_GOT_NOTHING) == Failure::connection_lost);

}  // namespace
