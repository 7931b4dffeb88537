// SPDX-License-Identifier: MIT
package dev.oncemore.http;

import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import java.net.URI;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

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

  private Redirects() {}

  /**
   * Where a response leads to. Neither a scheme other than http and https is understood nor a way
   * from https back to http, which would show the request to everybody.
   *
   * @param from where the request was sent
   * @param response the response's fields
   * @return the next address; empty if there is no Location, or none that is understood
   */
  public static Optional<URI> target(URI from, Fields response) {
    return response.lines("Location").stream()
        .findFirst()
        .flatMap(Redirects::parse)
        .map(location -> resolve(from, location))
        .filter(to -> to.getHost() != null && isAllowed(from.getScheme(), to.getScheme()));
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

  private static Optional<URI> parse(String location) {
    try {
      return Optional.of(URI.create(location));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** As RFC 3986 5.2.2 says; URI.resolve takes a lone query for one of the folder. */
  private static URI resolve(URI from, URI location) {
    boolean lone = !location.isAbsolute() && location.getRawAuthority() == null
        && location.getRawPath().isEmpty();
    return lone ? from.resolve(from.getRawPath() + location) : from.resolve(location);
  }

  private static boolean isAllowed(String from, String to) {
    return "https".equalsIgnoreCase(to)
        || "http".equalsIgnoreCase(to) && "http".equalsIgnoreCase(from);
  }

  private static Collection<?> origin(URI uri) {
    boolean secure = "https".equalsIgnoreCase(uri.getScheme());
    int port = uri.getPort() >= 0 ? uri.getPort() : secure ? 443 : 80;
    return List.of(secure, uri.getHost().toLowerCase(Locale.ROOT), port);
  }
}
