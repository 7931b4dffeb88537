// SPDX-License-Identifier: MIT
package dev.oncemore;

/**
 * Another system's setting that says how often it tries. {@link #toString()} spells it as
 * that system does; {@link Counting#maxAttemptsFor} converts.
 */
public enum Convention {
  /** Counts retries. */
  MICRONAUT_ATTEMPTS,
  /** Counts retries. */
  MICRONAUT_MAX_ATTEMPTS,
  /** Counts retries. */
  SPRING_MAX_RETRIES,
  /** Counts attempts. */
  SPRING_RETRY_MAX_ATTEMPTS,
  /** Counts retries, -1 is unlimited. */
  MICROPROFILE_MAX_RETRIES,
  /** Counts retries. */
  REACTOR_MAX_ATTEMPTS,
  /** Counts retries. */
  REACTOR_NUM_RETRIES,
  /** Counts retries. */
  HTTPCLIENT5_MAX_RETRIES,
  /** Counts retries, takes 10 at most. */
  KIOTA_MAX_RETRIES,
  /** Counts retries, takes 10 at most. */
  KIOTA_DOTNET_MAX_RETRY,
  /** Counts retries, 0 means 3, 10 at most. */
  KIOTA_GO_MAX_RETRIES,
  /** Counts retries. */
  URLLIB3_TOTAL,
  /** Counts attempts. */
  TENACITY_STOP_AFTER_ATTEMPT,
  /** Counts retries. */
  GO_RETRYABLEHTTP_RETRY_MAX,
  /** Counts retries. */
  CENKALTI_V4_MAX_RETRIES,
  /** Counts attempts, 0 is unlimited. */
  CENKALTI_V5_MAX_TRIES,
  /** Counts attempts, 2 to 5. */
  GRPC_MAX_ATTEMPTS,
  /** Counts attempts. */
  RESILIENCE4J_MAX_ATTEMPTS,
  /** Counts retries. */
  POLLY_MAX_RETRY_ATTEMPTS,
  /** Counts attempts. */
  AWS_MAX_ATTEMPTS,
  /** Counts retries. */
  BOTO3_MAX_ATTEMPTS,
  /** Counts attempts. */
  BOTO3_TOTAL_MAX_ATTEMPTS,
  /** Counts retries, -1 is unlimited. */
  FAILSAFE_MAX_RETRIES,
  /** Counts attempts, -1 is unlimited. */
  FAILSAFE_MAX_ATTEMPTS,
  /** Counts retries, -1 is unlimited. */
  FAILSAFE_GO_MAX_RETRIES,
  /** Counts attempts, -1 and 0 are unlimited. */
  FAILSAFE_GO_MAX_ATTEMPTS,
  /** Counts retries. */
  GO_RETRY_MAX_RETRIES;

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.CONVENTION, ordinal());
  }
}
