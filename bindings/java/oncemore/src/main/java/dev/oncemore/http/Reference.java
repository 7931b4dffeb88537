// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URI reference in its five parts (RFC 3986 appendix B), of which every text has some. A part
 * that is not there is null; the path is always there, at times empty.
 */
record Reference(String scheme, String authority, String path, String query, String fragment) {
  private static final Pattern PARTS = Pattern.compile(
      "(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?",
      Pattern.DOTALL);

  static Reference of(String text) {
    Matcher parts = PARTS.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("no reference: " + text);
    }
    return new Reference(
        parts.group(1), parts.group(2), parts.group(3), parts.group(4), parts.group(5));
  }

  /** The reference as seen from this base (RFC 3986 5.2.2, strict). */
  Reference resolve(Reference r) {
    if (r.scheme != null) {
      return new Reference(r.scheme, r.authority, withoutDots(r.path), r.query, r.fragment);
    }
    if (r.authority != null) {
      return new Reference(scheme, r.authority, withoutDots(r.path), r.query, r.fragment);
    }
    if (r.path.isEmpty()) {
      return new Reference(
          scheme, authority, path, r.query != null ? r.query : query, r.fragment);
    }
    String full = r.path.startsWith("/") ? r.path : merged(r.path);
    return new Reference(scheme, authority, withoutDots(full), r.query, r.fragment);
  }

  /** RFC 3986 5.2.3. */
  private String merged(String relative) {
    return authority != null && path.isEmpty()
        ? "/" + relative : path.substring(0, path.lastIndexOf('/') + 1) + relative;
  }

  /** RFC 3986 5.2.4. */
  private static String withoutDots(String path) {
    StringBuilder out = new StringBuilder();
    String in = path;
    while (!in.isEmpty()) {
      if (in.startsWith("../") || in.startsWith("./")) {
        in = in.substring(in.indexOf('/') + 1);
      } else if (in.startsWith("/./") || in.equals("/.")) {
        in = "/" + in.substring(Math.min(3, in.length()));
      } else if (in.startsWith("/../") || in.equals("/..")) {
        in = "/" + in.substring(Math.min(4, in.length()));
        out.setLength(Math.max(out.lastIndexOf("/"), 0));
      } else if (in.equals(".") || in.equals("..")) {
        in = "";
      } else {
        int end = in.indexOf('/', 1);
        out.append(in, 0, end < 0 ? in.length() : end);
        in = end < 0 ? "" : in.substring(end);
      }
    }
    return out.toString();
  }

  Reference withoutFragment() {
    return new Reference(scheme, authority, path, query, null);
  }

  /** What a log may show: no user information, no query, no fragment. */
  Reference shown() {
    return new Reference(scheme, authority == null ? null : hostAndPort(), path, null, null);
  }

  private String hostAndPort() {
    return authority.substring(authority.lastIndexOf('@') + 1);
  }

  /** RFC 3986 5.3. */
  @Override
  public String toString() {
    return (scheme == null ? "" : scheme + ":") + (authority == null ? "" : "//" + authority)
        + path + (query == null ? "" : "?" + query) + (fragment == null ? "" : "#" + fragment);
  }
}
