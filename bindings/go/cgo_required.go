// SPDX-License-Identifier: MIT

//go:build !cgo

package oncemore

// Without cgo there is no library; the name in the compiler's message says what to do.
var _ = oncemore_needs_CGO_ENABLED_1_and_a_Cxx17_compiler
