// SPDX-License-Identifier: MIT

// Filter reads cases on standard input, one a line (KIND | input cells), and writes the answers of
// this binding, one a line: the other side of tests/model/compare.py.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/oncemore/oncemore/bindings/go/internal/cases"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	for in.Scan() {
		cells := cases.Cells(in.Text())
		answer, err := cases.Answer(cells[0], cells[1:])
		if err != nil {
			answer = "error: " + err.Error()
		}
		fmt.Fprintln(out, answer)
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
