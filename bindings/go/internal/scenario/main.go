// SPDX-License-Identifier: MIT

// Scenario drives an adapter through the scenarios of the whole project: it reads a call a line on
// standard input, makes it, and writes a line about what came of it. Its argument is the adapter:
// nethttp (the RoundTripper) or nethttp_do (Do).
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/oncemore/oncemore/bindings/go/internal/cases"
)

func main() {
	if len(os.Args) != 2 || shapes[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: scenario nethttp | nethttp_do")
		os.Exit(2)
	}
	shape := shapes[os.Args[1]]
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(answer(shape, in.Text()))
	}
	if err := in.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answer makes the call of a line: SCENARIO | METHOD | URL | OPTIONS | POLICY.
func answer(shape shape, line string) string {
	cells := cases.Cells(line)
	if len(cells) != 5 {
		return "unsupported line | - | - | it has not five cells"
	}
	options, err := readOptions(cells[3])
	if err != nil {
		return "unsupported options | - | - | " + err.Error()
	}
	policy, err := cases.Policy(cells[4])
	if err != nil {
		return "unsupported policy | - | - | " + err.Error()
	}
	return perform(shape, cells[1], cells[2], options, policy)
}
