// SPDX-License-Identifier: MIT
package dev.oncemore.okhttp;

import okhttp3.Call;
import okhttp3.OkHttpClient;

/**
 * Whether the client of a call is still as {@link RetryInterceptor#install} made it, before
 * anything is sent. An interceptor is not told its client, but the call knows it, where its module
 * lets one ask; where not, the tag of each request finds out what the client does.
 */
final class Installed {
  private Installed() {}

  static void check(Call call) {
    OkHttpClient client = clientOf(call);
    if (client == null) {
      return;
    }
    refuse(client.networkInterceptors().stream().noneMatch(NetworkInterceptor.class::isInstance),
        "its network interceptor was taken out");
    refuse(client.retryOnConnectionFailure(), "retryOnConnectionFailure was switched on");
    refuse(client.followRedirects(), "followRedirects was switched on");
  }

  private static OkHttpClient clientOf(Call call) {
    try {
      return call.getClass().getMethod("getClient").invoke(call) instanceof OkHttpClient client
          ? client : null;
    } catch (ReflectiveOperationException | RuntimeException hidden) {
      return null;
    }
  }

  private static void refuse(boolean wrong, String what) {
    if (wrong) {
      throw new IllegalStateException("requests would be sent more often than the policy says: "
          + what + " after RetryInterceptor.install; leave the client as that makes it");
    }
  }
}
