// SPDX-License-Identifier: MIT
package dev.oncemore;

/**
 * A request method: the 40 of the IANA HTTP Method Registry, or unknown. A method is a
 * case-sensitive token (RFC 9110 9.1), so {@code get} is unknown.
 */
public enum Method {
  /** Any other token: neither safe nor idempotent. */
  UNKNOWN,
  /** Idempotent; RFC 3744 8.1. */
  ACL,
  /** Idempotent; RFC 3253 12.6. */
  BASELINE_CONTROL,
  /** Idempotent; RFC 5842 4. */
  BIND,
  /** Idempotent; RFC 3253 4.4 and 9.4. */
  CHECKIN,
  /** Idempotent; RFC 3253 4.3 and 8.8. */
  CHECKOUT,
  /** Not idempotent; RFC 9110 9.3.6. */
  CONNECT,
  /** Idempotent; RFC 4918 9.8. */
  COPY,
  /** Idempotent; RFC 9110 9.3.5. */
  DELETE,
  /** Safe, idempotent; RFC 9110 9.3.1. */
  GET,
  /** Safe, idempotent; RFC 9110 9.3.2. */
  HEAD,
  /** Idempotent; RFC 3253 8.2. */
  LABEL,
  /** Idempotent; RFC 2068 19.6.1.2. */
  LINK,
  /** Not idempotent; RFC 4918 9.10. */
  LOCK,
  /** Idempotent; RFC 3253 11.2. */
  MERGE,
  /** Idempotent; RFC 3253 13.5. */
  MKACTIVITY,
  /** Idempotent; RFC 4791 5.3.1. */
  MKCALENDAR,
  /** Idempotent; RFC 4918 9.3. */
  MKCOL,
  /** Idempotent; RFC 4437 6. */
  MKREDIRECTREF,
  /** Idempotent; RFC 3253 6.3. */
  MKWORKSPACE,
  /** Idempotent; RFC 4918 9.9. */
  MOVE,
  /** Safe, idempotent; RFC 9110 9.3.7. */
  OPTIONS,
  /** Idempotent; RFC 3648 7. */
  ORDERPATCH,
  /** Not idempotent; RFC 5789 2. */
  PATCH,
  /** Not idempotent; RFC 9110 9.3.3. */
  POST,
  /** Safe, idempotent, never sent; RFC 9113 3.4. */
  PRI,
  /** Safe, idempotent; RFC 4918 9.1. */
  PROPFIND,
  /** Idempotent; RFC 4918 9.2. */
  PROPPATCH,
  /** Idempotent; RFC 9110 9.3.4. */
  PUT,
  /** Safe, idempotent; RFC 10008 2. */
  QUERY,
  /** Idempotent; RFC 5842 6. */
  REBIND,
  /** Safe, idempotent; RFC 3253 3.6. */
  REPORT,
  /** Safe, idempotent; RFC 5323 2. */
  SEARCH,
  /** Safe, idempotent; RFC 9110 9.3.8. */
  TRACE,
  /** Idempotent; RFC 5842 5. */
  UNBIND,
  /** Idempotent; RFC 3253 4.5. */
  UNCHECKOUT,
  /** Idempotent; RFC 2068 19.6.1.3. */
  UNLINK,
  /** Idempotent; RFC 4918 9.11. */
  UNLOCK,
  /** Idempotent; RFC 3253 7.1. */
  UPDATE,
  /** Idempotent; RFC 4437 7. */
  UPDATEREDIRECTREF,
  /** Idempotent; RFC 3253 3.5. */
  VERSION_CONTROL;

  /**
   * The method of a token, compared octet by octet.
   *
   * @param token the token as it is sent, such as {@code "GET"}
   * @return the method, {@link #UNKNOWN} for a token that is not registered
   */
  public static Method parse(String token) {
    return values()[Native.parseMethod(Border.token(token, "token"))];
  }

  /** {@return whether a client that uses it asks for no change of state (RFC 9110 9.2.1)} */
  public boolean isSafe() {
    return Native.isSafe(ordinal());
  }

  /** {@return whether to send such a request twice asks for the same as once (RFC 9110 9.2.2)} */
  public boolean isIdempotent() {
    return Native.isIdempotent(ordinal());
  }

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.METHOD, ordinal());
  }
}
