// SPDX-License-Identifier: MIT
package dev.oncemore;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * The hops that a client followed since a request was sent, as far as they decide. A call begins
 * with {@link #empty()}.
 *
 * <p>A retry loop outside the redirects passes the whole trail of the request that it would send
 * again; a loop inside them sends only the current hop again and passes an empty one.
 */
public final class Trail {
  private static final Trail EMPTY = new Trail(0);

  private final long packed;

  Trail(long packed) {
    this.packed = packed;
  }

  /** {@return the trail of a request that was not redirected} */
  public static Trail empty() {
    return EMPTY;
  }

  /**
   * A trail of which is known what it says, such as one that was stored; {@link #followed} makes
   * one hop by hop. One that no hops lead to makes an attempt invalid.
   *
   * @param hops those of the whole call, 0 to 4,294,967,295
   * @param flags what the hops since the request was sent say
   * @return the trail
   */
  public static Trail of(long hops, TrailFlag... flags) {
    long packed = Integer.toUnsignedLong(Border.uint32(hops, "hops"));
    for (TrailFlag flag : Objects.requireNonNull(flags, "flags")) {
      packed |= 1L << Native.FLAGS_SHIFT + Objects.requireNonNull(flag, "flag").ordinal();
    }
    return new Trail(packed);
  }

  /**
   * The trail after one more hop, as the client really made it. Methods are compared octet by
   * octet.
   *
   * @param status the status that was followed
   * @param before the method of the request that was redirected
   * @param after the method of the next one
   * @return the longer trail
   */
  public Trail followed(int status, String before, String after) {
    return new Trail(Native.trailFollowed(
        packed, status, Border.token(before, "before"), Border.token(after, "after")));
  }

  /** {@return the trail of the next attempt: the hops of a call go on, the flags are over} */
  public Trail sentAgain() {
    return new Trail(Native.trailSentAgain(packed));
  }

  /** {@return the hops of the whole call, from 0 to 4,294,967,295} */
  public long hops() {
    return packed & 0xFFFF_FFFFL;
  }

  /** {@return what the hops since the request was sent say, a set that cannot be changed} */
  public Set<TrailFlag> flags() {
    EnumSet<TrailFlag> flags = EnumSet.noneOf(TrailFlag.class);
    for (TrailFlag flag : TrailFlag.values()) {
      if ((packed >>> Native.FLAGS_SHIFT & 1L << flag.ordinal()) != 0) {
        flags.add(flag);
      }
    }
    return Collections.unmodifiableSet(flags);
  }

  /**
   * Whether it proves that the server accepted the request at its beginning.
   *
   * @param proof which trails do
   * @return whether it does
   */
  public boolean provesAcceptance(RedirectProof proof) {
    return Native.provesAcceptance(Objects.requireNonNull(proof, "proof").ordinal(), packed);
  }

  long packed() {
    return packed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Trail that && packed == that.packed;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(packed);
  }

  /** {@return such as {@code 2 hops, moved+accepted}} */
  @Override
  public String toString() {
    return hops() + " hops, " + Notes.joined(flags());
  }
}
