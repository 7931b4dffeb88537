// SPDX-License-Identifier: MIT
package dev.oncemore.test.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

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

/** Where a Location leads to: the examples of RFC 3986 5.4, without their fragments, and others. */
class RedirectTargetsTest {
  private static Optional<String> target(String from, String location) {
    return Redirects.target(URI.create(from), name -> List.of(location)).map(URI::toString);
  }

  @ParameterizedTest
  @CsvSource({
    "g,             http://a/b/c/g",
    "./g,           http://a/b/c/g",
    "g/,            http://a/b/c/g/",
    "/g,            http://a/g",
    "//g,           http://g",
    "?y,            http://a/b/c/d;p?y",
    "g?y,           http://a/b/c/g?y",
    "#s,            http://a/b/c/d;p?q",
    "g#s,           http://a/b/c/g",
    "g?y#s,         http://a/b/c/g?y",
    ";x,            http://a/b/c/;x",
    "g;x,           http://a/b/c/g;x",
    "g;x?y#s,       http://a/b/c/g;x?y",
    "'',            http://a/b/c/d;p?q",
    ".,             http://a/b/c/",
    "./,            http://a/b/c/",
    "..,            http://a/b/",
    "../,           http://a/b/",
    "../g,          http://a/b/g",
    "../..,         http://a/",
    "../../,        http://a/",
    "../../g,       http://a/g",
    "../../../g,    http://a/g",
    "../../../../g, http://a/g",
    "/./g,          http://a/g",
    "/../g,         http://a/g",
    "g.,            http://a/b/c/g.",
    ".g,            http://a/b/c/.g",
    "g..,           http://a/b/c/g..",
    "..g,           http://a/b/c/..g",
    "./../g,        http://a/b/g",
    "./g/.,         http://a/b/c/g/",
    "g/./h,         http://a/b/c/g/h",
    "g/../h,        http://a/b/c/h",
    "g;x=1/./y,     http://a/b/c/g;x=1/y",
    "g;x=1/../y,    http://a/b/c/y",
    "g?y/./x,       http://a/b/c/g?y/./x",
    "g?y/../x,      http://a/b/c/g?y/../x",
    "g#s/./x,       http://a/b/c/g",
    "g#s/../x,      http://a/b/c/g"
  })
  void theExamplesOfTheStandard(String location, String target) {
    assertEquals(Optional.of(target), target("http://a/b/c/d;p?q", location));
  }

  @ParameterizedTest
  @CsvSource({"g:h", "http:g"})
  void withoutAHostThereIsNoTarget(String location) {
    assertEquals(Optional.empty(), target("http://a/b/c/d;p?q", location));
  }

  @ParameterizedTest
  @CsvSource({
    "http://h//evil/x,   ?l=1,              http://h//evil/x?l=1",
    "http://h//evil/x,   y,                 http://h//evil/y",
    "http://h,           x,                 http://h/x",
    "http://my_host/a,   /b,                http://my_host/b",
    "http://my_host:1/a, http://your_host/, http://your_host/",
    "http://h/,          /a b,              http://h/a%20b",
    "http://h/,          /a|b?c|d,          http://h/a%7Cb?c%7Cd",
    "http://h/,          /a%20b,            http://h/a%20b",
    "http://h/,          ' /a ',            http://h/a",
    "http://h/,          /\u00e9,           http://h/%E9",
    "http://[::1]:8/a,   b,                 http://[::1]:8/b"
  })
  void whatServersSend(String from, String location, String target) {
    assertEquals(Optional.of(target), target(from, location));
  }

  @Test
  void aHostWithAnUnderscoreIsAnOrigin() {
    HopDecision hop =
        new HopDecision(Verdict.FOLLOW, Reason.FOLLOW, 0, NextMethod.KEEP, NextBody.KEEP);
    URI from = URI.create("http://my_host/a");
    assertEquals(true, Redirects.keeps("Cookie", hop, from, URI.create("http://MY_HOST:80/b")));
    assertFalse(Redirects.keeps("Cookie", hop, from, URI.create("http://your_host/b")));
  }
}
