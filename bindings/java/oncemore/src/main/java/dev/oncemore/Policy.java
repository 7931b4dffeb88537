// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the user configured. Begin with {@link #defaults()} or {@link #builder()}, and change what
 * should differ.
 *
 * <pre>{@code
 * Policy policy = Policy.builder()
 *     .maxAttempts(3)
 *     .deadline(Duration.ofSeconds(20))
 *     .backoff(Backoff.defaults().withInitial(Duration.ofMillis(200)))
 *     .build()
 *     .validate();
 * }</pre>
 *
 * <p>A value out of range makes a policy invalid, also where the chosen jitter or mode does not use
 * it. {@link #validate()} says so; where nobody asks, an invalid policy never retries. Durations
 * are kept in whole milliseconds, rounded up, at most {@link #NO_DEADLINE}.
 */
public final class Policy {
  /** A {@link #maxAttempts()} that is never reached, but by attempt 4,294,967,295. */
  public static final long UNLIMITED = 0xFFFF_FFFFL;

  /** The default of {@link #deadline()}, and the largest duration: 292 years. */
  public static final Duration NO_DEADLINE = Duration.ofMillis(Border.LARGEST);

  private static final Policy DEFAULTS = new Policy(Native.defaultPolicy());

  private final long[] words;
  private final byte[] packed;

  Policy(long[] words) {
    this.words = words;
    this.packed = Native.pack(words);
  }

  /** {@return the library's default} */
  public static Policy defaults() {
    return DEFAULTS;
  }

  /** {@return a builder that begins with the defaults} */
  public static PolicyBuilder builder() {
    return DEFAULTS.toBuilder();
  }

  /** {@return a builder that begins with this policy} */
  public PolicyBuilder toBuilder() {
    return new PolicyBuilder(words.clone());
  }

  // ---- Is it valid? -----------------------------------------------------------------------------

  /** {@return the first bad field, {@link PolicyError#NONE} of a valid policy} */
  public PolicyError error() {
    return PolicyError.values()[Native.validate(packed)];
  }

  /**
   * Refuses an invalid policy.
   *
   * @return this policy
   * @throws InvalidPolicyException an IllegalArgumentException that says what the first bad field
   *     must be
   */
  public Policy validate() {
    PolicyError error = error();
    if (error != PolicyError.NONE) {
      throw new InvalidPolicyException(error);
    }
    return this;
  }

  // ---- The delays -------------------------------------------------------------------------------

  /**
   * The delay without jitter, already capped. It never falls as number grows.
   *
   * @param number the attempt after which to wait; 0 is answered like 1
   * @return the ceiling
   */
  public Duration ceiling(long number) {
    return Duration.ofMillis(Native.ceiling(packed, Border.uint32(number, "number")));
  }

  /**
   * The range from which a delay is drawn.
   *
   * @param number the attempt after which to wait; 0 is answered like 1
   * @param previousDelay the delay before it; matters only to {@link Jitter#DECORRELATED}
   * @return the range
   */
  public DelayRange delayRange(long number, Duration previousDelay) {
    int after = Border.uint32(number, "number");
    long previous = Border.whole(previousDelay, "previousDelay").toMillis();
    return new DelayRange(Native.delayRange(packed, after, previous));
  }

  /**
   * The client's own delay: one draw from {@link #delayRange}.
   *
   * @param number the attempt after which to wait; 0 is answered like 1
   * @param previousDelay the delay before it
   * @param random 64 uniform bits
   * @return the delay
   */
  public Duration ownDelay(long number, Duration previousDelay, long random) {
    int after = Border.uint32(number, "number");
    long previous = Border.whole(previousDelay, "previousDelay").toMillis();
    return Duration.ofMillis(Native.ownDelay(packed, after, previous, random));
  }

  /**
   * The range of the client's own delay after attempt 1, 2, ..., one for each retry that {@link
   * #maxAttempts()} allows; without end if it is {@link #UNLIMITED}. With {@link
   * Jitter#DECORRELATED} the ends are those of the shortest and of the longest way there. What a
   * server asks for, and the deadline, have no part in it.
   *
   * @return the ranges
   */
  public Stream<DelayRange> schedule() {
    long retries = Counting.retriesFromAttempts(maxAttempts());
    Schedule schedule = new Schedule(this);
    return Stream.generate(schedule::next).limit(retries == UNLIMITED ? Long.MAX_VALUE : retries);
  }

  // ---- The fields -------------------------------------------------------------------------------

  /**
   * The sends allowed, the first included: at least 1, which is never to retry, or {@link
   * #UNLIMITED}. Default: 4. RFC 9110 9.2.2 advises one automatic retry at most; the default of
   * three is a departure that backoff, evidence and deadline make safe.
   *
   * @return the number
   */
  public long maxAttempts() {
    return words[PolicyLayout.MAX_ATTEMPTS];
  }

  /** {@return whether a request that is not repeatable is sent again; default: if unprocessed} */
  public Unrepeatable unrepeatable() {
    return Unrepeatable.values()[(int) words[PolicyLayout.UNREPEATABLE]];
  }

  /** {@return which redirects prove that the server accepted; default: a method change} */
  public RedirectProof redirectProof() {
    return RedirectProof.values()[(int) words[PolicyLayout.REDIRECT_PROOF]];
  }

  /** {@return what {@link Oncemore#follow} does with the method; default: as browsers do} */
  public RedirectRewrite redirectRewrite() {
    return RedirectRewrite.values()[(int) words[PolicyLayout.REDIRECT_REWRITE]];
  }

  /** {@return the hops allowed per call, over all attempts; 0 is never to follow; default: 10} */
  public long maxRedirects() {
    return words[PolicyLayout.MAX_REDIRECTS];
  }

  /** {@return the failures worth a retry; default: {@link FailureSet#defaultFailures()}} */
  public FailureSet failures() {
    return new FailureSet((int) words[PolicyLayout.FAILURES]);
  }

  /** {@return the statuses worth a retry; default: {@link StatusSet#defaultStatuses()}} */
  public StatusSet statuses() {
    return new StatusSet(
        Arrays.copyOfRange(words, PolicyLayout.STATUSES, PolicyLayout.UNPROCESSED));
  }

  /**
   * The statuses that say that the request was not processed, so that also one that is not
   * repeatable may be sent again. Default: {@link StatusSet#defaultUnprocessed()}, 413, 421, 425
   * and 429. Not 503: gateways answer that for a server that is still at work. Who knows that his
   * servers mean it adds it: {@code unprocessed().with(503)}.
   *
   * @return the set
   */
  public StatusSet unprocessed() {
    return new StatusSet(
        Arrays.copyOfRange(words, PolicyLayout.UNPROCESSED, PolicyLayout.DEADLINE));
  }

  /**
   * The time for the whole call, from the start of attempt 1; not negative, and 0 stops every
   * retry. When a retry would come too late the decision is to stop at once: a wait is never
   * shortened to fit. Default: {@link #NO_DEADLINE}.
   *
   * @return the time
   */
  public Duration deadline() {
    return Duration.ofMillis(words[PolicyLayout.DEADLINE]);
  }

  /** {@return what must be left before the deadline for an attempt to be worth it; default: 0} */
  public Duration minAttemptTime() {
    return Duration.ofMillis(words[PolicyLayout.MIN_ATTEMPT_TIME]);
  }

  /** {@return the client's own delay} */
  public Backoff backoff() {
    return new Backoff(
        Duration.ofMillis(words[PolicyLayout.BACKOFF_INITIAL]),
        Duration.ofMillis(words[PolicyLayout.BACKOFF_CAP]),
        Duration.ofMillis(words[PolicyLayout.BACKOFF_FLOOR]),
        Border.ratio(words[PolicyLayout.BACKOFF_MULTIPLIER]),
        Jitter.values()[(int) words[PolicyLayout.BACKOFF_JITTER]],
        Border.ratio(words[PolicyLayout.BACKOFF_SPREAD]),
        Duration.ofMillis(words[PolicyLayout.BACKOFF_SPREAD_TIME]));
  }

  /** {@return how Retry-After joins the client's own delay} */
  public ServerWait serverWait() {
    return new ServerWait(
        ServerWaitMode.values()[(int) words[PolicyLayout.SERVER_WAIT_MODE]],
        OverCap.values()[(int) words[PolicyLayout.SERVER_WAIT_OVER_CAP]],
        Duration.ofMillis(words[PolicyLayout.SERVER_WAIT_CAP]),
        Border.ratio(words[PolicyLayout.SERVER_WAIT_SPREAD]));
  }

  /**
   * What is left of the deadline for the next attempt: the time-out to give it, where a client has
   * one for each request.
   *
   * @param elapsed the time since the call began; a negative one counts as zero
   * @return the time, in whole milliseconds; empty if there is no limit, since there is no
   *     deadline, or one of zero or less, which only forbids retries and hops. Zero says that the
   *     deadline has passed: do not send, and never hand it on, since several clients take 0 for no
   *     limit
   */
  public Optional<Duration> timeLeft(Duration elapsed) {
    Objects.requireNonNull(elapsed, "elapsed");
    long left = Native.timeLeft(packed(), Border.millis(elapsed));
    return left == Border.LARGEST ? Optional.empty() : Optional.of(Duration.ofMillis(left));
  }

  // ---- The same with one field changed ----------------------------------------------------------

  /**
   * {@return the same with so many sends allowed}
   *
   * @param number see {@link #maxAttempts()}
   */
  public Policy withMaxAttempts(long number) {
    return toBuilder().maxAttempts(number).build();
  }

  /**
   * {@return the same with another choice}
   *
   * @param choice see {@link #unrepeatable()}
   */
  public Policy withUnrepeatable(Unrepeatable choice) {
    return toBuilder().unrepeatable(choice).build();
  }

  /**
   * {@return the same with another proof}
   *
   * @param proof see {@link #redirectProof()}
   */
  public Policy withRedirectProof(RedirectProof proof) {
    return toBuilder().redirectProof(proof).build();
  }

  /**
   * {@return the same with another rewriting}
   *
   * @param rewrite see {@link #redirectRewrite()}
   */
  public Policy withRedirectRewrite(RedirectRewrite rewrite) {
    return toBuilder().redirectRewrite(rewrite).build();
  }

  /**
   * {@return the same with so many hops allowed}
   *
   * @param number see {@link #maxRedirects()}
   */
  public Policy withMaxRedirects(long number) {
    return toBuilder().maxRedirects(number).build();
  }

  /**
   * {@return the same with other failures}
   *
   * @param set see {@link #failures()}
   */
  public Policy withFailures(FailureSet set) {
    return toBuilder().failures(set).build();
  }

  /**
   * {@return the same with other statuses}
   *
   * @param set see {@link #statuses()}
   */
  public Policy withStatuses(StatusSet set) {
    return toBuilder().statuses(set).build();
  }

  /**
   * {@return the same with other statuses}
   *
   * @param set see {@link #unprocessed()}
   */
  public Policy withUnprocessed(StatusSet set) {
    return toBuilder().unprocessed(set).build();
  }

  /**
   * {@return the same with another deadline}
   *
   * @param time see {@link #deadline()}
   */
  public Policy withDeadline(Duration time) {
    return toBuilder().deadline(time).build();
  }

  /**
   * {@return the same with another least time}
   *
   * @param time see {@link #minAttemptTime()}
   */
  public Policy withMinAttemptTime(Duration time) {
    return toBuilder().minAttemptTime(time).build();
  }

  /**
   * {@return the same with another delay}
   *
   * @param backoff see {@link #backoff()}
   */
  public Policy withBackoff(Backoff backoff) {
    return toBuilder().backoff(backoff).build();
  }

  /**
   * {@return the same with other server waits}
   *
   * @param serverWait see {@link #serverWait()}
   */
  public Policy withServerWait(ServerWait serverWait) {
    return toBuilder().serverWait(serverWait).build();
  }

  /** For reading only. */
  byte[] packed() {
    return packed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Policy that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  /** {@return all fields, for people} */
  @Override
  public String toString() {
    return "Policy[maxAttempts=" + maxAttempts() + ", unrepeatable=" + unrepeatable()
        + ", redirectProof=" + redirectProof() + ", redirectRewrite=" + redirectRewrite()
        + ", maxRedirects=" + maxRedirects() + ", failures=" + failures()
        + ", statuses=" + statuses() + ", unprocessed=" + unprocessed()
        + ", deadline=" + deadline() + ", minAttemptTime=" + minAttemptTime()
        + ", backoff=" + backoff() + ", serverWait=" + serverWait() + "]";
  }
}
