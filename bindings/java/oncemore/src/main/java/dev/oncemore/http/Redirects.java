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
    return target(from.toString(), response).flatMap(Redirects::uri);
  }

  /**
   * The same of addresses as texts.
   *
   * @param from where the request was sent
   * @param response the response's fields
   * @return the next address; empty if there is no Location, or none that is understood
   */
  public static Optional<String> target(String from, Fields response) {
    Reference base = Reference.of(from);
    return response.lines("Location").stream()
        .findFirst()
        .map(location -> base.resolve(Reference.of(escaped(location.strip()))))
        .filter(to -> hostAndPort(to).isPresent() && isAllowed(base.scheme(), to.scheme()))
        .map(to -> to.withoutFragment().toString());
  }

  private static Optional<URI> uri(String address) {
    try {
      return Optional.of(URI.create(address));
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
    return keeps(field, hop, from.toString(), to.toString());
  }

  /**
   * The same of addresses as texts.
   *
   * @param field the field's name
   * @param hop what the library said
   * @param from where the request was sent
   * @param to where the next one goes
   * @return whether the next request carries it
   */
  public static boolean keeps(String field, HopDecision hop, String from, String to) {
    String name = field.toLowerCase(Locale.ROOT);
    return !(hop.body() == NextBody.DROP && CONTENT.contains(name))
        && !(SECRET.contains(name) && !origin(from).equals(origin(to)));
  }

  private static boolean isAllowed(String from, String to) {
    return "https".equalsIgnoreCase(to)
        || "http".equalsIgnoreCase(to) && "http".equalsIgnoreCase(from);
  }

  /** Of https://h_1/ java.net.URI says that there is no host, but only DNS has a say in that. */
  private static Optional<Matcher> hostAndPort(Reference address) {
    return Optional.ofNullable(address.authority())
        .map(AUTHORITY::matcher)
        .filter(parts -> parts.matches() && !parts.group(1).isEmpty());
  }

  private static List<Object> origin(String address) {
    Reference to = Reference.of(address);
    boolean secure = "https".equalsIgnoreCase(to.scheme());
    Optional<Matcher> parts = hostAndPort(to);
    String port = parts.map(each -> each.group(2)).filter(given -> !given.isEmpty())
        .orElse(secure ? "443" : "80");
    return List.of(secure, parts.map(each -> each.group(1).toLowerCase(Locale.ROOT)), port);
  }
}
