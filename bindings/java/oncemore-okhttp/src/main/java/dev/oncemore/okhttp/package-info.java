// SPDX-License-Identifier: MIT

/** OkHttp that retries by oncemore: {@link dev.oncemore.okhttp.RetryInterceptor}. */
package dev.oncemore.okhttp;
