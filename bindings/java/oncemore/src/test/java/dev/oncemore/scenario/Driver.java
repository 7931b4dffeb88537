// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.Failure;
import dev.oncemore.Outcome;
import dev.oncemore.http.Decided;
import dev.oncemore.http.Failures;
import dev.oncemore.http.Settings;
import dev.oncemore.scenario.Client.Answer;
import dev.oncemore.scenario.Client.Maker;
import dev.oncemore.scenario.Client.Unsupported;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** What the drivers of all modules have in common: a call a line, an answer a line. */
public final class Driver {
  private static final int PATIENCE_SECONDS = 20;

  /**
   * Nobody answers there, but then the classes are loaded, and a time in a line means something.
   */
  private static final String WARM_UP =
      "- | GET | http://127.0.0.1:9/ | timeout=1000 | max_attempts=1";

  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final CallLine line;
  private volatile int turn;
  private final List<Decided> decisions = new CopyOnWriteArrayList<>();

  private Driver(CallLine line) {
    this.line = line;
  }

  /**
   * Answers the lines of standard input, and ends the process.
   *
   * @param adapters by their names in tests/scenarios/adapters.txt
   * @param arguments the name of one of them
   * @throws IOException if standard input cannot be read
   */
  public static void main(Map<String, Maker> adapters, String[] arguments) throws IOException {
    Maker maker = arguments.length == 1 ? adapters.get(arguments[0]) : null;
    if (maker == null) {
      System.err.println("the argument is one of " + adapters.keySet());
      System.exit(2);
    }
    PrintStream answers = System.out;
    System.setOut(System.err); // whatever a client says is no answer
    new Driver(CallLine.read(WARM_UP)).answer(maker);
    BufferedReader calls =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = calls.readLine(); line != null; line = calls.readLine()) {
      answers.println(new Driver(CallLine.read(line)).answer(maker));
      answers.flush();
    }
    System.exit(0);
  }

  private static ScheduledThreadPoolExecutor timer() {
    return new ScheduledThreadPoolExecutor(1, task -> {
      Thread thread = new Thread(task, "cancels calls");
      thread.setDaemon(true);
      return thread;
    });
  }

  private String answer(Maker maker) {
    Settings settings = Settings.of(line.policy())
        .withAttemptField(line.option("attempt_field").orElse(null))
        .withKeyField(line.option("key_field").orElse(null))
        .withOnDecision(decisions::add);
    try (Client client = maker.make(line, settings)) {
      String answer = patiently(client);
      for (turn = 1; turn < line.number("repeat", 1); turn++) {
        Thread.sleep(line.number("pause", 0));
        answer = patiently(client);
      }
      return answer;
    } catch (IllegalArgumentException | IllegalStateException e) {
      return "error refused | - | - | " + spelled(e); // by the adapter, when it was set up
    } catch (Unsupported e) {
      return "unsupported " + e.option() + " | - | - | " + e.getMessage();
    } catch (TimeoutException e) {
      return "error driver_timeout | - | " + spelled() + " | -";
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Gives a call up that does not end. */
  private String patiently(Client client) throws Exception {
    FutureTask<String> call = new FutureTask<>(() -> called(client));
    Thread caller = new Thread(call, "caller");
    caller.setDaemon(true);
    caller.start();
    try {
      return call.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      caller.interrupt();
      throw e;
    }
  }

  private String called(Client client) {
    decisions.clear();
    ScheduledFuture<?> cancel = cancelLater(client);
    try {
      Answer answer = client.call();
      return "status " + answer.status() + " | " + answer.octets() + " | " + spelled() + " | "
          + (decisions.isEmpty() ? "-" : decisions.get(decisions.size() - 1).line());
    } catch (Exception e) {
      awaitStop();
      return "error " + failure(e) + " | - | " + spelled() + " | " + spelled(e);
    } finally {
      cancel.cancel(false);
    }
  }

  /** A future that is cancelled may wake its caller before the adapter has heard of it. */
  private void awaitStop() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
    while (!isStopped() && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private boolean isStopped() {
    return !decisions.isEmpty() && !decisions.get(decisions.size() - 1).decision().retry();
  }

  private ScheduledFuture<?> cancelLater(Client client) {
    Thread caller = Thread.currentThread();
    boolean cancels = turn < line.number("cancels", Integer.MAX_VALUE);
    int after = cancels ? line.number("cancel_after", Integer.MAX_VALUE) : Integer.MAX_VALUE;
    return TIMER.schedule(() -> client.cancel(caller), after, TimeUnit.MILLISECONDS);
  }

  /**
   * That of the last attempt, unless it was good and its body broke off when the caller read it. A
   * proxy's status comes as an error: no tunnel was opened.
   */
  private Object failure(Exception error) {
    if (decisions.isEmpty()) {
      return Failures.of(error);
    }
    Decided last = decisions.get(decisions.size() - 1);
    if (last.attempt().outcome() instanceof Outcome.Failed failed) {
      return failed.failure();
    }
    return last.error() == null ? Failures.of(error) : Failure.CONNECT;
  }

  private String spelled() {
    return decisions.isEmpty() ? "-" : decisions.stream()
        .map(Decided::decision)
        .map(each -> each.verdict() + " " + each.reason() + " " + each.delayMillis())
        .collect(Collectors.joining(", "));
  }

  private static String spelled(Exception error) {
    return error.toString().replaceAll("[^ -{}~]", " ");
  }
}
