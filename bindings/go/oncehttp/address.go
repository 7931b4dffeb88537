// SPDX-License-Identifier: MIT

package oncehttp

import "net/url"

// address is a URL without what may be secret: user information, query and fragment.
func address(u *url.URL) string {
	if u == nil {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath}).String()
}
