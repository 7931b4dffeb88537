// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static dev.oncemore.test.Cells.choice;
import static dev.oncemore.test.Cells.read;

import dev.oncemore.Attempt;
import dev.oncemore.Backoff;
import dev.oncemore.Body;
import dev.oncemore.BudgetAnswer;
import dev.oncemore.Evidence;
import dev.oncemore.Hop;
import dev.oncemore.Jitter;
import dev.oncemore.Method;
import dev.oncemore.Outcome;
import dev.oncemore.OverCap;
import dev.oncemore.Policy;
import dev.oncemore.RedirectProof;
import dev.oncemore.RedirectRewrite;
import dev.oncemore.Repeatable;
import dev.oncemore.ServerSays;
import dev.oncemore.ServerWait;
import dev.oncemore.ServerWaitMode;
import dev.oncemore.StatusSet;
import dev.oncemore.Unrepeatable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** Reads setting lists: policies, attempts and hops. */
final class Settings {
  private static final Map<String, BiFunction<Policy, String, Policy>> POLICY = new HashMap<>();
  private static final Map<String, BiFunction<Attempt, String, Attempt>> ATTEMPT = new HashMap<>();
  private static final Map<String, BiFunction<Hop, String, Hop>> HOP = new HashMap<>();

  static {
    POLICY.put("max_attempts", read(Cells::number32, Policy::withMaxAttempts));
    POLICY.put("unrepeatable", choice(Unrepeatable.class, Policy::withUnrepeatable));
    POLICY.put("redirect_proof", choice(RedirectProof.class, Policy::withRedirectProof));
    POLICY.put("redirect_rewrite", choice(RedirectRewrite.class, Policy::withRedirectRewrite));
    POLICY.put("max_redirects", read(Cells::number32, Policy::withMaxRedirects));
    POLICY.put("failures", read(Cells::failures, Policy::withFailures));
    POLICY.put("statuses", read(word -> Cells.statuses(word, StatusSet.defaultStatuses()),
        Policy::withStatuses));
    POLICY.put("unprocessed", read(word -> Cells.statuses(word, StatusSet.defaultUnprocessed()),
        Policy::withUnprocessed));
    POLICY.put("deadline", read(Cells::duration, Policy::withDeadline));
    POLICY.put("min_attempt_time", read(Cells::duration, Policy::withMinAttemptTime));
    backoff("initial", read(Cells::duration, Backoff::withInitial));
    backoff("cap", read(Cells::duration, Backoff::withCap));
    backoff("floor", read(Cells::duration, Backoff::withFloor));
    backoff("multiplier", read(Cells::ratio, Backoff::withMultiplier));
    backoff("jitter", choice(Jitter.class, Backoff::withJitter));
    backoff("spread", read(Cells::ratio, Backoff::withSpread));
    backoff("spread_time", read(Cells::duration, Backoff::withSpreadTime));
    serverWait("mode", choice(ServerWaitMode.class, ServerWait::withMode));
    serverWait("over_cap", choice(OverCap.class, ServerWait::withOverCap));
    serverWait("cap", read(Cells::duration, ServerWait::withCap));
    serverWait("spread", read(Cells::ratio, ServerWait::withSpread));

    ATTEMPT.put("number", read(Cells::number32, Attempt::withNumber));
    ATTEMPT.put("method", read(Settings::method, Attempt::withMethod));
    ATTEMPT.put("outcome", read(Cells::outcome, Attempt::withOutcome));
    ATTEMPT.put("repeatable", choice(Repeatable.class, Attempt::withRepeatable));
    ATTEMPT.put("evidence", choice(Evidence.class, Attempt::withEvidence));
    ATTEMPT.put("body", choice(Body.class, Attempt::withBody));
    ATTEMPT.put("budget", choice(BudgetAnswer.class, Attempt::withBudget));
    ATTEMPT.put("server_says", choice(ServerSays.class, Attempt::withServerSays));
    ATTEMPT.put("elapsed", read(Cells::duration, Attempt::withElapsed));
    ATTEMPT.put("previous_delay", read(Cells::duration, Attempt::withPreviousDelay));
    ATTEMPT.put("retry_after", read(Cells::retryAfter, Attempt::withRetryAfter));
    ATTEMPT.put("budget_paid", read(Cells::ratio, Attempt::withBudgetPaid));
    ATTEMPT.put("hold", read(Cells::duration, Attempt::withHold));
    ATTEMPT.put("redirects", read(Cells::trail, Attempt::withRedirects));

    HOP.put("status", read(Cells::status, Hop::withStatus));
    HOP.put("method", read(Settings::method, Hop::withMethod));
    HOP.put("has_location", read(Cells::yes, Hop::withHasLocation));
    HOP.put("body", choice(Body.class, Hop::withBody));
    HOP.put("retry_after", read(Cells::retryAfter, Hop::withRetryAfter));
    HOP.put("elapsed", read(Cells::duration, Hop::withElapsed));
  }

  private Settings() {}

  private static void backoff(String name, BiFunction<Backoff, String, Backoff> setter) {
    POLICY.put("backoff." + name,
        (policy, word) -> policy.withBackoff(setter.apply(policy.backoff(), word)));
  }

  private static void serverWait(String name, BiFunction<ServerWait, String, ServerWait> setter) {
    POLICY.put("server_wait." + name,
        (policy, word) -> policy.withServerWait(setter.apply(policy.serverWait(), word)));
  }

  private static Method method(String word) {
    return Method.parse(Cells.unescaped(word));
  }

  static Policy policy(String list) {
    return Cells.settings(list, Policy.defaults(), POLICY);
  }

  static Attempt attempt(String list) {
    return Cells.settings(list, Attempt.of(1, Method.UNKNOWN, Outcome.status(0)), ATTEMPT);
  }

  static Hop hop(String list) {
    return Cells.settings(list, Hop.of(0, Method.UNKNOWN, false), HOP);
  }
}
