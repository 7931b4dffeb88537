// SPDX-License-Identifier: MIT
package dev.oncemore.test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.oncemore.Oncemore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What README.md shows compiles, runs, and prints what it says; what it names is there. */
class ReadmeTest {
  private static final String README = Checkout.read(Checkout.BINDING.resolve("README.md"));

  @TempDir private Path folder;

  private static String block(String language) {
    return README.split("```" + language + "\n", 2)[1].split("```", 2)[0];
  }

  private static String jar() throws Exception {
    return Path.of(Oncemore.class.getProtectionDomain().getCodeSource().getLocation().toURI())
        .toString();
  }

  /** Overloaded for a moment: each answer is a status, and what Retry-After says. */
  private static HttpServer server(Iterator<List<Object>> answers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> {
      List<Object> answer = answers.next();
      if (answer.size() > 1) {
        exchange.getResponseHeaders().add("Retry-After", answer.get(1).toString());
      }
      exchange.sendResponseHeaders((int) answer.get(0), -1);
      exchange.close();
    });
    server.start();
    return server;
  }

  private static String withoutDice(String lines) {
    return lines.replaceAll("retry in \\d+ ms", "retry in N ms");
  }

  private String compileAndRun(String... arguments) throws Exception {
    Path source = Files.writeString(folder.resolve("Get.java"), block("java"));
    int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null,
        "--release", "17", "-Xlint:all", "-Werror", "-cp", jar(), "-d", folder.toString(),
        source.toString());
    assertEquals(0, failed, "the program does not compile");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder command = new ProcessBuilder(
        java, "--enable-native-access=ALL-UNNAMED", "-cp", jar() + ":" + folder, "Get");
    command.command().addAll(Arrays.asList(arguments));
    Process process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    return new String(process.getInputStream().readAllBytes());
  }

  @Test
  void theProgram() throws Exception {
    HttpServer server =
        server(List.of(List.<Object>of(503, 0), List.<Object>of(503, 1), List.<Object>of(200))
            .iterator());
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      assertEquals(withoutDice(block("text")), withoutDice(compileAndRun(url)));
    } finally {
      server.stop(0);
    }
  }

  @Test
  void theTableNamesWhatIsThereAndAllOfIt() throws Exception {
    String table = README.split("## What it is called in Java\n", 2)[1].split("\n\nEnum", 2)[0];
    Set<String> named = new TreeSet<>();
    for (MatchResult name : Pattern.compile("`([\\w.]+)`").matcher(table).results().toList()) {
      String[] parts = name.group(1).split("\\.");
      Class<?> type = Class.forName("dev.oncemore." + parts[0]);
      named.add(type.getSimpleName());
      boolean there = parts.length == 1
          || Arrays.stream(type.getMethods()).anyMatch(m -> m.getName().equals(parts[1]))
          || Arrays.stream(type.getFields()).anyMatch(f -> f.getName().equals(parts[1]));
      assertTrue(there, () -> "there is no " + name.group(1));
    }
    assertEquals(publicTypes(), named);
  }

  private static Set<String> publicTypes() throws Exception {
    try (ZipFile jar = new ZipFile(jar())) {
      return jar.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.matches("dev/oncemore/[A-Z]\\w*\\.class"))
          .map(name -> name.replace('/', '.').replace(".class", ""))
          .map(ReadmeTest::load)
          .filter(type -> java.lang.reflect.Modifier.isPublic(type.getModifiers()))
          .map(Class::getSimpleName)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void theDependencyIsThisVersion() {
    assertTrue(block("xml").contains("<version>" + Oncemore.version() + "</version>"));
  }
}
