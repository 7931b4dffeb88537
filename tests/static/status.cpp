// SPDX-License-Identifier: MIT
#include <oncemore/status.hpp>

#include <stdint.h>

#include "rule.hpp"

using namespace oncemore;

namespace {

constexpr int32_t lowest = INT32_MIN;
constexpr int32_t highest = INT32_MAX;

// Every status from 0 to 1000, counted by what a question says of it.
template <class Question> constexpr int count(Question question) noexcept {
  int yes = 0;
  for (int32_t status = 0; status <= 1000; ++status) yes += question(status) ? 1 : 0;
  return yes;
}

constexpr bool is_in_default(int32_t status) noexcept { return default_statuses.contains(status); }

constexpr bool has_all(StatusSet const& set, int32_t from, int32_t to) noexcept {
  for (int32_t status = from; status <= to; ++status) {
    if (!set.contains(status)) return false;
  }
  return true;
}

constexpr bool has_none(StatusSet const& set, int32_t from, int32_t to) noexcept {
  for (int32_t status = from; status <= to; ++status) {
    if (set.contains(status)) return false;
  }
  return true;
}

constexpr bool each_of_400_to_599_is_a_member_of_its_own() noexcept {
  for (int32_t status = 400; status <= 599; ++status) {
    StatusSet const set(status);
    if (!set.valid() || !set.contains(status) || set.without(status) != StatusSet()) return false;
    if (!has_none(set, 400, status - 1) || !has_none(set, status + 1, 600)) return false;
  }
  return true;
}

constexpr StatusSet everything() noexcept {
  StatusSet set;
  for (int32_t status = 400; status <= 600; ++status) set = set.with(status);
  return set;
}

constexpr StatusSet copied(StatusSet const& set) noexcept {
  uint64_t const words[] = {set.word(0), set.word(1), set.word(2), set.word(3)};
  return StatusSet::from_words(words);
}

constexpr StatusSet of_ones() noexcept {
  uint64_t const words[] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
  return StatusSet::from_words(words);
}

}  // namespace

RULES(what_no_server_can_have_sent_ends_no_attempt) {
  RULE(!is_final(lowest) && !is_final(-200) && !is_final(-1) && !is_final(0) && !is_final(99));
  RULE(!is_final(1000) && !is_final(65736) && !is_final(highest));
  RULE(is_final(200) && is_final(999));
}

// RFC 9110 15.2: after an interim response the final one is still to come.
RULES(an_interim_response_ends_no_attempt) {
  RULE(!is_final(100) && !is_final(102) && !is_final(103) && !is_final(199));
  RULE(is_final(101));
  RULE(count(is_final) == 1 + 800);
}

RULES(success_is_2xx_and_304_and_101) {
  RULE(is_success(200) && is_success(204) && is_success(206) && is_success(299));
  RULE(is_success(304));
  RULE(is_success(101));
  RULE(!is_success(100) && !is_success(199) && !is_success(300) && !is_success(0));
  RULE(!is_success(303) && !is_success(305) && !is_success(400) && !is_success(lowest));
  RULE(count(is_success) == 100 + 1 + 1);
}

RULES(redirection_is_every_3xx_but_304) {
  RULE(is_redirection(300) && is_redirection(302) && is_redirection(303) && is_redirection(399));
  RULE(!is_redirection(304) && !is_redirection(299) && !is_redirection(400));
  RULE(!is_redirection(lowest) && !is_redirection(highest));
  RULE(count(is_redirection) == 99);
}

RULES(a_status_set_has_what_was_put_in) {
  RULE(!StatusSet().contains(503));
  RULE(StatusSet(503).contains(503));
  RULE(!StatusSet(503).contains(502) && !StatusSet(503).contains(504));
  RULE(StatusSet(408, 429, 503).contains(429));
  RULE(StatusSet().with(409).contains(409));
  RULE(!default_statuses.without(503).contains(503));
  RULE(default_statuses.without(503).contains(502));
  RULE(default_statuses.without(503).with(503) == default_statuses);
  RULE(default_statuses.with(503) == default_statuses);
  RULE(StatusSet().without(503) == StatusSet());
  RULE(each_of_400_to_599_is_a_member_of_its_own());
  // Members that are far apart.
  RULE(StatusSet(400) != StatusSet());
  RULE(StatusSet(464) != StatusSet());
  RULE(StatusSet(528) != StatusSet());
  RULE(StatusSet(592) != StatusSet());
}

// The lower half of each of these is the status of its name.
constexpr int64_t wide_200 = (int64_t{1} << 32) + 200;
constexpr int64_t wide_303 = (int64_t{1} << 32) + 303;
constexpr int64_t wide_503 = (int64_t{1} << 32) + 503;
constexpr uint64_t unsigned_503 = (uint64_t{1} << 63) + 503;

RULES(a_status_of_any_integer_type_is_not_narrowed) {
  RULE(Status() == 0);
  RULE(Status(503) == 503 && Status(503L) == 503 && Status(503ULL) == 503);
  RULE(Status(short{503}) == 503 && Status(static_cast<signed char>(-1)) == -1);
  RULE(Status(wide_503) == highest && Status(unsigned_503) == highest);
  RULE(Status(-wide_503) == lowest && Status(INT64_MIN) == lowest);
  RULE(Status(UINT32_MAX) == highest);
  RULE(!is_final(wide_200) && !is_success(wide_200) && !is_redirection(wide_303));
  RULE(!is_assigned_server_error(wide_503));
}

RULES(a_status_set_narrows_nothing) {
  RULE(!default_statuses.contains(wide_503) && !default_statuses.contains(unsigned_503));
  RULE(!StatusSet(wide_503).valid() && !StatusSet(wide_503).contains(503));
  RULE(!StatusSet(429, wide_503).valid() && !StatusSet(429, wide_503).contains(503));
  RULE(!StatusSet().with(wide_503).valid() && !StatusSet().with(wide_503).contains(503));
  RULE(!default_statuses.without(wide_503).valid());
  RULE(default_statuses.without(wide_503).contains(503));
}

enum OfAnotherLibrary { service_unavailable = 503 };

RULES(a_status_may_be_another_librarys_enumerator) {
  RULE(default_statuses.contains(service_unavailable));
  RULE(StatusSet(service_unavailable) == StatusSet(503));
}

RULES(a_status_set_asks_for_the_status_as_received) {
  // 65736 is 200 in 16 bits, 66039 is 503.
  RULE(!everything().contains(65736) && !everything().contains(66039));
  RULE(!everything().contains(lowest) && !everything().contains(-503));
  RULE(!everything().contains(399) && !everything().contains(1000));
  RULE(!everything().contains(highest) && !everything().contains(0));
}

RULES(all_of_600_to_999_are_one_member) {
  RULE(has_all(StatusSet(600), 600, 999));
  RULE(has_all(StatusSet(777), 600, 999));
  RULE(StatusSet(600) == StatusSet(999));
  RULE(has_none(StatusSet(777), 400, 599));
  RULE(StatusSet(600).without(999) == StatusSet());
  RULE(default_statuses.without(700) != default_statuses);
  RULE(has_none(default_statuses.without(700), 600, 999));
}

RULES(naming_a_status_outside_400_to_999_makes_a_set_invalid_for_good) {
  RULE(!StatusSet(302).valid());
  RULE(!StatusSet(399).valid() && StatusSet(400).valid());
  RULE(!StatusSet(1000).valid() && StatusSet(999).valid());
  RULE(!StatusSet(0).valid() && !StatusSet(-503).valid() && !StatusSet(200).valid());
  RULE(!StatusSet(lowest).valid() && !StatusSet(highest).valid());
  RULE(!StatusSet(503, 302).valid() && !StatusSet(302, 503).valid());
  RULE(!default_statuses.with(302).valid());
  RULE(!default_statuses.without(302).valid());
  RULE(!default_statuses.with(302).without(302).valid());
  RULE(!StatusSet(302).contains(302));
  RULE(StatusSet(503, 302).contains(503));
}

RULES(a_status_set_goes_through_its_numbers) {
  RULE(copied(default_statuses) == default_statuses);
  RULE(copied(everything()) == everything() && everything().valid());
  RULE(!copied(StatusSet(302)).valid());
  RULE(StatusSet::from_words({0, 0, 0, 0}) == StatusSet() && StatusSet().valid());
  RULE(!of_ones().valid());
  RULE(sizeof(StatusSet) == 32);
}

// What the bits mean is private, but C programs are compiled with those of the defaults.
RULES(the_bits_of_a_status_set_stay) {
  RULE(StatusSet(400).word(0) == 1 && StatusSet(463).word(0) == uint64_t{1} << 63);
  RULE(StatusSet(464).word(1) == 1 && StatusSet(528).word(2) == 1 && StatusSet(592).word(3) == 1);
  RULE(StatusSet(600).word(3) == uint64_t{1} << 8);
  RULE(StatusSet(302).word(3) == uint64_t{1} << 63);
  RULE(StatusSet::from_words({0, 0, 0, uint64_t{1} << 8}).valid());
  RULE(!StatusSet::from_words({0, 0, 0, uint64_t{1} << 9}).valid());
}

RULES(default_statuses_are_those_that_may_pass) {
  RULE(is_in_default(408) && is_in_default(413) && is_in_default(421) && is_in_default(425));
  RULE(is_in_default(429) && is_in_default(500) && is_in_default(502) && is_in_default(503));
  RULE(is_in_default(504));
  RULE(default_statuses.valid());
}

RULES(default_statuses_lack_the_errors_that_a_repeat_does_not_mend) {
  RULE(!is_in_default(501) && !is_in_default(505) && !is_in_default(506) && !is_in_default(507));
  RULE(!is_in_default(508) && !is_in_default(510) && !is_in_default(511));
  RULE(!is_in_default(400) && !is_in_default(401) && !is_in_default(403) && !is_in_default(404));
  RULE(!is_in_default(409) && !is_in_default(412) && !is_in_default(422) && !is_in_default(423));
  // 499: nginx logs it for a client that went away; it is an unassigned 4xx like any other.
  RULE(!is_in_default(499) && !is_in_default(451) && !is_in_default(471));
}

// RFC 9110 15: an unknown status is treated as the 500 of its class, one above 599 as a 5xx.
RULES(default_statuses_have_every_error_above_499_that_nobody_assigned) {
  RULE(is_in_default(509) && has_all(default_statuses, 512, 999));
  RULE(is_in_default(520) && is_in_default(529) && is_in_default(530) && is_in_default(599));
  // 408 413 421 425 429, 500 502 503 504, 509, and 512-999.
  RULE(count(is_in_default) == 5 + 4 + 1 + 488);
}

RULES(the_server_errors_that_the_registry_assigns) {
  RULE(is_assigned_server_error(500) && is_assigned_server_error(508));
  RULE(is_assigned_server_error(510) && is_assigned_server_error(511));
  RULE(!is_assigned_server_error(509) && !is_assigned_server_error(512));
  RULE(!is_assigned_server_error(499) && !is_assigned_server_error(404));
  RULE(count(is_assigned_server_error) == 11);
}

RULES(an_unassigned_status_can_be_taken_out_like_any_other) {
  RULE(!default_statuses.without(530).contains(530));
  RULE(default_statuses.without(530).contains(529));
}

RULES(default_unprocessed_are_guarantees_and_two_conventions) {
  RULE(default_unprocessed == StatusSet(413, 421, 425, 429));
  RULE(default_unprocessed.valid());
}

RULES(a_status_set_never_throws) {
  RULE(noexcept(StatusSet(503).with(502).without(503).contains(502)));
}
