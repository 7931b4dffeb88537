// SPDX-License-Identifier: MIT
#include "curl_exit.hpp"

#include <vector>

#include "values.hpp"

namespace cli {
namespace {

using oncemore::Failure;

// Codes that are not here are of other protocols, of wrong options and files, or of a younger curl.
constexpr CurlExit rows[] = {
    {0, Failure::none},
    {22, Failure::none},                       // -f, and a status of 400 or more
    {5, Failure::name_resolution, true},       // the proxy's name
    {6, Failure::name_resolution, true},       // the host's name
    {7, Failure::connect, true},               //
    {45, Failure::connect, true},              // --interface
    {97, Failure::connect, true},              // the SOCKS proxy's handshake
    {96, Failure::connect, true, true},        // QUIC
    {35, Failure::tls_handshake, true, true},  // a renegotiation ends with it as well
    {51, Failure::tls_certificate, true},      // of curls before 7.62, now 60
    {60, Failure::tls_certificate, true},      //
    {83, Failure::tls_certificate, true},      // --crlfile, the issuer
    {90, Failure::tls_certificate, true},      // --pinnedpubkey
    {91, Failure::tls_certificate, true},      // --cert-status
    {55, Failure::send},                       //
    {28, Failure::timeout},                    // of the connection or of the response
    {52, Failure::connection_lost, true},      // an empty reply
    {18, Failure::connection_lost},            // a part of the body
    {56, Failure::connection_lost},            //
    {92, Failure::connection_lost},            // an HTTP/2 stream that was reset
    {8, Failure::bad_response},                //
    {16, Failure::bad_response},               // HTTP/2 framing
    {61, Failure::bad_response},               // --compressed, undecodable
    {95, Failure::bad_response},               // HTTP/3 framing
    {47, Failure::redirect_limit},             // --max-redirs
};

}  // namespace

CurlExit curl_exit(uint32_t code) {
  for (CurlExit const& row : rows) {
    if (row.code == code) return row;
  }
  return {code};
}

std::string curl_exits() {
  std::string text;
  for (Failure const failure : every<Failure>()) {
    std::string codes;
    for (CurlExit const& row : rows) {
      if (row.failure != failure || failure == Failure::none) continue;
      codes += (codes.empty() ? "" : " ") + std::to_string(row.code);
    }
    if (!codes.empty()) text += (text.empty() ? "" : ", ") + codes + " is " + name(failure);
  }
  return text;
}

}  // namespace cli
