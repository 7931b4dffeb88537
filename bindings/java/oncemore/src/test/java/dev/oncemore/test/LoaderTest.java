// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.oncemore.Oncemore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the native library comes out of the jar, each time in a process of its own. */
class LoaderTest {
  private static final String GOOD = ("version " + Oncemore.version() + "\n").repeat(2);

  @TempDir private Path folder;

  private static Path place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static List<String> probe(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(Arrays.asList(options));
    String classes = place(Oncemore.class) + ":" + place(Probe.class);
    if (Arrays.stream(options).noneMatch("-cp"::equals)) {
      command.addAll(List.of("-cp", classes));
    }
    command.add(Probe.class.getName());
    return command;
  }

  private static Process start(List<String> command) throws IOException {
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static String said(Process process) throws Exception {
    String said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return said;
  }

  private static String run(String... options) throws Exception {
    return said(start(probe(options)));
  }

  private String unpackInto(Path place) {
    return "-Ddev.oncemore.folder=" + place;
  }

  /** Twice: the second error is of another class and must still say what is wrong. */
  private static void assertSays(String said, String... words) {
    String[] lines = said.split("\n");
    assertEquals(2, lines.length, said);
    for (String line : lines) {
      for (String word : words) {
        assertTrue(line.contains(word), () -> "no '" + word + "' in: " + line);
      }
    }
  }

  private Path unpacked() throws IOException {
    String machine = System.getProperty("os.arch").replace("amd64", "x86_64");
    String file = System.mapLibraryName("oncemore_java");
    try (InputStream in =
        Oncemore.class.getResourceAsStream("/native/linux-" + machine + "/" + file)) {
      return Files.write(folder.resolve(file), in.readAllBytes());
    }
  }

  @Test
  void manyProcessesStartAtOnceAndLeaveNothingBehind() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      processes.add(start(probe(unpackInto(folder))));
    }
    for (Process process : processes) {
      assertEquals(GOOD, said(process));
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(List.of(), left.toList());
    }
  }

  @Test
  void theTemporaryFolderIsTheUsualOne() throws Exception {
    assertEquals(GOOD, run("-Djava.io.tmpdir=" + folder));
    assertSays(run("-Djava.io.tmpdir=" + folder.resolve("none")), "/none");
  }

  @Test
  void aFolderThatIsNotThere() throws Exception {
    assertSays(run(unpackInto(folder.resolve("none"))), "cannot unpack the library into " + folder,
        "-Ddev.oncemore.folder=", "-Ddev.oncemore.library=");
  }

  @Test
  void aFolderFromWhichNothingCanBeRun() throws Exception {
    String mount = "mount -t tmpfs -o noexec none " + folder;
    List<String> unshare = List.of("unshare", "--mount", "--map-root-user", "sh", "-c");
    List<String> trial = new ArrayList<>(unshare);
    trial.add(mount);
    assumeTrue(start(trial).waitFor() == 0, "no file system can be mounted here");
    List<String> command = new ArrayList<>(unshare);
    command.add(mount + " && exec " + String.join(" ", probe(unpackInto(folder))));
    assertSays(said(start(command)), "cannot load " + folder, "noexec", "-Ddev.oncemore.folder=",
        "-Ddev.oncemore.library=");
  }

  @Test
  void aLibraryThatIsGiven() throws Exception {
    String nowhere = unpackInto(folder.resolve("none"));
    Path library = unpacked();
    assertEquals(GOOD, run("-Ddev.oncemore.library=" + library, nowhere));
    Files.write(library, new byte[] {1, 2, 3});
    assertSays(run("-Ddev.oncemore.library=" + library), library.toString(),
        "it is what -Ddev.oncemore.library names");
    Files.delete(library);
    assertSays(run("-Ddev.oncemore.library=" + library), library.toString(),
        "it is what -Ddev.oncemore.library names");
  }

  @Test
  void aMachineThatTheJarDoesNotKnow() throws Exception {
    assertSays(run("-Dos.arch=pdp11"), "the jar holds no library for linux-pdp11",
        "-Ddev.oncemore.library=");
  }

  @Test
  void aLibraryOfAnotherVersion() throws Exception {
    Path other = Files.createDirectories(folder.resolve("other/dev/oncemore"));
    Files.writeString(other.resolve("version"), "99.0.0\n");
    String classes = folder.resolve("other") + ":" + place(Oncemore.class) + ":"
        + place(Probe.class);
    assertSays(run("-cp", classes), "is version " + Oncemore.version() + ", needed is 99.0.0");
  }
}
