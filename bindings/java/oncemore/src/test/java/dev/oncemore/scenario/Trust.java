// SPDX-License-Identifier: MIT
package dev.oncemore.scenario;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Trusts the certificate authority of a file and no other. */
public record Trust(SSLContext context, X509TrustManager manager) {
  /**
   * Reads a file.
   *
   * @param authority PEM
   * @return what trusts it
   * @throws IOException if it cannot be read
   * @throws GeneralSecurityException if it is no certificate
   */
  public static Trust of(String authority) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null);
    try (InputStream in = Files.newInputStream(Path.of(authority))) {
      store.setCertificateEntry("authority",
          CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return new Trust(context, (X509TrustManager) factory.getTrustManagers()[0]);
  }
}
