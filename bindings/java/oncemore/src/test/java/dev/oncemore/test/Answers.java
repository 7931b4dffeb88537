// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import dev.oncemore.*;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What this binding answers to a case, in the words of the vector files. */
final class Answers {
  /** The enumerations that vectors ask for, by the name they have in C. */
  static final List<Class<? extends Enum<?>>> ENUMERATIONS = List.of(
      Failure.class, Method.class, Grammar.class, RetryAfterKind.class, Jitter.class,
      RedirectRewrite.class, RedirectProof.class, Verdict.class, Reason.class, Note.class,
      Evidence.class, Repeatable.class, Body.class, BudgetAnswer.class, ServerSays.class,
      ServerWaitMode.class, OverCap.class, Unrepeatable.class, PolicyError.class,
      NextMethod.class, NextBody.class, Convention.class, TrailFlag.class);

  private record Kind(int inputs, Function<List<String>, String> answer) {}

  private static final Map<String, Kind> KINDS = new HashMap<>();

  static {
    KINDS.put("decide", new Kind(3, Answers::decide));
    KINDS.put("describe", new Kind(3, Answers::describe));
    KINDS.put("advance", new Kind(3, Answers::advance));
    KINDS.put("time_left", new Kind(2, Answers::timeLeft));
    KINDS.put("reference_time", new Kind(3, Answers::referenceTime));
    KINDS.put("follow", new Kind(3, Answers::follow));
    KINDS.put("trail", new Kind(1, Answers::trail));
    KINDS.put("backoff", new Kind(4, Answers::backoff));
    KINDS.put("validate", new Kind(1, in -> Settings.policy(in.get(0)).error().toString()));
    KINDS.put("http_date", new Kind(3, Answers::httpDate));
    KINDS.put("retry_after", new Kind(3, Answers::retryAfter));
    KINDS.put("retry_after_lines", new Kind(3, Answers::retryAfterLines));
    KINDS.put("methods", new Kind(1, Answers::methods));
    KINDS.put("statuses", new Kind(1, Answers::statuses));
    KINDS.put("failures", new Kind(1, Answers::failures));
    KINDS.put("conventions", new Kind(2, Answers::conventions));
    KINDS.put("attempts", new Kind(2, Answers::attempts));
    KINDS.put("requests", new Kind(1, Answers::requests));
    KINDS.put("enumerators", new Kind(2, Answers::enumerators));
  }

  private Answers() {}

  /** How many cells a kind of question takes. */
  static int inputs(String kind) {
    return kind(kind).inputs;
  }

  /** Answers a question. */
  static String answer(String kind, List<String> in) {
    if (in.size() != inputs(kind)) {
      throw Cells.bad("not as many cells as " + kind + " takes", String.join(" | ", in));
    }
    return kind(kind).answer.apply(in);
  }

  private static Kind kind(String name) {
    Kind kind = KINDS.get(name);
    if (kind == null) {
      throw Cells.bad("no such kind of question", name);
    }
    return kind;
  }

  private static String yesNo(boolean yes) {
    return yes ? "yes" : "no";
  }

  private static String field(RetryAfter field) {
    return field.duration().map(wait -> "" + wait.toMillis()).orElse(field.kind().toString());
  }

  private static String decide(List<String> in) {
    Decision d = Oncemore.decide(
        Settings.policy(in.get(0)), Settings.attempt(in.get(1)), Cells.random(in.get(2)));
    return d.verdict() + " " + d.reason() + " " + d.delay().toMillis() + " " + d.notes();
  }

  private static String describe(List<String> in) {
    Policy policy = Settings.policy(in.get(0));
    Attempt attempt = Settings.attempt(in.get(1));
    return Oncemore.describe(
        policy, attempt, Oncemore.decide(policy, attempt, Cells.random(in.get(2))));
  }

  private static String advance(List<String> in) {
    String[] words = in.get(1).split(" ");
    Decision decision = new Decision(Cells.named(Verdict.class, words[0]),
        Cells.named(Reason.class, words[1]), Long.parseLong(words[2]), Notes.of());
    return text(Settings.attempt(in.get(0)).advance(decision, Cells.ratio(in.get(2))));
  }

  /** An attempt as a setting list: what has its default is left out. */
  private static String text(Attempt attempt) {
    Attempt unset = Attempt.of(1, Method.UNKNOWN, Outcome.status(0));
    Map<String, Function<Attempt, Object>> fields = new LinkedHashMap<>();
    fields.put("number", Attempt::number);
    fields.put("method", Attempt::method);
    fields.put("outcome", a -> a.outcome() instanceof Outcome.Failed f ? f.failure()
        : ((Outcome.Status) a.outcome()).code());
    fields.put("repeatable", Attempt::repeatable);
    fields.put("evidence", Attempt::evidence);
    fields.put("body", Attempt::body);
    fields.put("budget", Attempt::budget);
    fields.put("server_says", Attempt::serverSays);
    fields.put("elapsed", a -> a.elapsed().toMillis());
    fields.put("previous_delay", a -> a.previousDelay().toMillis());
    fields.put("retry_after", a -> field(a.retryAfter()));
    fields.put("redirects", a -> a.redirects().toString().replace(" hops, -", "")
        .replace(" hops, ", "+"));
    fields.put("budget_paid", a -> Math.round(a.budgetPaid() * 1000));
    fields.put("hold", a -> a.hold().toMillis());
    String list = fields.entrySet().stream()
        .filter(field -> !field.getValue().apply(attempt).equals(field.getValue().apply(unset)))
        .map(field -> field.getKey() + "=" + field.getValue().apply(attempt))
        .collect(Collectors.joining(" "));
    return list.isEmpty() ? "-" : list;
  }

  private static String timeLeft(List<String> in) {
    return Settings.policy(in.get(0)).timeLeft(Cells.duration(in.get(1)))
        .map(left -> "" + left.toMillis()).orElse("none");
  }

  private static String referenceTime(List<String> in) {
    List<String> fields = in.subList(1, 3).stream()
        .map(cell -> cell.equals("-") ? null : Cells.unescaped(cell)).toList();
    return "" + HttpDate.referenceTime(fields.get(0), fields.get(1), Cells.instant(in.get(0)))
        .toEpochMilli();
  }

  private static String follow(List<String> in) {
    HopDecision d = Oncemore.follow(
        Settings.policy(in.get(0)), Cells.trail(in.get(1)), Settings.hop(in.get(2)));
    return d.verdict() + " " + d.reason() + " " + d.delay().toMillis() + " " + d.method() + " "
        + d.body();
  }

  private static String trail(List<String> in) {
    return Cells.trail(in.get(0)).toString().replace(" hops,", "");
  }

  private static String backoff(List<String> in) {
    Policy policy = Settings.policy(in.get(0));
    long number = Cells.number32(in.get(1));
    Duration previous = Cells.duration(in.get(2));
    DelayRange range = policy.delayRange(number, previous);
    long random = Cells.random(in.get(3));
    Duration delay = policy.ownDelay(number, previous, random);
    if (!delay.equals(range.draw(random))) {
      throw Cells.bad("ownDelay is not what is drawn from delayRange", String.join(" | ", in));
    }
    return policy.ceiling(number).toMillis() + " " + range.low().toMillis() + " "
        + range.high().toMillis() + " " + delay.toMillis();
  }

  private static String httpDate(List<String> in) {
    Grammar grammar = Cells.named(Grammar.class, in.get(0));
    return HttpDate.parse(Cells.unescaped(in.get(2)), Cells.instant(in.get(1)), grammar)
        .map(date -> "" + date.toEpochMilli()).orElse("malformed");
  }

  private static String retryAfter(List<String> in) {
    Grammar grammar = Cells.named(Grammar.class, in.get(0));
    Instant now = Cells.instant(in.get(1));
    return field(RetryAfter.parse(Cells.unescaped(in.get(2)), now, grammar));
  }

  private static String retryAfterLines(List<String> in) {
    Grammar grammar = Cells.named(Grammar.class, in.get(0));
    List<String> lines = in.get(2).equals("-")
        ? List.of() : List.of(Cells.unescaped(in.get(2)).split("\n", -1));
    return field(RetryAfter.parseLines(lines, Cells.instant(in.get(1)), grammar));
  }

  private static String methods(List<String> in) {
    Method method = Method.parse(Cells.unescaped(in.get(0)));
    return yesNo(method.isSafe()) + " " + yesNo(method.isIdempotent());
  }

  private static String statuses(List<String> in) {
    int status = Cells.status(in.get(0));
    String kind = !HttpStatus.isFinal(status) ? "invalid"
        : HttpStatus.isSuccess(status) ? "success"
        : HttpStatus.isRedirection(status) ? "redirect" : "error";
    return kind + " " + yesNo(StatusSet.defaultStatuses().contains(status)) + " "
        + yesNo(StatusSet.defaultUnprocessed().contains(status));
  }

  private static String failures(List<String> in) {
    Failure failure = Cells.named(Failure.class, in.get(0));
    return failure.evidence() + " " + yesNo(FailureSet.defaultFailures().contains(failure));
  }

  private static String conventions(List<String> in) {
    Convention convention = Cells.named(Convention.class, in.get(0));
    long n = Long.parseLong(in.get(1));
    try {
      return "" + Counting.maxAttemptsFor(convention, n);
    } catch (IllegalArgumentException e) {
      return "0";
    }
  }

  private static String attempts(List<String> in) {
    long n = Cells.number32(in.get(1));
    return "" + switch (in.get(0)) {
      case "from_retries" -> Counting.attemptsFromRetries(n);
      case "to_retries" -> Counting.retriesFromAttempts(n);
      default -> throw Cells.bad("no such conversion", in.get(0));
    };
  }

  private static String requests(List<String> in) {
    List<Counting.Layer> layers = new ArrayList<>();
    for (String layer : in.get(0).split(",")) {
      String[] numbers = layer.split("[x+]", 2);
      long attempts = Cells.number32(numbers[0]);
      long redirects = Cells.number32(numbers[1]);
      if (layer.contains("+")) {
        return Counting.requestsPerCallShared(attempts, redirects).toString();
      }
      layers.add(new Counting.Layer(attempts, redirects));
    }
    BigInteger product = Counting.requestsPerCall(layers.toArray(Counting.Layer[]::new));
    Counting.Layer first = layers.get(0);
    if (layers.size() == 1
        && !product.equals(Counting.requestsPerCall(first.attempts(), first.redirects()))) {
      throw Cells.bad("requestsPerCall differs from a layer alone", in.get(0));
    }
    return product.toString();
  }

  /** An enumeration's name in C: BackoffJitter is backoff_jitter. */
  static String nameInC(Class<?> enumeration) {
    return enumeration.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  /** An enumerator's number in C: that of a flag is a bit. */
  static long numberInC(Enum<?> enumerator) {
    boolean flag = enumerator instanceof Note || enumerator instanceof TrailFlag;
    return flag ? 1L << enumerator.ordinal() : enumerator.ordinal();
  }

  private static String enumerators(List<String> in) {
    Class<? extends Enum<?>> enumeration = ENUMERATIONS.stream()
        .filter(e -> nameInC(e).equals(in.get(0)))
        .findFirst().orElseThrow(() -> Cells.bad("no such enumeration", in.get(0)));
    long number = Cells.number32(in.get(1));
    return Arrays.stream(enumeration.getEnumConstants())
        .filter(e -> numberInC(e) == number)
        .map(Object::toString).findFirst().orElse("-");
  }
}
