// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What to know of a decision besides the delay, a set that cannot be changed. All there are exist
 * once, so that a decision allocates none.
 */
public final class Notes extends AbstractSet<Note> {
  private static final Note[] NOTES = Note.values();
  private static final Notes[] ALL =
      IntStream.range(0, 1 << NOTES.length).mapToObj(Notes::new).toArray(Notes[]::new);

  private final int bits;

  private Notes(int bits) {
    this.bits = bits;
  }

  /**
   * A set of notes.
   *
   * @param notes any number of them
   * @return the set
   */
  public static Notes of(Note... notes) {
    int bits = 0;
    for (Note note : Objects.requireNonNull(notes, "notes")) {
      bits |= 1 << Objects.requireNonNull(note, "note").ordinal();
    }
    return ALL[bits];
  }

  static Notes ofBits(int bits) {
    return ALL[bits];
  }

  int bits() {
    return bits;
  }

  @Override
  public boolean contains(Object note) {
    return note instanceof Note n && (bits & 1 << n.ordinal()) != 0;
  }

  @Override
  public Iterator<Note> iterator() {
    return Arrays.stream(NOTES).filter(this::contains).iterator();
  }

  @Override
  public int size() {
    return Integer.bitCount(bits);
  }

  /** {@return their words joined by {@code +}, {@code -} if there are none} */
  @Override
  public String toString() {
    return joined(this);
  }

  static String joined(Set<?> flags) {
    return flags.isEmpty()
        ? "-" : flags.stream().map(Object::toString).collect(Collectors.joining("+"));
  }
}
