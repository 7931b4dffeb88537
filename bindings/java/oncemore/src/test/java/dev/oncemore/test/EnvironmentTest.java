// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.oncemore.Oncemore;
import org.junit.jupiter.api.Test;

/** That these tests test what they are said to test. */
class EnvironmentTest {
  @Test
  void theLibraryIsThePackedJarOnThePathThatWasAskedFor() {
    String place = Oncemore.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    boolean module = Oncemore.class.getModule().isNamed();
    System.out.println("java: " + System.getProperty("java.runtime.version") + ", "
        + (module ? "module path" : "class path") + ", " + place);
    assertEquals(System.getProperty("test.module"), "" + module);
    assertEquals("oncemore-" + Oncemore.version() + ".jar", place.replaceFirst(".*/", ""));
  }
}
