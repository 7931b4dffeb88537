// SPDX-License-Identifier: MIT
#include <oncemore/counting.hpp>

#include <stddef.h>
#include <stdint.h>

#include "given.hpp"
#include "rule.hpp"

using namespace oncemore;
using given::same;
using C = Convention;

namespace {

constexpr uint32_t endless = UINT32_MAX;
constexpr uint32_t rejected = 0;

constexpr uint32_t of(Convention convention, int64_t n) noexcept {
  return max_attempts_for(convention, n);
}

/// Whether 0, -1 and -2 mean what they should, in attempts.
constexpr bool at_0_and_below(Convention convention, uint32_t zero, uint32_t minus_one,
                              uint32_t minus_two) noexcept {
  return of(convention, 0) == zero && of(convention, -1) == minus_one &&
         of(convention, -2) == minus_two && of(convention, INT64_MIN) == minus_two;
}

constexpr bool counts_retries(Convention convention) noexcept {
  return of(convention, 1) == 2 && of(convention, 3) == 4 && of(convention, 10) == 11;
}

constexpr bool counts_attempts(Convention convention) noexcept {
  return of(convention, 1) == 1 && of(convention, 3) == 3 && of(convention, 10) == 10;
}

/// A number that its own type holds, and one that it does not.
constexpr bool is_an_int32(Convention convention, uint32_t at_its_largest) noexcept {
  return of(convention, INT32_MAX) == at_its_largest &&
         of(convention, int64_t{INT32_MAX} + 1) == rejected &&
         of(convention, INT64_MAX) == rejected;
}

constexpr bool is_wider_than_ours(Convention convention) noexcept {
  return of(convention, int64_t{UINT32_MAX} + 1) == endless && of(convention, INT64_MAX) == endless;
}

constexpr C all[] = {
    C::micronaut_attempts,          C::micronaut_max_attempts,     C::spring_max_retries,
    C::spring_retry_max_attempts,   C::microprofile_max_retries,   C::reactor_max_attempts,
    C::reactor_num_retries,         C::httpclient5_max_retries,    C::kiota_max_retries,
    C::kiota_dotnet_max_retry,      C::kiota_go_max_retries,       C::urllib3_total,
    C::tenacity_stop_after_attempt, C::go_retryablehttp_retry_max, C::cenkalti_v4_max_retries,
    C::cenkalti_v5_max_tries,       C::grpc_max_attempts,          C::resilience4j_max_attempts,
    C::polly_max_retry_attempts,    C::aws_max_attempts,           C::boto3_max_attempts,
    C::boto3_total_max_attempts,    C::failsafe_max_retries,       C::failsafe_max_attempts,
    C::failsafe_go_max_retries,     C::failsafe_go_max_attempts,   C::go_retry_max_retries};

constexpr bool every_row_is_filled_in() noexcept {
  for (C const convention : all) {
    ConventionRow const* const found = row(convention);
    if (found == nullptr || !same(found->name, name(convention))) return false;
    if (found->lowest < 1 || found->limit < found->lowest) return false;
    for (C const other : all) {
      if (other != convention && same(name(other), name(convention))) return false;
    }
  }
  return true;
}

}  // namespace

RULES(every_convention_has_a_row_and_a_name) {
  RULE(given::are_all(all));
  RULE(every_row_is_filled_in());
  RULE(same(name(C::micronaut_attempts), "micronaut.attempts"));
  RULE(same(name(C::go_retry_max_retries), "go-retry.WithMaxRetries"));
}

RULES(no_such_convention_takes_nothing) {
  RULE(row(C{27}) == nullptr);
  RULE(name(C{27}) == nullptr);
  RULE(same(name(Counts::attempts), "attempts") && same(name(Counts::retries), "retries"));
  RULE(same(name(OverLimit::rejects), "rejects") && same(name(OverLimit::clamps), "clamps"));
  RULE(name(Counts{2}) == nullptr && name(OverLimit{2}) == nullptr);
  RULE(of(C{27}, 3) == rejected && of(C{UINT32_MAX}, 3) == rejected);
}

// The first seed: attempts = "2" are three requests.
RULES(micronaut_attempts_are_retries) {
  RULE(of(C::micronaut_attempts, 2) == 3);
  RULE(counts_retries(C::micronaut_attempts));
  RULE(at_0_and_below(C::micronaut_attempts, 1, 1, 1));
  RULE(of(C::micronaut_attempts, INT32_MAX - 1) == INT32_MAX);
}

RULES(micronaut_programmatic_max_attempts_are_retries) {
  RULE(counts_retries(C::micronaut_max_attempts));
  RULE(at_0_and_below(C::micronaut_max_attempts, rejected, rejected, rejected));
}

RULES(spring_max_retries) {
  RULE(counts_retries(C::spring_max_retries));
  RULE(at_0_and_below(C::spring_max_retries, 1, rejected, rejected));
  RULE(is_wider_than_ours(C::spring_max_retries));
}

RULES(spring_retry_max_attempts) {
  RULE(counts_attempts(C::spring_retry_max_attempts));
  RULE(at_0_and_below(C::spring_retry_max_attempts, rejected, rejected, rejected));
  RULE(is_an_int32(C::spring_retry_max_attempts, INT32_MAX));
}

RULES(microprofile_max_retries) {
  RULE(counts_retries(C::microprofile_max_retries));
  RULE(at_0_and_below(C::microprofile_max_retries, 1, endless, rejected));
  RULE(is_an_int32(C::microprofile_max_retries, uint32_t{INT32_MAX} + 1));
}

RULES(reactor_counts_retries_by_either_name) {
  RULE(counts_retries(C::reactor_max_attempts) && counts_retries(C::reactor_num_retries));
  RULE(at_0_and_below(C::reactor_max_attempts, 1, 1, 1));
  RULE(at_0_and_below(C::reactor_num_retries, 1, rejected, rejected));
  RULE(is_wider_than_ours(C::reactor_max_attempts) && is_wider_than_ours(C::reactor_num_retries));
}

RULES(httpclient5_max_retries) {
  RULE(counts_retries(C::httpclient5_max_retries));
  RULE(at_0_and_below(C::httpclient5_max_retries, 1, rejected, rejected));
  RULE(is_an_int32(C::httpclient5_max_retries, uint32_t{INT32_MAX} + 1));
}

// The same option in four languages, and three readings of 0, of -1 and of 11.
RULES(kiota_takes_ten_at_most) {
  RULE(counts_retries(C::kiota_max_retries));
  RULE(at_0_and_below(C::kiota_max_retries, 1, rejected, rejected));
  RULE(of(C::kiota_max_retries, 11) == rejected);
  RULE(counts_retries(C::kiota_dotnet_max_retry));
  RULE(at_0_and_below(C::kiota_dotnet_max_retry, 1, 1, 1));
  RULE(of(C::kiota_dotnet_max_retry, 11) == rejected);
}

RULES(kiota_for_go_takes_0_for_3_and_cuts_at_10) {
  RULE(counts_retries(C::kiota_go_max_retries));
  RULE(at_0_and_below(C::kiota_go_max_retries, 4, 4, 4));
  RULE(of(C::kiota_go_max_retries, 11) == 11);
  RULE(of(C::kiota_go_max_retries, 1000) == 11 && of(C::kiota_go_max_retries, INT64_MAX) == 11);
}

RULES(urllib3_total) {
  RULE(counts_retries(C::urllib3_total));
  RULE(at_0_and_below(C::urllib3_total, 1, 1, 1));
  RULE(is_wider_than_ours(C::urllib3_total));
}

RULES(tenacity_stop_after_attempt) {
  RULE(counts_attempts(C::tenacity_stop_after_attempt));
  RULE(at_0_and_below(C::tenacity_stop_after_attempt, 1, 1, 1));
  RULE(is_wider_than_ours(C::tenacity_stop_after_attempt));
}

RULES(go_retryablehttp_retry_max) {
  RULE(counts_retries(C::go_retryablehttp_retry_max));
  RULE(at_0_and_below(C::go_retryablehttp_retry_max, 1, 1, 1));
}

// One library, two major versions: 0 was one send and became no limit.
RULES(cenkalti_backoff) {
  RULE(counts_retries(C::cenkalti_v4_max_retries));
  RULE(at_0_and_below(C::cenkalti_v4_max_retries, 1, rejected, rejected));
  RULE(counts_attempts(C::cenkalti_v5_max_tries));
  RULE(at_0_and_below(C::cenkalti_v5_max_tries, endless, rejected, rejected));
}

RULES(grpc_takes_2_to_5) {
  RULE(of(C::grpc_max_attempts, 1) == rejected);
  RULE(of(C::grpc_max_attempts, 2) == 2 && of(C::grpc_max_attempts, 5) == 5);
  RULE(of(C::grpc_max_attempts, 6) == 5 && of(C::grpc_max_attempts, INT64_MAX) == 5);
  RULE(at_0_and_below(C::grpc_max_attempts, rejected, rejected, rejected));
}

RULES(resilience4j_max_attempts) {
  RULE(counts_attempts(C::resilience4j_max_attempts));
  RULE(at_0_and_below(C::resilience4j_max_attempts, rejected, rejected, rejected));
  RULE(is_an_int32(C::resilience4j_max_attempts, INT32_MAX));
}

RULES(polly_takes_the_largest_int_for_no_limit) {
  RULE(counts_retries(C::polly_max_retry_attempts));
  RULE(at_0_and_below(C::polly_max_retry_attempts, 1, rejected, rejected));
  RULE(of(C::polly_max_retry_attempts, INT32_MAX - 1) == INT32_MAX);
  RULE(is_an_int32(C::polly_max_retry_attempts, endless));
}

// max_attempts in the configuration file counts attempts, max_attempts in the code counts retries.
RULES(aws_uses_one_word_for_two_things) {
  RULE(counts_attempts(C::aws_max_attempts));
  RULE(at_0_and_below(C::aws_max_attempts, rejected, rejected, rejected));
  RULE(counts_retries(C::boto3_max_attempts));
  RULE(at_0_and_below(C::boto3_max_attempts, 1, rejected, rejected));
  RULE(counts_attempts(C::boto3_total_max_attempts));
  RULE(at_0_and_below(C::boto3_total_max_attempts, rejected, rejected, rejected));
}

RULES(failsafe_takes_minus_one_for_no_limit) {
  RULE(counts_retries(C::failsafe_max_retries));
  RULE(at_0_and_below(C::failsafe_max_retries, 1, endless, rejected));
  RULE(counts_attempts(C::failsafe_max_attempts));
  RULE(at_0_and_below(C::failsafe_max_attempts, rejected, endless, rejected));
}

RULES(failsafe_for_go_takes_any_number) {
  RULE(counts_retries(C::failsafe_go_max_retries));
  RULE(at_0_and_below(C::failsafe_go_max_retries, 1, endless, 1));
  RULE(counts_attempts(C::failsafe_go_max_attempts));
  RULE(at_0_and_below(C::failsafe_go_max_attempts, endless, endless, 1));
}

RULES(go_retry_max_retries) {
  RULE(counts_retries(C::go_retry_max_retries));
  RULE(at_0_and_below(C::go_retry_max_retries, 1, rejected, rejected));
  RULE(is_wider_than_ours(C::go_retry_max_retries));
}

RULES(counting_never_throws) {
  RULE(noexcept(max_attempts_for(C::urllib3_total, 3))&& noexcept(attempts_from_retries(3)));
}
