// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import dev.oncemore.http.Settings;
import java.io.IOException;

/** A client with an adapter, made for one line. */
public interface Client extends AutoCloseable {
  /**
   * Makes the line's call; more than once if the line asks for it.
   *
   * @return what a caller gets
   * @throws Exception what a caller gets
   */
  Answer call() throws Exception;

  /**
   * Cancels the call as callers of this client do; the usual way is to interrupt them.
   *
   * @param caller the thread that is in {@link #call}
   */
  default void cancel(Thread caller) {
    caller.interrupt();
  }

  /** Leaves nothing open. */
  @Override
  default void close() throws IOException {}

  /** What a caller gets: a status, and so many octets of a body. */
  record Answer(int status, long octets) {}

  /** How a client is made. */
  @FunctionalInterface
  interface Maker {
    /**
     * Makes a client.
     *
     * @param line what it is for
     * @param settings for its adapter
     * @return the client
     * @throws Unsupported if it cannot do what the line asks for
     * @throws Exception if it cannot be made
     */
    Client make(CallLine line, Settings settings) throws Exception;
  }

  /** An option that the client does not have. */
  final class Unsupported extends Exception {
    private static final long serialVersionUID = 1L;

    private final String option;

    /** Says which one, and why. */
    public Unsupported(String option, String why) {
      super(why);
      this.option = option;
    }

    String option() {
      return option;
    }
  }
}
