// SPDX-License-Identifier: MIT
#pragma once

#include <oncemore/oncemore.hpp>

#include <string>
#include <utility>
#include <vector>

#include "cases.hpp"

// What the core answers to a case, in the words of the vector files. One function a kind of
// question; the kind is the name of its file.
namespace answers {

using Cells = std::vector<cases::Text>;

inline std::string joined(std::vector<std::string> const& words, char separator = ' ') {
  std::string line;
  for (auto const& word : words) line += (line.empty() ? "" : std::string(1, separator)) + word;
  return line.empty() ? "-" : line;
}

inline std::string yes_no(bool yes) { return yes ? "yes" : "no"; }
inline std::string text(oncemore::Milliseconds duration) {
  return std::to_string(duration.count());
}

inline std::string text(oncemore::Notes notes) {
  using oncemore::Note;
  std::vector<std::string> names;
  for (Note const note : {Note::server_wait_applied, Note::server_wait_malformed,
                          Note::server_wait_clamped, Note::new_connection, Note::not_early_data}) {
    if (notes.has(note)) names.push_back(name(note));
  }
  return joined(names, '+');
}

inline std::string text(oncemore::Decision const& decision) {
  return joined(
      {name(decision.verdict), name(decision.reason), text(decision.delay), text(decision.notes)});
}

inline std::string text(oncemore::HopDecision const& answer) {
  return joined({name(answer.verdict), name(answer.reason), text(answer.delay), name(answer.method),
                 name(answer.body)});
}

inline std::string text(oncemore::RetryAfter asked) {
  return asked.is_wait() ? text(asked.wait()) : name(asked.kind());
}

inline std::string decide(Cells const& in) {
  auto const policy = cases::read<oncemore::Policy>(in[0]);
  auto const attempt = cases::read<oncemore::Attempt>(in[1]);
  return text(oncemore::decide(policy, attempt, cases::random_bits(in[2])));
}

inline std::string describe(Cells const& in) {
  auto const policy = cases::read<oncemore::Policy>(in[0]);
  auto const attempt = cases::read<oncemore::Attempt>(in[1]);
  auto const decision = oncemore::decide(policy, attempt, cases::random_bits(in[2]));
  char line[oncemore::describe_max];
  oncemore::describe(policy, attempt, decision, line);
  return line;
}

inline std::string follow(Cells const& in) {
  auto const policy = cases::read<oncemore::Policy>(in[0]);
  auto const hop = cases::read<oncemore::Hop>(in[2]);
  return text(oncemore::follow(policy, cases::trail(in[1]), hop));
}

inline std::string trail(Cells const& in) {
  auto const trail = cases::trail(in[0]);
  std::vector<std::string> flags;
  if (trail.moved()) flags.push_back("moved");
  if (trail.accepted()) flags.push_back("accepted");
  if (trail.doubtful()) flags.push_back("doubtful");
  return std::to_string(trail.hops()) + ' ' + joined(flags, '+');
}

inline std::string backoff(Cells const& in) {
  auto const backoff = cases::read<oncemore::Policy>(in[0]).backoff;
  auto const number = cases::number32(in[1]);
  auto const previous = cases::duration(in[2]);
  auto const range = delay_range(backoff, number, previous);
  auto const delay = own_delay(backoff, number, previous, cases::random_bits(in[3]));
  return joined({text(ceiling(backoff, number)), text(range.low), text(range.high), text(delay)});
}

inline std::string validate(Cells const& in) {
  return name(oncemore::validate(cases::read<oncemore::Policy>(in[0])));
}

inline oncemore::Instant now(cases::Text cell) { return oncemore::Instant(cases::number(cell)); }

inline std::string http_date(Cells const& in) {
  auto const grammar = cases::enumerator<oncemore::Grammar>(in[0]);
  auto const date = oncemore::parse_http_date(cases::unescaped(in[2]), now(in[1]), grammar);
  return date.valid() ? std::to_string(date.instant().count()) : "malformed";
}

inline std::string retry_after(Cells const& in) {
  auto const grammar = cases::enumerator<oncemore::Grammar>(in[0]);
  return text(oncemore::parse_retry_after(cases::unescaped(in[2]), now(in[1]), grammar));
}

inline std::string retry_after_lines(Cells const& in) {
  auto const grammar = cases::enumerator<oncemore::Grammar>(in[0]);
  oncemore::RetryAfter all;
  if (in[2] == "-") return text(all);
  std::string const lines = cases::unescaped(in[2]);
  for (cases::Text const line : cases::split(lines, '\n')) {
    std::string const field(line);  // an empty line is a field, a null pointer is none
    all = combined(all, oncemore::parse_retry_after(field, now(in[1]), grammar));
  }
  return text(all);
}

inline std::string methods(Cells const& in) {
  auto const method = oncemore::parse_method(cases::unescaped(in[0]));
  return joined({yes_no(is_safe(method)), yes_no(is_idempotent(method))});
}

inline std::string statuses(Cells const& in) {
  int32_t const status = cases::status(in[0]);
  char const* const kind = !oncemore::is_final(status)        ? "invalid"
                           : oncemore::is_success(status)     ? "success"
                           : oncemore::is_redirection(status) ? "redirect"
                                                              : "error";
  return joined({kind, yes_no(oncemore::default_statuses.contains(status)),
                 yes_no(oncemore::default_unprocessed.contains(status))});
}

inline std::string failures(Cells const& in) {
  auto const failure = cases::enumerator<oncemore::Failure>(in[0]);
  return joined({name(evidence_of(failure)), yes_no(oncemore::default_failures.contains(failure))});
}

inline std::string conventions(Cells const& in) {
  auto const convention = cases::enumerator<oncemore::Convention>(in[0]);
  return std::to_string(oncemore::max_attempts_for(convention, cases::number(in[1])));
}

inline std::string attempts(Cells const& in) {
  uint32_t const n = cases::number32(in[1]);
  if (in[0] == "from_retries") return std::to_string(oncemore::attempts_from_retries(n));
  if (in[0] == "to_retries") return std::to_string(oncemore::retries_from_attempts(n));
  throw cases::bad("no such conversion", in[0]);
}

inline std::string requests(Cells const& in) {
  std::vector<oncemore::RequestLayer> layers;
  for (cases::Text const layer : cases::split(in[0], ',')) {
    auto const sign = layer.find_first_of("x+");
    if (sign == cases::Text::npos) throw cases::bad("not a layer", layer);
    uint32_t const attempts = cases::number32(layer.substr(0, sign));
    uint32_t const redirects = cases::number32(layer.substr(sign + 1));
    if (layer[sign] == '+') {
      return std::to_string(oncemore::requests_per_call_shared(attempts, redirects));
    }
    layers.push_back({attempts, redirects});
  }
  return std::to_string(oncemore::requests_per_call(layers.data(), layers.size()));
}

template <class Enumeration> std::string name_of(uint32_t value) {
  char const* const found = name(static_cast<Enumeration>(value));
  return found == nullptr ? "-" : found;
}

inline std::string reference_time(Cells const& in) {
  std::string const date = cases::unescaped(in[1]);
  std::string const age = cases::unescaped(in[2]);
  auto const field = [](cases::Text cell, std::string const& text) {
    return cell == "-" ? oncemore::Text() : oncemore::Text(text.data(), text.size());
  };
  auto const at = oncemore::reference_time(field(in[1], date), field(in[2], age), now(in[0]));
  return std::to_string(at.count());
}

/// An attempt as a setting list: what has its default is left out.
inline std::string text(oncemore::Attempt const& attempt) {
  oncemore::Attempt const unset;
  std::vector<std::string> words;
  auto const add = [&words](char const* field, std::string const& value) {
    words.push_back(std::string(field) + '=' + value);
  };
  auto const add_name = [&add](char const* field, auto value, auto usual) {
    if (value != usual) add(field, name(value));
  };
  auto const add_time = [&add](char const* field, oncemore::Milliseconds value) {
    if (value.count() != 0) add(field, text(value));
  };
  if (attempt.number != 1) add("number", std::to_string(attempt.number));
  if (attempt.method != oncemore::Method::unknown) add("method", name(attempt.method));
  if (attempt.outcome.is_failure()) add("outcome", name(attempt.outcome.failure()));
  if (attempt.outcome.status() != 0) add("outcome", std::to_string(attempt.outcome.status()));
  add_name("repeatable", attempt.repeatable, unset.repeatable);
  add_name("evidence", attempt.evidence, unset.evidence);
  add_name("body", attempt.body, unset.body);
  add_name("budget", attempt.budget, unset.budget);
  add_name("server_says", attempt.server_says, unset.server_says);
  add_time("elapsed", attempt.elapsed);
  add_time("previous_delay", attempt.previous_delay);
  if (attempt.retry_after.kind() != unset.retry_after.kind()) {
    add("retry_after", text(attempt.retry_after));
  }
  auto const& trail = attempt.redirects;
  if (trail.hops() != 0 || trail.flags() != 0) {
    std::string flags = trail.moved() ? "+moved" : "";
    flags += trail.accepted() ? "+accepted" : "";
    flags += trail.doubtful() ? "+doubtful" : "";
    add("redirects", std::to_string(trail.hops()) + flags);
  }
  if (attempt.budget_paid.count() != 0) {
    add("budget_paid", std::to_string(attempt.budget_paid.count()));
  }
  add_time("hold", attempt.hold);
  return joined(words);
}

inline std::string advance(Cells const& in) {
  auto attempt = cases::read<oncemore::Attempt>(in[0]);
  oncemore::advance(attempt, cases::decision(in[1]), oncemore::thousandths(cases::number32(in[2])));
  return text(attempt);
}

inline std::string time_left(Cells const& in) {
  auto const policy = cases::read<oncemore::Policy>(in[0]);
  auto const left = oncemore::time_left(policy, cases::duration(in[1]));
  return left.count() == oncemore::Milliseconds::largest().count() ? "none" : text(left);
}

/// The enumerations by name, each with what names its values.
inline std::string enumerators(Cells const& in) {
  using namespace oncemore;
  struct Enumeration {
    char const* name;
    std::string (*name_of)(uint32_t);
  };
  constexpr Enumeration enumerations[] = {
      {"failure", name_of<Failure>},
      {"method", name_of<Method>},
      {"grammar", name_of<Grammar>},
      {"retry_after_kind", name_of<RetryAfter::Kind>},
      {"jitter", name_of<Jitter>},
      {"redirect_rewrite", name_of<RedirectRewrite>},
      {"redirect_proof", name_of<RedirectProof>},
      {"verdict", name_of<Verdict>},
      {"reason", name_of<Reason>},
      {"note", name_of<Note>},
      {"evidence", name_of<Evidence>},
      {"repeatable", name_of<Repeatable>},
      {"body", name_of<Body>},
      {"budget_answer", name_of<BudgetAnswer>},
      {"server_says", name_of<ServerSays>},
      {"server_wait_mode", name_of<ServerWaitMode>},
      {"over_cap", name_of<OverCap>},
      {"unrepeatable", name_of<Unrepeatable>},
      {"policy_error", name_of<PolicyError>},
      {"next_method", name_of<NextMethod>},
      {"next_body", name_of<NextBody>},
      {"convention", name_of<Convention>},
  };
  for (auto const& enumeration : enumerations) {
    if (in[0] == enumeration.name) return enumeration.name_of(cases::number32(in[1]));
  }
  throw cases::bad("no such enumeration", in[0]);
}

/// A kind of question: how many cells it takes, and what answers it.
struct Kind {
  char const* name;
  size_t inputs;
  std::string (*answer)(Cells const&);
};

inline constexpr Kind kinds[] = {
    {"decide", 3, decide},
    {"follow", 3, follow},
    {"advance", 3, advance},
    {"time_left", 2, time_left},
    {"trail", 1, trail},
    {"backoff", 4, backoff},
    {"validate", 1, validate},
    {"describe", 3, describe},
    {"http_date", 3, http_date},
    {"retry_after", 3, retry_after},
    {"retry_after_lines", 3, retry_after_lines},
    {"reference_time", 3, reference_time},
    {"methods", 1, methods},
    {"statuses", 1, statuses},
    {"failures", 1, failures},
    {"conventions", 2, conventions},
    {"attempts", 2, attempts},
    {"requests", 1, requests},
    {"enumerators", 2, enumerators},
};

inline Kind const* find_kind(cases::Text wanted) {
  for (Kind const& kind : kinds) {
    if (wanted == kind.name) return &kind;
  }
  return nullptr;
}

}  // namespace answers
