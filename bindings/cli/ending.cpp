// SPDX-License-Identifier: MIT
#include "ending.hpp"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <memory>

#include "curl_exit.hpp"
#include "text.hpp"

namespace cli {
namespace {

using oncemore::Attempt;
using oncemore::Evidence;
using oncemore::Failure;

std::string shown_file(std::string const& path) {
  return path == "-" ? "standard input" : quoted(path);
}

/// Hands a file over to the reader, to its very end, so that a curl before it in a pipe can finish.
void read_file(std::string const& path, ResponseReader& reader) {
  using File = std::unique_ptr<FILE, int (*)(FILE*)>;
  bool const is_input = path == "-";
  File const file(is_input ? stdin : fopen(path.c_str(), "rb"), fclose);
  auto const refuse = [&path] {
    return UsageError{"--response: " + shown_file(path) + " cannot be read: " + strerror(errno)};
  };
  if (file == nullptr) throw refuse();
  std::vector<char> piece(1 << 16);
  while (size_t const count = fread(piece.data(), 1, piece.size(), file.get())) {
    reader.feed({piece.data(), count});
  }
  if (ferror(file.get()) != 0) throw refuse();
  reader.finish();
}

UsageError no_status(Settings const& settings, std::string const& why) {
  return UsageError{"--response: no final status in " + shown_file(*settings.response) + ": " +
                    why};
}

void exclude(Settings const& settings, char const* a, char const* b, char const* why) {
  if (!settings.has(a) || !settings.has(b)) return;
  throw UsageError{std::string("--") + a + " and --" + b + " exclude each other: " + why};
}

/// An attempt ends in one way, and the command line says so in one way.
void check_told(Settings const& settings) {
  for (char const* const option : {"status", "retry-after", "date", "age", "redirect"}) {
    exclude(settings, option, "response", "the response says it");
  }
  exclude(settings, "status", "failure", "an attempt ends in one way");
  exclude(settings, "failure", "curl-exit", "the exit code says which failure it was");
  bool const told = settings.status || settings.failure || settings.curl_exit || settings.response;
  if (!told) {
    throw UsageError{
        "how the attempt ended is missing: --status, --failure, --response or --curl-exit"};
  }
  bool const no_response = settings.status == 0 && !settings.curl_exit;
  if (no_response) {
    throw UsageError{
        "--status 000 is how curl writes that there is no response, and why not is missing: add "
        "--curl-exit with its exit code"};
  }
}

/// What is known of the end before it is one outcome.
struct Known {
  Failure failure = Failure::none;
  CurlExit exit{};        // where --curl-exit says so
  int32_t status = 0;     // of the last head that was read; 0 if there is none
  bool answered = false;  // by anything but a proxy's tunnel
};

Known known(Settings const& settings, Attempt const& attempt) {
  Known known;
  known.status = settings.status.value_or(0);
  known.answered = known.status > 0 || attempt.redirects.moved();
  if (settings.curl_exit) known.exit = curl_exit(*settings.curl_exit);
  known.failure =
      settings.curl_exit ? known.exit.failure : settings.failure.value_or(Failure::none);
  return known;
}

bool never_arrived(Failure failure) {
  Evidence const evidence = oncemore::evidence_of(failure);
  return evidence == Evidence::never_sent || evidence == Evidence::not_processed;
}

/// Whether the client went on after the last head: the failure is then of what it sent next. A
/// redirect or a challenge alone does not tell. Of a redirect too many the client says that it did
/// not; it counts as followed all the same, for what it proves.
bool went_on(Settings const& settings, Known const& known, ResponseReader const& reader) {
  bool const unanswered = known.exit.unanswered || never_arrived(known.failure);
  if (!is_followed_redirect(reader.last())) return reader.last().challenge && unanswered;
  if (known.failure == Failure::redirect_limit) return true;
  return settings.followed ? *settings.followed > reader.redirects().hops() : unanswered;
}

/// A failure says that the request was never sent, or not processed, and what was read contradicts
/// it or leaves it open: curl repeats a request by itself on a new connection when a kept one dies,
/// and its exit code is then of the second try.
bool overstates(Known const& known, Head const& last) {
  if (!never_arrived(known.failure)) return false;
  bool const interim = last.status > 0 && !oncemore::is_final(last.status);
  bool const spoken = interim || (last.status > 0 && !last.may_open_tunnel());
  return known.exit.also_later || spoken || (known.exit.code != 0 && known.answered);
}

void take_failure(Known const& known, Head const& last, Attempt& attempt) {
  attempt.outcome = known.failure;
  bool const by_outcome = attempt.evidence == Evidence::by_outcome;
  if (by_outcome && overstates(known, last)) attempt.evidence = Evidence::unknown;
}

/// A proxy answered CONNECT, and not with a tunnel: that is the answer, and nothing was sent.
bool take_refused_tunnel(Settings const& settings, Known const& known, Attempt& attempt) {
  int32_t const status = settings.connect_status.value_or(0);
  if (status == 0 || oncemore::is_success(status)) return false;
  bool const contradicted = known.status > 0 && known.status != status;
  if (contradicted) {
    throw UsageError{"--connect-status " + std::to_string(status) + " refused the tunnel, but " +
                     std::to_string(known.status) + " is an answer behind it"};
  }
  attempt.outcome = status;
  if (attempt.evidence == Evidence::by_outcome) attempt.evidence = Evidence::never_sent;
  return true;
}

/// A status that was read counts, whatever broke afterwards, unless it is a 2xx (RFC 9110 15.3),
/// which the client has only if it is whole, or the very redirect that was one too many.
bool counts(Known const& known) {
  bool const too_many =
      known.failure == Failure::redirect_limit && oncemore::is_redirection(known.status);
  return oncemore::is_final(known.status) && known.status / 100 != 2 && !too_many;
}

void take_told(Settings const& settings, Attempt& attempt) {
  Known const told = known(settings, attempt);
  attempt.retry_after = retry_after_of(settings.told, settings.clock(), settings.grammar());
  if (take_refused_tunnel(settings, told, attempt)) return;
  if (told.failure != Failure::none && !counts(told)) {
    Head last;
    last.status = told.status;
    last.body_announced = true;  // what is told to be a response is no tunnel
    return take_failure(told, last, attempt);
  }
  if (told.status == 0) {
    throw UsageError{"--curl-exit " + std::to_string(told.exit.code) +
                     " says that there is a response: --status or --response says which"};
  }
  attempt.outcome = told.status;
}

void take_response(Settings const& settings, Attempt& attempt) {
  ResponseReader reader = read_response(settings);
  Known told = known(settings, attempt);
  bool const failed = told.failure != Failure::none;
  if (failed && went_on(settings, told, reader)) reader.go_on();
  told.status = reader.last().status;
  told.answered = reader.answered();
  bool const refused = take_refused_tunnel(settings, told, attempt);
  bool const lost = !refused && failed && !counts(told);
  if (lost) take_failure(told, reader.last(), attempt);
  if (!refused && !lost) attempt.outcome = last_status(settings, reader);
  attempt.redirects = reader.redirects();
  attempt.retry_after = retry_after_of(reader.last(), settings.clock(), settings.grammar());
}

}  // namespace

ResponseReader read_response(Settings const& settings) {
  bool const no_tunnel = settings.connect_status == 0;
  ResponseReader reader(settings.method, settings.policy.redirect_rewrite, !no_tunnel);
  read_file(*settings.response, reader);
  if (reader.problem().empty()) return reader;
  if (reader.last().status == 0) throw no_status(settings, reader.problem());
  throw UsageError{"--response: which status counts in " + shown_file(*settings.response) +
                   " cannot be told: " + reader.problem()};
}

int32_t last_status(Settings const& settings, ResponseReader const& reader) {
  int32_t const status = reader.last().status;
  if (oncemore::is_final(status)) return status;
  throw no_status(settings, status == 0
                                ? "it is empty"
                                : "it ends after the interim status " + std::to_string(status));
}

void take_ending(Settings const& settings, Attempt& attempt) {
  check_told(settings);
  if (settings.response) return take_response(settings, attempt);
  take_told(settings, attempt);
}

}  // namespace cli
