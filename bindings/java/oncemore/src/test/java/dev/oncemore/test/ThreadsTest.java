// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.oncemore.Attempt;
import dev.oncemore.Decision;
import dev.oncemore.Failure;
import dev.oncemore.Method;
import dev.oncemore.Oncemore;
import dev.oncemore.Outcome;
import dev.oncemore.Policy;
import dev.oncemore.RetryAfter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What a decision costs a thread, and other threads: nothing but the record. */
class ThreadsTest {
  private static final int DECISIONS = 1_000_000;
  private static final int THREADS = 8;

  private static final List<Attempt> ATTEMPTS = List.of(
      Attempt.of(1, Method.GET, Outcome.status(503)),
      Attempt.of(2, Method.GET, Outcome.status(429))
          .withRetryAfter(RetryAfter.of(Duration.ofSeconds(2))),
      Attempt.of(3, Method.PUT, Outcome.failed(Failure.TIMEOUT)),
      Attempt.of(1, Method.POST, Outcome.status(504)),
      Attempt.of(4, Method.GET, Outcome.status(500)));

  private static Decision kept;

  /** A number that depends on every decision and on their order. */
  private static long decideAll() {
    SplittableRandom random = new SplittableRandom(7);
    long sum = 0;
    for (int i = 0; i < DECISIONS; i++) {
      Decision decision = Oncemore.decide(
          Policy.defaults(), ATTEMPTS.get(i % ATTEMPTS.size()), random.nextLong());
      sum = 31 * sum + decision.delayMillis() + decision.reason().ordinal();
    }
    return sum;
  }

  @Test
  void threadsDecideAsOneDoes() throws Exception {
    long expected = decideAll();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Long>> sums = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        sums.add(threads.submit(ThreadsTest::decideAll));
      }
      for (Future<Long> sum : sums) {
        assertEquals(expected, sum.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void nothingIsAllocatedButTheRecord() {
    var bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    decideAndKeep(10_000);
    long before = bean.getThreadAllocatedBytes(thread);
    decideAndKeep(DECISIONS);
    double each = (bean.getThreadAllocatedBytes(thread) - before) / (double) DECISIONS;
    System.out.println("allocation: java " + each + " bytes a decision");
    // A header of 12 bytes, three references of 4, a long.
    assertTrue(each <= 32.1, each + " bytes");
  }

  private static void decideAndKeep(int decisions) {
    for (int i = 0; i < decisions; i++) {
      kept = Oncemore.decide(Policy.defaults(), ATTEMPTS.get(0), i);
    }
  }
}
