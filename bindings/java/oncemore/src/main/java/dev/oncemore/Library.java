// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Loads the native library, which the jar holds for each platform as native/OS-ARCHITECTURE/FILE.
 *
 * <p>A process unpacks it into a fresh folder that only its user may enter, so that processes that
 * start at once do not meet, and nobody can put another file in its place.
 */
final class Library {
  /** A system property: the file of the library, to be loaded instead of the one in the jar. */
  private static final String LIBRARY = "dev.oncemore.library";

  /** A system property: the folder in which to unpack, instead of that of java.io.tmpdir. */
  private static final String FOLDER = "dev.oncemore.folder";

  private static final String FILE = System.mapLibraryName("oncemore_java");
  private static final String ADVICE = "name the file of the library with -D" + LIBRARY + "=FILE";

  private Library() {}

  static void load() {
    String given = System.getProperty(LIBRARY);
    if (given == null) {
      unpackAndLoad();
    } else {
      load(Path.of(given).toAbsolutePath(), "it is what -D" + LIBRARY + " names");
    }
  }

  private static void load(Path library, String advice) {
    try {
      System.load(library.toString());
    } catch (UnsatisfiedLinkError e) {
      throw failure("cannot load " + library + ": " + e.getMessage() + "; " + advice, e);
    }
    String version = Native.version();
    String expected = new String(read("version"), StandardCharsets.US_ASCII).strip();
    if (!version.equals(expected)) {
      throw failure(library + " is version " + version + ", needed is " + expected, null);
    }
  }

  private static void unpackAndLoad() {
    byte[] content = read("/native/" + platform() + "/" + FILE);
    if (content == null) {
      String missing = "the jar holds no library for " + platform();
      throw failure(missing + "; build one and " + ADVICE, null);
    }
    String base = System.getProperty(FOLDER, System.getProperty("java.io.tmpdir"));
    String advice = "where programs cannot be run from that folder (noexec), name another with -D"
        + FOLDER + "=FOLDER, or " + ADVICE;
    Path folder = null;
    try {
      folder = Files.createTempDirectory(Path.of(base), "oncemore"); // for this user alone
      load(Files.write(folder.resolve(FILE), content), advice);
    } catch (IOException e) {
      throw failure("cannot unpack the library into " + base + ": " + e + "; " + advice, e);
    } finally {
      remove(folder);
    }
  }

  /** What is loaded needs no file any more, but for systems that do not let it be deleted yet. */
  private static void remove(Path folder) {
    if (folder == null) {
      return;
    }
    try {
      Files.deleteIfExists(folder.resolve(FILE));
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      folder.toFile().deleteOnExit();
      folder.resolve(FILE).toFile().deleteOnExit(); // the last that is said is the first to go
    }
  }

  private static byte[] read(String resource) {
    try (InputStream in = Library.class.getResourceAsStream(resource)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw failure("cannot read " + resource + " of the jar: " + e, e);
    }
  }

  /** As src/main/native/build calls the folder. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).split(" ")[0];
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return system + "-" + (machine.equals("amd64") ? "x86_64" : machine);
  }

  private static UnsatisfiedLinkError failure(String message, Throwable cause) {
    UnsatisfiedLinkError error = new UnsatisfiedLinkError("oncemore: " + message);
    error.initCause(cause);
    return error;
  }
}
