// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <oncemore/count.hpp>
#include <oncemore/text.hpp>

namespace oncemore { inline namespace v1 {

/// Another system's setting that says how often it tries; see `conventions` for what each means.
// clang-format off
enum class Convention : uint32_t {
  micronaut_attempts = 0,          micronaut_max_attempts = 1,      spring_max_retries = 2,
  spring_retry_max_attempts = 3,   microprofile_max_retries = 4,    reactor_max_attempts = 5,
  reactor_num_retries = 6,         httpclient5_max_retries = 7,     kiota_max_retries = 8,
  kiota_dotnet_max_retry = 9,      kiota_go_max_retries = 10,       urllib3_total = 11,
  tenacity_stop_after_attempt = 12, go_retryablehttp_retry_max = 13, cenkalti_v4_max_retries = 14,
  cenkalti_v5_max_tries = 15,      grpc_max_attempts = 16,          resilience4j_max_attempts = 17,
  polly_max_retry_attempts = 18,   aws_max_attempts = 19,           boto3_max_attempts = 20,
  boto3_total_max_attempts = 21,   failsafe_max_retries = 22,       failsafe_max_attempts = 23,
  failsafe_go_max_retries = 24,    failsafe_go_max_attempts = 25,   go_retry_max_retries = 26,
};
// clang-format on

/// What a number above 0 counts.
enum class Counts : uint32_t { attempts, retries };

/// What a system does with a number above its own limit.
enum class OverLimit : uint32_t { rejects, clamps };

namespace detail {
inline constexpr Text counts_names[] = {"attempts", "retries"};
inline constexpr Text over_limit_names[] = {"rejects", "clamps"};
}  // namespace detail

/// The enumerator's own name; null for a number that names none.
[[nodiscard]] constexpr char const* name(Counts counts) noexcept {
  return detail::name_in(detail::counts_names, counts);
}
[[nodiscard]] constexpr char const* name(OverLimit over_limit) noexcept {
  return detail::name_in(detail::over_limit_names, over_limit);
}

/// How one system reads its setting. Where a number is given in attempts, 0 says that the system
/// rejects what was configured, and `unlimited` that it never gives up.
struct ConventionRow {
  char const* name;    ///< system.setting, as its users write it
  Counts counts;       ///< what a number above 0 counts
  uint32_t zero;       ///< the attempts that 0 means
  uint32_t minus_one;  ///< the attempts that -1 means
  uint32_t below;      ///< the attempts that anything below -1 means
  uint32_t lowest;     ///< the smallest number above 0 that it takes
  int64_t limit;       ///< the largest number that it takes
  OverLimit over_limit;
  int64_t unlimited_at;  ///< the number above 0 that means no limit, 0 if there is none
};

namespace detail {
inline constexpr uint32_t rejected = 0;
inline constexpr int64_t int32_limit = INT32_MAX;
inline constexpr int64_t int64_limit = INT64_MAX;
inline constexpr Counts retries = Counts::retries;
inline constexpr Counts attempts = Counts::attempts;
inline constexpr OverLimit rejects = OverLimit::rejects;
inline constexpr OverLimit clamps = OverLimit::clamps;

// clang-format off
/// The whole rule, a line a system, in the order of Convention.
/// name | counts | 0 | -1 | below | lowest | limit | over it | unlimited at | read in
inline constexpr ConventionRow convention_rows[] = {
  // Its own comparison overflows one below the limit of its type.
  // micronaut-retry 4.9.9 SimpleRetry
  {"micronaut.attempts", retries, 1, 1, 1, 1, int32_limit - 1, rejects, 0},
  // micronaut-core 5.0 RetryPolicy
  {"micronaut.maxAttempts", retries, rejected, rejected, rejected, 1, int32_limit - 1, rejects, 0},
  // spring-core 7.0.0 RetryPolicy
  {"spring.maxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // SimpleRetryPolicy(0), unlike the builder, takes 0 and sends nothing at all.
  // spring-retry 2.0.12 RetryTemplateBuilder
  {"spring-retry.maxAttempts", attempts, rejected, rejected, rejected, 1, int32_limit, rejects, 0},
  // microprofile-fault-tolerance-api 4.1.1 Retry
  {"microprofile.maxRetries", retries, 1, unlimited, rejected, 1, int32_limit, rejects, 0},
  // reactor-core 3.8.0 RetryBackoffSpec
  {"reactor.maxAttempts", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // reactor-core 3.8.0 Mono.retry
  {"reactor.numRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // httpclient5 5.5 DefaultHttpRequestRetryStrategy
  {"httpclient5.maxRetries", retries, 1, rejected, rejected, 1, int32_limit, rejects, 0},
  // kiota-java okHttp 1.8.0 RetryHandlerOption; TypeScript, Python and Ruby alike
  {"kiota.maxRetries", retries, 1, rejected, rejected, 1, 10, rejects, 0},
  // kiota-dotnet 33d115c RetryHandlerOption
  {"kiota-dotnet.MaxRetry", retries, 1, 1, 1, 1, 10, rejects, 0},
  // kiota-http-go 1.5.4 GetMaxRetries
  {"kiota-go.MaxRetries", retries, 4, 4, 4, 1, 10, clamps, 0},
  // Redirects spend it, too.
  // urllib3 2.8.0 Retry.increment
  {"urllib3.total", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // tenacity 9.2.1 stop.py
  {"tenacity.stop_after_attempt", attempts, 1, 1, 1, 1, int64_limit, rejects, 0},
  // go-retryablehttp 0.7.8 Client.Do
  {"go-retryablehttp.RetryMax", retries, 1, 1, 1, 1, int64_limit, rejects, 0},
  // cenkalti/backoff 4.3.0 tries.go
  {"cenkalti-v4.WithMaxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // cenkalti/backoff 5.0.3 retry.go
  {"cenkalti-v5.WithMaxTries", attempts, unlimited, rejected, rejected, 1, int64_limit, rejects, 0},
  // grpc-go 1.85.0 service_config.go; gRFC A6
  {"grpc.maxAttempts", attempts, rejected, rejected, rejected, 2, 5, clamps, 0},
  // resilience4j 2.3.0 RetryConfig.Builder
  {"resilience4j.maxAttempts", attempts, rejected, rejected, rejected, 1, int32_limit, rejects, 0},
  // Releases before the lower bound was lowered reject 0.
  // Polly 8 RetryStrategyOptions, RetryHelper
  {"polly.MaxRetryAttempts", retries, 1, rejected, rejected, 1, int32_limit, rejects, int32_limit},
  // botocore 1.44.8, AWS_MAX_ATTEMPTS or the config file, standard mode
  {"aws.max_attempts", attempts, rejected, rejected, rejected, 1, int64_limit, rejects, 0},
  // The same word as above, and it counts retries.
  // botocore 1.44.8 Config(retries)
  {"boto3.max_attempts", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
  // botocore 1.44.8 Config(retries)
  {"boto3.total_max_attempts", attempts, rejected, rejected, rejected, 1, int64_limit, rejects, 0},
  // failsafe 3.3.2 RetryPolicyBuilder
  {"failsafe.maxRetries", retries, 1, unlimited, rejected, 1, int32_limit, rejects, 0},
  // failsafe 3.3.2 RetryPolicyBuilder
  {"failsafe.maxAttempts", attempts, rejected, unlimited, rejected, 1, int32_limit, rejects, 0},
  // failsafe-go 0.9.8 retrypolicy
  {"failsafe-go.WithMaxRetries", retries, 1, unlimited, 1, 1, int64_limit, rejects, 0},
  // It stores n - 1 as retries, so that 0 becomes its own -1.
  // failsafe-go 0.9.8 retrypolicy
  {"failsafe-go.WithMaxAttempts", attempts, unlimited, unlimited, 1, 1, int64_limit, rejects, 0},
  // sethvargo/go-retry 0.5.0
  {"go-retry.WithMaxRetries", retries, 1, rejected, rejected, 1, int64_limit, rejects, 0},
};
// clang-format on
inline constexpr size_t convention_count = sizeof(convention_rows) / sizeof(convention_rows[0]);
}  // namespace detail

/// How a system reads its setting; null for a number that names no convention.
[[nodiscard]] constexpr ConventionRow const* row(Convention convention) noexcept {
  size_t const index = static_cast<size_t>(convention);
  return index < detail::convention_count ? &detail::convention_rows[index] : nullptr;
}

/// The setting as its users write it, `micronaut.attempts`; null for a number that names none.
[[nodiscard]] constexpr char const* name(Convention convention) noexcept {
  size_t const index = static_cast<size_t>(convention);
  return index < detail::convention_count ? detail::convention_rows[index].name : nullptr;
}

/// Our max_attempts for another system's setting, so that a policy can be moved without being off
/// by one. 0, which no policy takes, says that the system itself rejects the number, or that there
/// is no such convention. What is too large for a uint32 is `unlimited`.
[[nodiscard]] constexpr uint32_t max_attempts_for(Convention convention, int64_t n) noexcept {
  size_t const index = static_cast<size_t>(convention);
  if (index >= detail::convention_count) return detail::rejected;
  ConventionRow const& system = detail::convention_rows[index];
  if (n < -1) return system.below;
  if (n == -1) return system.minus_one;
  if (n == 0) return system.zero;
  if (n < system.lowest) return detail::rejected;
  if (n > system.limit && system.over_limit == OverLimit::rejects) return detail::rejected;
  if (n == system.unlimited_at) return unlimited;
  int64_t const counted = n < system.limit ? n : system.limit;
  uint32_t const number = counted < unlimited ? static_cast<uint32_t>(counted) : unlimited;
  return system.counts == Counts::retries ? attempts_from_retries(number) : number;
}

}}  // namespace oncemore::v1
