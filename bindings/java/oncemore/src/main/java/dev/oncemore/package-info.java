// SPDX-License-Identifier: MIT

/**
 * Decides whether an HTTP request should be sent once more, and when.
 *
 * <p>One pure function answers, the same in every language that oncemore has a binding for:
 *
 * <pre>{@code Decision decision = Oncemore.decide(policy, attempt, random);}</pre>
 *
 * <p>A {@link dev.oncemore.Policy} is what the user configured, an {@link dev.oncemore.Attempt}
 * holds the facts about the send that just ended, random is 64 uniform bits. The {@link
 * dev.oncemore.Decision} says to retry after so long, or to stop, and always the reason. You keep
 * the transport, the loop, the clock and the dice; the rules are the library's.
 *
 * <h2>PolicyLayout</h2>
 *
 * <p>An <em>attempt</em> is one send of the request; the first is attempt 1, and {@link
 * dev.oncemore.Policy#maxAttempts()} counts it, so 1 means never to retry. A <em>hop</em> is one
 * redirect that the client followed, a <em>trail</em> the hops since a request was sent. The
 * <em>ceiling</em> is the exponential delay before jitter. The <em>deadline</em> is for the whole
 * call, measured from the start of attempt 1.
 *
 * <h2>Conventions</h2>
 *
 * <p>All types are values: they cannot be changed, compare with {@code equals}, and may be shared
 * by any number of threads. Only {@link dev.oncemore.PolicyBuilder} is none.
 *
 * <p>The library counts whole milliseconds. A finer {@link java.time.Duration} is rounded up, so
 * that no wait is shorter than was asked; a negative one stays negative and is refused; the largest
 * is {@link dev.oncemore.Policy#NO_DEADLINE}, and what is longer counts as it. Ratios are rounded
 * to the nearest thousandth, half up. Numbers that the library holds in 32 bits without a sign are
 * {@code long} here. Statuses are {@code int} and never narrowed.
 *
 * <p>Null, unless a parameter's comment says otherwise, is a {@link NullPointerException}, a number
 * out of its type's range an {@link IllegalArgumentException}; both name the argument. What is
 * impossible is no exception but a decision to stop.
 *
 * <p>Each enumerator's {@code toString()} is the library's own word for it, such as {@code
 * attempts_exhausted}, the same in the logs of every language. Newer versions may add enumerators:
 * act on the verdict, and log a reason that you do not know.
 */
package dev.oncemore;
