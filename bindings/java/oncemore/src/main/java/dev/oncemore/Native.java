// SPDX-License-Identifier: MIT
package dev.oncemore;

/**
 * The border to C++: what border.cpp answers. No other class has a native method.
 *
 * <p>What crosses is primitives, and arrays of them that are copied, so no memory is shared. Of an
 * enumerator its ordinal crosses, of a flag its bit. The constants are those of border.cpp, too,
 * which gets them from the header that the compiler writes of this class.
 */
final class Native {
  // What name() and message() know.
  static final int VERDICT = 0;
  static final int REASON = 1;
  static final int NOTE = 2;
  static final int NEXT_METHOD = 3;
  static final int NEXT_BODY = 4;
  static final int METHOD = 5;
  static final int FAILURE = 6;
  static final int EVIDENCE = 7;
  static final int REPEATABLE = 8;
  static final int BODY = 9;
  static final int BUDGET = 10;
  static final int SERVER_SAYS = 11;
  static final int RETRY_AFTER_KIND = 12;
  static final int TRAIL_FLAG = 13;
  static final int UNREPEATABLE = 14;
  static final int REDIRECT_PROOF = 15;
  static final int REDIRECT_REWRITE = 16;
  static final int JITTER = 17;
  static final int SERVER_WAIT_MODE = 18;
  static final int OVER_CAP = 19;
  static final int GRAMMAR = 20;
  static final int POLICY_ERROR = 21;
  static final int POLICY_ERROR_MESSAGE = 22;
  static final int CONVENTION = 23;
  static final int REASON_MESSAGE = 24;

  // The enumerators of an attempt, in one int: the method is in the lowest byte.
  static final int REPEATABLE_SHIFT = 8;
  static final int EVIDENCE_SHIFT = 12;
  static final int BODY_SHIFT = 16;
  static final int BUDGET_SHIFT = 18;
  static final int SERVER_SAYS_SHIFT = 20;
  static final int RETRY_AFTER_KIND_SHIFT = 24;

  // An answer in one long: the delay is in the lowest bits, which hold the largest duration.
  static final int VERDICT_SHIFT = 44;
  static final int REASON_SHIFT = 46;
  static final int NOTES_SHIFT = 52;

  // A hop's answer has its method and body in place of the notes.
  static final int NEXT_BODY_SHIFT = 53;

  // A Retry-After in one long has its kind above the wait.
  static final int KIND_SHIFT = 44;

  // A trail in one long has its flags above the hops.
  static final int FLAGS_SHIFT = 32;

  /** In place of an instant: no date. */
  static final long MALFORMED = Long.MAX_VALUE;

  static {
    Library.load();
  }

  private Native() {}

  static native String version();

  /** An enumerator's name, or null if the number has none. */
  static native String name(int enumeration, int number);

  // ---- Policies: the fields as in PolicyLayout, and packed as the library has them -----------

  static native long[] defaultPolicy();

  static native byte[] pack(long[] words);

  static native int validate(byte[] policy);

  static native long ceiling(byte[] policy, int number);

  /** Low and high. */
  static native long[] delayRange(byte[] policy, int number, long previousDelay);

  static native long ownDelay(byte[] policy, int number, long previousDelay, long random);

  static native long draw(long low, long high, long random);

  // ---- Sets -------------------------------------------------------------------------------------

  static native long[] defaultStatuses();

  static native long[] defaultUnprocessed();

  static native void statusSetWith(long[] set, int status);

  static native void statusSetWithout(long[] set, int status);

  static native boolean statusSetContains(long[] set, int status);

  static native boolean statusSetIsValid(long[] set);

  static native int defaultFailures();

  static native int failureSetWith(int set, int failure);

  static native int failureSetWithout(int set, int failure);

  static native boolean failureSetContains(int set, int failure);

  static native boolean failureSetIsValid(int set);

  // ---- Counting ---------------------------------------------------------------------------------

  static native int attemptsFromRetries(int retries);

  static native int retriesFromAttempts(int attempts);

  static native int maxAttemptsFor(int convention, long n);

  static native long requestsPerCall(int attempts, int redirects);

  /** Attempts and redirects of one layer after the other. */
  static native long requestsPerCallLayers(int[] layers);

  static native long requestsPerCallShared(int attempts, int redirects);

  // ---- Methods, statuses, fields ----------------------------------------------------------------

  static native int parseMethod(byte[] token);

  static native boolean isSafe(int method);

  static native boolean isIdempotent(int method);

  static native boolean isFinal(int status);

  static native boolean isSuccess(int status);

  static native boolean isRedirection(int status);

  static native boolean isFollowable(int status);

  static native boolean isAssignedServerError(int status);

  static native long parseRetryAfter(byte[] field, long now, int grammar);

  static native long retryAfterUntil(long until, long now);

  /** Whether the first of two lines is the one that counts. */
  static native boolean beats(long wait, int kind, long otherWait, int otherKind);

  static native long parseHttpDate(byte[] field, long now, int grammar);

  /** A field that is not there is null. */
  static native long referenceTime(byte[] date, byte[] age, long now);

  // ---- Redirects --------------------------------------------------------------------------------

  static native long trailFollowed(long trail, int status, byte[] before, byte[] after);

  static native long trailSentAgain(long trail);

  static native boolean provesAcceptance(int proof, long trail);

  /** What follow() takes behind the trail, in its order. */
  static native long[] defaultHop();

  static native long follow(
      byte[] policy, long trail, int status, int facts, boolean hasLocation, long elapsed,
      long wait);

  // ---- Decisions --------------------------------------------------------------------------------

  /** What decide() takes, in its order. */
  static native long[] defaultAttempt();

  /** The parameters are flat: so nothing is copied or allocated but the policy, onto C's stack. */
  static native long decide(
      byte[] policy, int number, int status, int failure, int facts, long elapsed,
      long previousDelay, long wait, long trail, int budgetPaid, long hold, long random);

  /** Makes of an attempt the next one. */
  static native void advance(long[] attempt, long delay, int verdict, int reason, int paid);

  /** The largest duration if there is no limit. */
  static native long timeLeft(byte[] policy, long elapsed);

  static native int evidenceOfAttempt(byte[] policy, long[] attempt);

  static native String describe(
      byte[] policy, long[] attempt, long delay, int verdict, int reason, int notes);

  static native int evidenceOfFailure(int failure);

  static native int evidenceOfStatus(int status, long[] unprocessed);

  static native int verdictOf(int reason);
}
