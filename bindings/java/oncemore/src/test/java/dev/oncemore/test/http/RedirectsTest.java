// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.oncemore.HopDecision;
import dev.oncemore.NextBody;
import dev.oncemore.NextMethod;
import dev.oncemore.Reason;
import dev.oncemore.Verdict;
import dev.oncemore.http.Redirects;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the next request is made. */
class RedirectsTest {
  private static final URI FROM = URI.create("https://one.example/a/b?q=1");

  private static HopDecision hop(NextBody body) {
    return new HopDecision(Verdict.FOLLOW, Reason.FOLLOW, 0, NextMethod.KEEP, body);
  }

  private static Optional<URI> target(URI from, String location) {
    return Redirects.target(from, name -> List.of(location));
  }

  @ParameterizedTest
  @CsvSource({
    "https://two.example/x, https://two.example/x",
    "//two.example/x,       https://two.example/x",
    "/x,                    https://one.example/x",
    "x,                     https://one.example/a/x",
    "../x,                  https://one.example/x",
    "?r=2,                  https://one.example/a/b?r=2",
    "HTTPS://two.example/,  HTTPS://two.example/"
  })
  void aLocationIsResolved(String location, String target) {
    assertEquals(Optional.of(URI.create(target)), target(FROM, location));
  }

  @ParameterizedTest
  @CsvSource({"http://one.example/", "ftp://one.example/", "mailto:me", "http:///x"})
  void whatIsNotUnderstoodIsNoLocation(String location) {
    assertEquals(Optional.empty(), target(FROM, location));
  }

  @Test
  void withoutALocationThereIsNone() {
    assertEquals(Optional.empty(), Redirects.target(FROM, name -> List.of()));
  }

  @Test
  void anOpenRequestMayLeadToAnOpenOne() {
    URI open = URI.create("http://one.example/");
    assertTrue(target(open, "http://two.example/").isPresent());
    assertTrue(target(open, "https://two.example/").isPresent());
  }

  @Test
  void whatIsMeantForOneOriginIsNotShownToAnother() {
    HopDecision hop = hop(NextBody.KEEP);
    for (String secret : List.of("Authorization", "cookie", "Proxy-Authorization", "Host")) {
      assertTrue(Redirects.keeps(secret, hop, FROM, FROM.resolve("/x")));
      assertTrue(Redirects.keeps(secret, hop, FROM, URI.create("https://ONE.example:443/")));
      assertFalse(Redirects.keeps(secret, hop, FROM, URI.create("https://one.example:444/")));
      assertFalse(Redirects.keeps(secret, hop, FROM, URI.create("https://two.example/")));
      assertFalse(Redirects.keeps(
          secret, hop, URI.create("http://one.example/"), URI.create("https://one.example/")));
    }
    assertTrue(Redirects.keeps("Accept", hop, FROM, URI.create("https://two.example/")));
  }

  @Test
  void whatDescribesABodyGoesWithIt() {
    for (String field : List.of("Content-Type", "content-length", "Transfer-Encoding")) {
      assertFalse(Redirects.keeps(field, hop(NextBody.DROP), FROM, FROM));
      assertTrue(Redirects.keeps(field, hop(NextBody.KEEP), FROM, FROM));
    }
    assertTrue(Redirects.keeps("Accept", hop(NextBody.DROP), FROM, FROM));
  }
}
