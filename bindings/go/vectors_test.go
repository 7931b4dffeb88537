// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go/internal/cases"
)

// checkout is the folder of the whole project. Without it, as in the module cache, a test that
// needs it is skipped.
func checkout(t *testing.T) string {
	t.Helper()
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "capi", "symbols.txt")); err != nil {
		t.Skip("this is not a checkout of the whole project: ", err)
	}
	return root
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// Every row of every vector file. A file's kind of question is its name up to the first dot.
func TestVectors(t *testing.T) {
	folder := filepath.Join(checkout(t), "tests", "vectors")
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no vector file in ", folder, err)
	}
	total := 0
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			kind, _, _ := strings.Cut(name, ".")
			rows := 0
			for i, line := range strings.Split(read(t, file), "\n") {
				if line == "" || line[0] == '#' {
					continue
				}
				rows++
				if err := run(kind, cases.Cells(line)); err != nil {
					t.Errorf("%s:%d: %s\n%v", name, i+1, line, err)
				}
			}
			if rows == 0 {
				t.Error("no row was read")
			}
			total += rows
			t.Logf("vectors: go %s %d rows", name, rows)
		})
	}
	t.Logf("vectors: go %d files, %d rows", len(files), total)
}

func run(kind string, cells []string) error {
	if kind == "retry_after" {
		return runRetryAfter(cells)
	}
	inputs := cases.Inputs(kind)
	if inputs == 0 || len(cells) != inputs+2 {
		return fmt.Errorf("no row of kind %q has %d cells", kind, len(cells))
	}
	return expect(cells[inputs], kind, cells[:inputs]...)
}

func expect(want, kind string, in ...string) error {
	got, err := cases.Answer(kind, in)
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("  expected: %s\n  got:      %s", want, got)
	}
	return nil
}

// retry_after.txt has two answers a row and words of its own for them, see its banner.
func runRetryAfter(cells []string) error {
	if len(cells) != 4 {
		return fmt.Errorf("%d cells instead of four", len(cells))
	}
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC).UnixMilli()
	const largest = math.MaxInt64 / int64(time.Millisecond)
	in := []string{"", strconv.FormatInt(now, 10), cells[0]}
	for column, grammar := range []string{"strict", "lenient"} {
		in[0] = grammar
		word, rest, _ := strings.Cut(cells[column+1], " ")
		n, err := strconv.ParseInt(rest, 10, 64)
		if (err == nil) != (word == "seconds" || word == "ms" || word == "date") {
			return fmt.Errorf("no such result: %q", cells[column+1])
		}
		want := strconv.FormatInt(n, 10)
		switch word {
		case "reject":
			want = "malformed"
		case "saturate":
			want = strconv.FormatInt(largest, 10)
		case "seconds":
			want = strconv.FormatInt(n*1000, 10)
		case "date":
			if err := expect(strconv.FormatInt(n*1000, 10), "http_date", in...); err != nil {
				return err
			}
			want = strconv.FormatInt(min(max(n*1000-now, 0), largest), 10)
		}
		if err := expect(want, "retry_after", in...); err != nil {
			return err
		}
	}
	return nil
}
