// SPDX-License-Identifier: MIT

/**
 * Should this HTTP request be sent once more, and when? {@link dev.oncemore.Oncemore#decide}
 * answers.
 */
module dev.oncemore {
  requires transitive java.net.http;

  exports dev.oncemore;
  exports dev.oncemore.http;
}
