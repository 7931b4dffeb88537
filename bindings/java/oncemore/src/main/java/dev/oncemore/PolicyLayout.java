// SPDX-License-Identifier: MIT
package dev.oncemore;

/** Where a policy's fields lie in its words, for Native.pack() and Native.defaultPolicy(). */
final class PolicyLayout {
  static final int MAX_ATTEMPTS = 0;
  static final int UNREPEATABLE = 1;
  static final int REDIRECT_PROOF = 2;
  static final int REDIRECT_REWRITE = 3;
  static final int MAX_REDIRECTS = 4;
  static final int FAILURES = 5;
  static final int STATUSES = 6; // and three more
  static final int UNPROCESSED = 10; // and three more
  static final int DEADLINE = 14;
  static final int MIN_ATTEMPT_TIME = 15;
  static final int BACKOFF_INITIAL = 16;
  static final int BACKOFF_CAP = 17;
  static final int BACKOFF_FLOOR = 18;
  static final int BACKOFF_MULTIPLIER = 19;
  static final int BACKOFF_JITTER = 20;
  static final int BACKOFF_SPREAD = 21;
  static final int BACKOFF_SPREAD_TIME = 22;
  static final int SERVER_WAIT_MODE = 23;
  static final int SERVER_WAIT_OVER_CAP = 24;
  static final int SERVER_WAIT_CAP = 25;
  static final int SERVER_WAIT_SPREAD = 26;
  @java.lang.annotation.Native static final int COUNT = 27;

  private PolicyLayout() {}
}
