// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.*;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Null in each parameter of each public method names the parameter, and crashes nothing. */
class NullsTest {
  private static final Attempt ATTEMPT = Attempt.of(1, Method.GET, Outcome.status(503));

  /** One good value of each type. */
  private static final Map<Class<?>, Object> GOOD = Map.ofEntries(
      Map.entry(long.class, 1L),
      Map.entry(int.class, 1),
      Map.entry(double.class, 1.0),
      Map.entry(boolean.class, true),
      Map.entry(String.class, "GET"),
      Map.entry(byte[].class, new byte[0]),
      Map.entry(int[].class, new int[0]),
      Map.entry(List.class, List.of()),
      Map.entry(Duration.class, Duration.ZERO),
      Map.entry(Instant.class, Instant.EPOCH),
      Map.entry(Policy.class, Policy.defaults()),
      Map.entry(PolicyBuilder.class, Policy.builder()),
      Map.entry(Backoff.class, Backoff.defaults()),
      Map.entry(ServerWait.class, ServerWait.defaults()),
      Map.entry(StatusSet.class, StatusSet.of()),
      Map.entry(FailureSet.class, FailureSet.of()),
      Map.entry(Attempt.class, ATTEMPT),
      Map.entry(Outcome.class, ATTEMPT.outcome()),
      Map.entry(RetryAfter.class, RetryAfter.absent()),
      Map.entry(Trail.class, Trail.empty()),
      Map.entry(Hop.class, Hop.of(302, Method.GET, true)),
      Map.entry(Decision.class, Oncemore.decide(Policy.defaults(), ATTEMPT, 0)),
      Map.entry(Notes.class, Notes.of()),
      Map.entry(DelayRange.class, new DelayRange(Duration.ZERO, Duration.ZERO)));

  /** So many parameters, the first ones, may be null: there is no such field. */
  private static final Map<String, Integer> MAY_BE_NULL =
      Map.of("RetryAfter.parse", 1, "HttpDate.parse", 1, "HttpDate.referenceTime", 2);

  private static Object good(Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[1];
    }
    if (type.isArray() && !GOOD.containsKey(type)) {
      return Array.newInstance(type.getComponentType(), 0);
    }
    Object value = GOOD.get(type);
    assertTrue(value != null, () -> "no good value of " + type);
    return value;
  }

  private static Object call(Executable executable, Object[] arguments) throws Throwable {
    try {
      if (executable instanceof Constructor<?> constructor) {
        return constructor.newInstance(arguments);
      }
      var method = (java.lang.reflect.Method) executable;
      boolean isStatic = Modifier.isStatic(method.getModifiers());
      return method.invoke(isStatic ? null : good(method.getDeclaringClass()), arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Test
  void everyReferenceThatIsNull() throws Throwable {
    List<Class<?>> types = new ArrayList<>(GOOD.keySet());
    types.removeIf(type -> !type.getName().startsWith("dev.oncemore"));
    types.addAll(List.of(Oncemore.class, SystemDecisions.class, HttpDate.class, HttpStatus.class,
        Counting.class, Method.class, Outcome.Failed.class, HopDecision.class));
    int nulls = 0;
    for (Class<?> type : types) {
      List<Executable> executables = new ArrayList<>(List.of(type.getConstructors()));
      executables.addAll(List.of(type.getDeclaredMethods()));
      for (Executable executable : executables) {
        if (Modifier.isPublic(executable.getModifiers()) && !executable.isSynthetic()
            && !Set.of("equals", "contains", "valueOf").contains(executable.getName())) {
          nulls += nullsOf(executable);
        }
      }
    }
    assertTrue(nulls > 100, nulls + " nulls");
  }

  private static int nullsOf(Executable executable) throws Throwable {
    Parameter[] parameters = executable.getParameters();
    Object[] arguments = new Object[parameters.length];
    int nulls = 0;
    for (int i = 0; i < parameters.length; i++) {
      for (int j = 0; j < parameters.length; j++) {
        arguments[j] = good(parameters[j].getType());
      }
      call(executable, arguments);
      String place = executable.getDeclaringClass().getSimpleName() + "." + executable.getName();
      if (parameters[i].getType().isPrimitive() || i < MAY_BE_NULL.getOrDefault(place, 0)) {
        continue;
      }
      arguments[i] = null;
      nulls++;
      var thrown = assertThrows(NullPointerException.class, () -> call(executable, arguments),
          executable + " parameter " + i);
      if (parameters[i].isNamePresent()) {
        assertEquals(parameters[i].getName(), thrown.getMessage(), executable.toString());
      } else {
        assertTrue(thrown.getMessage().matches("\\w+"), executable + ": " + thrown.getMessage());
      }
    }
    return nulls;
  }
}
