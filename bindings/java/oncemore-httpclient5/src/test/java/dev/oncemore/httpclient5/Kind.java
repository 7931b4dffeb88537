// SPDX-License-Identifier: MIT
package dev.oncemore.httpclient5;

import dev.oncemore.http.Settings;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ExecutionException;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The two clients, for tests that ask the same of both. */
enum Kind {
  CLASSIC {
    @Override
    Connected connect(Settings settings) {
      CloseableHttpClient client = Retrying.classic(HttpClients.custom(), settings).build();
      return new Connected() {
        @Override
        public int send(HttpContext context, String method, URI uri, String body, String... field)
            throws Exception {
          ClassicRequestBuilder request = ClassicRequestBuilder.create(method).setUri(uri);
          if (body != null) {
            request.setEntity(body, ContentType.TEXT_PLAIN);
          }
          for (int i = 0; i < field.length; i += 2) {
            request.addHeader(field[i], field[i + 1]);
          }
          ClassicHttpRequest made = request.build();
          return client.execute(made, context, response -> response.getCode());
        }

        @Override
        public void close() throws IOException {
          client.close();
        }
      };
    }
  },

  ASYNC {
    @Override
    Connected connect(Settings settings) {
      CloseableHttpAsyncClient client =
          Retrying.async(HttpAsyncClients.custom(), settings).build();
      client.start();
      return new Connected() {
        @Override
        public int send(HttpContext context, String method, URI uri, String body, String... field)
            throws Exception {
          SimpleRequestBuilder request = SimpleRequestBuilder.create(method).setUri(uri);
          if (body != null) {
            request.setBody(body, ContentType.TEXT_PLAIN);
          }
          for (int i = 0; i < field.length; i += 2) {
            request.addHeader(field[i], field[i + 1]);
          }
          SimpleHttpRequest made = request.build();
          try {
            return client.execute(made, context, null).get().getCode();
          } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
          }
        }

        @Override
        public void close() throws IOException {
          client.close();
        }
      };
    }
  };

  /** A client, ready to send. */
  interface Connected extends AutoCloseable {
    /** Returns the status; the fields are names and values in turn. */
    int send(HttpContext context, String method, URI uri, String body, String... field)
        throws Exception;

    @Override
    void close() throws IOException;
  }

  abstract Connected connect(Settings settings);
}
