// SPDX-License-Identifier: MIT
package dev.oncemore;

/**
 * How an attempt ended without a usable response. A status line that was read is no failure but
 * that status, even if the body broke off; only a 2xx whose body broke off is CONNECTION_LOST.
 */
public enum Failure {
  /** Not a failure: the outcome is a status. */
  NONE,
  /** The host name could not be resolved. */
  NAME_RESOLUTION,
  /** No connection; also: a proxy opened no tunnel. */
  CONNECT,
  /** It failed before a byte of the request left. */
  TLS_HANDSHAKE,
  /** A pool or queue time-out; a connection found dead before a byte was written. */
  NOT_SENT,
  /** The server's certificate was refused. */
  TLS_CERTIFICATE,
  /**
   * HTTP/2 REFUSED_STREAM or a stream above GOAWAY's last one (RFC 9113 8.7); H3_REQUEST_REJECTED
   * or a stream at or above GOAWAY's (RFC 9114 5.2).
   */
  REJECTED,
  /** The connection broke while the request was written. */
  SEND,
  /** No response in time. */
  TIMEOUT,
  /** Reset or closed before a complete response; also a TLS alert after the request was written. */
  CONNECTION_LOST,
  /** Not HTTP, or not decodable. */
  BAD_RESPONSE,
  /** Too many hops, or a loop. */
  REDIRECT_LIMIT,
  /** An error without a name, a bad URL: no licence to repeat. */
  OTHER,
  /** By the caller, or because its context ended. */
  CANCELLED;

  /** {@return what it says of whether the request was processed} */
  public Evidence evidence() {
    return Evidence.values()[Native.evidenceOfFailure(ordinal())];
  }

  /** {@return the library's own word for it, the same in every language} */
  @Override
  public String toString() {
    return Native.name(Native.FAILURE, ordinal());
  }
}
