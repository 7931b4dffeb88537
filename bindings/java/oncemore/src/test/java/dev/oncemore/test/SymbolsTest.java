// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every function of the C ABI has its place in Java, or a reason why it has none. */
class SymbolsTest {
  private static final String TWIN = "writes through a pointer what the one without _into answers";
  private static final String CHECKED = "the loader refuses a library of another version";

  private static final Map<String, String> EXCLUDED = Map.ofEntries(
      Map.entry("abi_version", CHECKED),
      Map.entry("version_number", CHECKED),
      Map.entry("decide_into", TWIN),
      Map.entry("delay_range_into", TWIN),
      Map.entry("follow_into", TWIN),
      Map.entry("combined_into", TWIN),
      Map.entry("parse_http_date_into", TWIN),
      Map.entry("parse_retry_after_into", TWIN),
      Map.entry("retry_after_until_into", TWIN),
      Map.entry("trail_followed_into", TWIN),
      Map.entry("trail_sent_again_into", TWIN));

  private static final Map<String, String> PLACES = new TreeMap<>(Map.ofEntries(
      Map.entry("advance", "Attempt.advance"),
      Map.entry("attempt_init", "Attempt.of"),
      Map.entry("attempts_from_retries", "Counting.attemptsFromRetries"),
      Map.entry("ceiling", "Policy.ceiling"),
      Map.entry("decide", "Oncemore.decide"),
      Map.entry("default_failures", "FailureSet.defaultFailures"),
      Map.entry("default_statuses", "StatusSet.defaultStatuses"),
      Map.entry("default_unprocessed", "StatusSet.defaultUnprocessed"),
      Map.entry("delay_range", "Policy.delayRange"),
      Map.entry("describe", "Oncemore.describe"),
      Map.entry("draw", "DelayRange.draw"),
      Map.entry("evidence_of_attempt", "Oncemore.evidence"),
      Map.entry("evidence_of_failure", "Failure.evidence"),
      Map.entry("evidence_of_status", "HttpStatus.evidence"),
      Map.entry("failure_set_contains", "FailureSet.contains"),
      Map.entry("failure_set_valid", "FailureSet.isValid"),
      Map.entry("failure_set_with", "FailureSet.with"),
      Map.entry("failure_set_without", "FailureSet.without"),
      Map.entry("follow", "Oncemore.follow"),
      Map.entry("hop_init", "Hop.of"),
      Map.entry("is_assigned_server_error", "HttpStatus.isAssignedServerError"),
      Map.entry("is_final", "HttpStatus.isFinal"),
      Map.entry("is_idempotent", "Method.isIdempotent"),
      Map.entry("is_followable", "HttpStatus.isFollowable"),
      Map.entry("is_redirection", "HttpStatus.isRedirection"),
      Map.entry("is_safe", "Method.isSafe"),
      Map.entry("is_success", "HttpStatus.isSuccess"),
      Map.entry("combined", "RetryAfter.combined"),
      Map.entry("max_attempts_for", "Counting.maxAttemptsFor"),
      Map.entry("own_delay", "Policy.ownDelay"),
      Map.entry("parse_http_date", "HttpDate.parse"),
      Map.entry("parse_method", "Method.parse"),
      Map.entry("parse_retry_after", "RetryAfter.parse"),
      Map.entry("policy_error_message", "Policy.validate"),
      Map.entry("policy_init", "Policy.defaults"),
      Map.entry("proves_acceptance", "Trail.provesAcceptance"),
      Map.entry("reason_message", "Reason.message"),
      Map.entry("reference_time", "HttpDate.referenceTime"),
      Map.entry("time_left", "Policy.timeLeft"),
      Map.entry("requests_per_call", "Counting.requestsPerCall"),
      Map.entry("requests_per_call_layers", "Counting.requestsPerCall"),
      Map.entry("requests_per_call_shared", "Counting.requestsPerCallShared"),
      Map.entry("retries_from_attempts", "Counting.retriesFromAttempts"),
      Map.entry("retry_after_until", "RetryAfter.until"),
      Map.entry("status_set_contains", "StatusSet.contains"),
      Map.entry("status_set_valid", "StatusSet.isValid"),
      Map.entry("status_set_with", "StatusSet.with"),
      Map.entry("status_set_without", "StatusSet.without"),
      Map.entry("trail_followed", "Trail.followed"),
      Map.entry("trail_sent_again", "Trail.sentAgain"),
      Map.entry("validate", "Policy.error"),
      Map.entry("verdict_of", "Reason.verdict"),
      Map.entry("version", "Oncemore.version")));

  static {
    // An enumerator says its name itself.
    for (Class<?> enumeration : Answers.ENUMERATIONS) {
      String place = enumeration.getSimpleName() + ".toString";
      PLACES.put(Answers.nameInC(enumeration) + "_name", place);
    }
  }

  private static Set<String> symbols() {
    return Checkout.read(Checkout.ROOT.resolve("capi/symbols.txt")).lines()
        .map(symbol -> symbol.replaceFirst("^oncemore_", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyFunctionHasAPlaceOrAReason() {
    Set<String> known = new TreeSet<>(PLACES.keySet());
    known.addAll(EXCLUDED.keySet());
    assertEquals(symbols(), known);
    assertEquals(PLACES.size() + EXCLUDED.size(), known.size(), "one of them has both");
  }

  @Test
  void everyPlaceExists() throws ClassNotFoundException {
    for (String place : PLACES.values()) {
      String[] names = place.split("\\.");
      Class<?> type = Class.forName("dev.oncemore." + names[0]);
      boolean there = Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals(names[1]));
      assertTrue(there, place);
    }
  }

  @Test
  void theBorderCallsWhatHasAPlaceAndNothingElse() {
    String border =
        Checkout.read(Checkout.BINDING.resolve("oncemore/src/main/native/border.cpp"));
    Set<String> called = Pattern.compile("\\boncemore_(\\w+)\\(").matcher(border).results()
        .map(call -> call.group(1)).filter(symbols()::contains)
        .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(PLACES.keySet()), called);
  }
}
