// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import java.io.IOException;

/** A kept connection had been closed by the server; nothing of the request was written to it. */
final class DeadConnectionException extends IOException {
  private static final long serialVersionUID = 1L;

  DeadConnectionException() {
    super("the server had closed the kept connection");
  }
}
