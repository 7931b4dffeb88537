// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the adapters that follow redirects by themselves make the next request; whether they follow
 * is {@link Call#follow}'s to say.
 */
public final class Redirects {
  /** Of the body that is dropped (RFC 9110 15.4). */
  private static final Set<String> CONTENT = Set.of("content-encoding", "content-language",
      "content-length", "content-location", "content-type", "digest", "content-digest",
      "last-modified", "transfer-encoding");

  /** For the origin that the caller named alone. */
  private static final Set<String> SECRET =
      Set.of("authorization", "proxy-authorization", "cookie", "host");

  /** What lies between {@code "!"} and {@code "~"} and yet is in no URI. */
  private static final String UNSAFE = "\"<>\\^`{|}";

  /** User information, host, port. */
  private static final Pattern AUTHORITY =
      Pattern.compile("(?:[^@]*@)?(\\[[^\\]]*\\]|[^:@\\[\\]]*)(?::([0-9]*))?");

  private Redirects() {}

  /**
   * Where a response leads to: its Location, resolved as RFC 3986 5.2 says, without a fragment.
   * What a URI may not hold, such as a blank or {@code |}, is taken as if it were escaped. Neither
   * a scheme other than http and https is understood nor a way from https back to http, which would
   * show the request to everybody.
   *
   * @param from where the request was sent
   * @param response the response's fields
   * @return the next address; empty if there is no Location, or none that is understood
   */
  public static Optional<URI> target(URI from, Fields response) {
    return response.lines("Location").stream()
        .findFirst()
        .flatMap(location -> resolve(from, location))
        .filter(to -> hasHost(to) && isAllowed(from.getScheme(), to.getScheme()));
  }

  /** Of https://h_1/ java.net.URI says that there is no host, but only DNS has a say in that. */
  private static boolean hasHost(URI uri) {
    return !hostAndPort(uri).host.isEmpty();
  }

  private static Optional<URI> resolve(URI from, String location) {
    Reference to = Reference.of(from.toString()).resolve(Reference.of(escaped(location.strip())));
    try {
      return Optional.of(URI.create(to.withoutFragment().toString()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** With %XX in the place of each octet that no URI may hold (RFC 3986 2.1). */
  private static String escaped(String location) {
    StringBuilder escaped = new StringBuilder();
    for (byte octet : location.getBytes(StandardCharsets.ISO_8859_1)) {
      if (octet <= ' ' || octet == 0x7f || UNSAFE.indexOf(octet) >= 0) {
        escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(octet));
      } else {
        escaped.append((char) octet);
      }
    }
    return escaped.toString();
  }

  /**
   * Whether a field goes along to the next request: not what describes a body that is dropped, and
   * not what is meant for another origin, the port being part of it.
   *
   * @param field the field's name
   * @param hop what the library said
   * @param from where the request was sent
   * @param to where the next one goes
   * @return whether the next request carries it
   */
  public static boolean keeps(String field, HopDecision hop, URI from, URI to) {
    String name = field.toLowerCase(Locale.ROOT);
    return !(hop.body() == NextBody.DROP && CONTENT.contains(name))
        && !(SECRET.contains(name) && !origin(from).equals(origin(to)));
  }

  private static boolean isAllowed(String from, String to) {
    return "https".equalsIgnoreCase(to)
        || "http".equalsIgnoreCase(to) && "http".equalsIgnoreCase(from);
  }

  private record HostAndPort(String host, String port) {}

  private static HostAndPort hostAndPort(URI uri) {
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    Matcher parts = AUTHORITY.matcher(authority);
    return parts.matches()
        ? new HostAndPort(parts.group(1), parts.group(2)) : new HostAndPort("", null);
  }

  private static List<?> origin(URI uri) {
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    HostAndPort to = hostAndPort(uri);
    boolean given = to.port != null && !to.port.isEmpty();
    String port = given ? to.port : secure ? "443" : "80";
    return List.of(secure, to.host.toLowerCase(Locale.ROOT), port);
  }
}
