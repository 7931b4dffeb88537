// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.http.HttpClient;
import java.time.Duration;

/** What an HttpClient of Java 21 and later has for its end, by name, since 17 has nothing. */
final class Lifecycle {
  private Lifecycle() {}

  static void close(HttpClient client) {
    call(client, "close");
  }

  static void shutdown(HttpClient client) {
    call(client, "shutdown");
  }

  static void shutdownNow(HttpClient client) {
    call(client, "shutdownNow");
  }

  static boolean isTerminated(HttpClient client) {
    return Boolean.TRUE.equals(call(client, "isTerminated"));
  }

  static boolean awaitTermination(HttpClient client, Duration most) throws InterruptedException {
    try {
      Method method = HttpClient.class.getMethod("awaitTermination", Duration.class);
      return (boolean) method.invoke(client, most);
    } catch (InvocationTargetException error) {
      if (error.getCause() instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw unchecked(error);
    } catch (NoSuchMethodException before21) {
      return false;
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Object call(HttpClient client, String name) {
    try {
      return HttpClient.class.getMethod(name).invoke(client);
    } catch (InvocationTargetException error) {
      throw unchecked(error);
    } catch (NoSuchMethodException before21) {
      return null;
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static RuntimeException unchecked(InvocationTargetException error) {
    return error.getCause() instanceof RuntimeException cause
        ? cause : new IllegalStateException(error.getCause());
  }
}
