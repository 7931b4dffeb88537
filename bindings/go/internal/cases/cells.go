// SPDX-License-Identifier: MIT

// Package cases reads the cells of the vector files and says what this binding answers to a case,
// in their words. tests/vectors/README.md says how cells are spelled. What is not spelled so is an
// error: a typing error in a row must not test something else.
package cases

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// problem is what the readers below panic with; Answer turns it into an error.
type problem string

func (p problem) Error() string { return string(p) }

func bad(what, where string) problem { return problem(what + ": '" + where + "'") }

// Cells splits a row.
func Cells(row string) []string {
	cells := strings.Split(row, "|")
	for i, cell := range cells {
		cells[i] = strings.Trim(cell, " ")
	}
	return cells
}

func number(word string) int64 {
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		panic(bad("not a number", word))
	}
	return n
}

func number32(word string) uint32 {
	n, err := strconv.ParseUint(word, 10, 32)
	if err != nil {
		panic(bad("not an unsigned 32-bit number", word))
	}
	return uint32(n)
}

func status(word string) int {
	n := number(word)
	if n < math.MinInt32 || n > math.MaxInt32 {
		panic(bad("not a 32-bit number", word))
	}
	return int(n)
}

// duration keeps what a time.Duration cannot hold at the end that it passes, where the library
// takes it for the largest, or for negative, as it would have the number itself.
func duration(word string) time.Duration {
	const most = math.MaxInt64 / int64(time.Millisecond)
	switch ms := number(word); {
	case ms > most:
		return math.MaxInt64
	case ms < -most:
		return math.MinInt64
	default:
		return time.Duration(ms) * time.Millisecond
	}
}

func ratio(word string) float64 { return float64(number32(word)) / 1000 }

func randomBits(word string) uint64 {
	n, err := strconv.ParseUint(word, 16, 64)
	if err != nil || len(word) != 16 || strings.ToLower(word) != word {
		panic(bad("not 16 hexadecimal digits", word))
	}
	return n
}

func yes(word string) bool {
	if word != "yes" && word != "no" {
		panic(bad("not yes or no", word))
	}
	return word == "yes"
}

// instant is the time of a number of Unix milliseconds, whatever number it is.
func instant(word string) time.Time { return time.UnixMilli(number(word)) }

type enumeration interface {
	~uint16 | ~uint32
	fmt.Stringer
}

// enumerator is the one with this name.
func enumerator[E enumeration](word string) E {
	for e := E(0); Named(e); e++ {
		if e.String() == word {
			return e
		}
	}
	panic(bad("no such name", word))
}

// Named says whether the library has a name for this number: what has none shows it.
func Named[E enumeration](e E) bool { return !strings.HasSuffix(e.String(), ")") }

func unescaped(cell string) string {
	var octets strings.Builder
	for rest := cell; rest != ""; {
		before, after, found := strings.Cut(rest, `\`)
		octets.WriteString(before)
		if !found {
			break
		}
		if len(after) < 3 || after[0] != 'x' {
			panic(bad(`not \xNN`, cell))
		}
		octet, err := strconv.ParseUint(after[1:3], 16, 8)
		if err != nil {
			panic(bad(`not \xNN`, cell))
		}
		octets.WriteByte(byte(octet))
		rest = after[3:]
	}
	return octets.String()
}

func retryAfter(word string) oncemore.RetryAfter {
	switch word {
	case "absent":
		return oncemore.RetryAfter{}
	case "malformed":
		return oncemore.RetryAfterMalformed()
	}
	return oncemore.RetryAfterIn(duration(word))
}

// set reads default or none, then +member and -member from left to right.
func set[S any](spelled string, defaults S, with, without func(S, string) S) S {
	var result S
	rest := spelled
	if strings.HasPrefix(rest, "default") {
		result, rest = defaults, rest[len("default"):]
	} else if strings.HasPrefix(rest, "none") {
		rest = rest[len("none"):]
	} else {
		panic(bad("not default or none", spelled))
	}
	for rest != "" {
		// A member may be a negative number, whose sign is not the next member's.
		end := len(rest)
		if len(rest) > 2 {
			if at := strings.IndexAny(rest[2:], "+-"); at >= 0 {
				end = at + 2
			}
		}
		switch member := rest[1:end]; rest[0] {
		case '+':
			result = with(result, member)
		case '-':
			result = without(result, member)
		default:
			panic(bad("not + or -", rest))
		}
		rest = rest[end:]
	}
	return result
}

func statusSet(spelled string, defaults oncemore.StatusSet) oncemore.StatusSet {
	return set(spelled, defaults,
		func(s oncemore.StatusSet, member string) oncemore.StatusSet {
			return s.With(status(member))
		},
		func(s oncemore.StatusSet, member string) oncemore.StatusSet {
			return s.Without(status(member))
		})
}

func failureSet(spelled string) oncemore.FailureSet {
	return set(spelled, oncemore.DefaultFailures(),
		func(s oncemore.FailureSet, member string) oncemore.FailureSet {
			return s.With(enumerator[oncemore.Failure](member))
		},
		func(s oncemore.FailureSet, member string) oncemore.FailureSet {
			return s.Without(enumerator[oncemore.Failure](member))
		})
}

// state is a trail spelled as what it is: HOPS[+moved][+accepted][+doubtful].
func state(spelled string) (oncemore.Trail, bool) {
	names := strings.Split(spelled, "+")
	hops, err := strconv.ParseUint(names[0], 10, 32)
	if err != nil {
		return oncemore.Trail{}, false
	}
	var flags oncemore.TrailFlags
	for _, name := range names[1:] {
		flag := oncemore.TrailFlagMoved
		for ; flag.String() != name; flag <<= 1 {
			if flag == 0 {
				panic(bad("no such flag", name))
			}
		}
		flags |= flag
	}
	return oncemore.TrailOf(uint32(hops), flags), true
}

func trail(spelled string) oncemore.Trail {
	var result oncemore.Trail
	if spelled == "-" {
		return result
	}
	for i, step := range strings.Split(spelled, ",") {
		if state, is := state(step); is && i == 0 {
			result = state
			continue
		}
		if step == "again" {
			result = result.SentAgain()
			continue
		}
		code, methods, colon := strings.Cut(step, ":")
		before, after, arrow := strings.Cut(methods, ">")
		if !colon || !arrow {
			panic(bad("not a step of a trail", step))
		}
		result = result.Followed(status(code), unescaped(before), unescaped(after))
	}
	return result
}

// settings calls assign for each word of a setting list; it says whether it knew the name.
func settings(list string, assign func(name, value string) bool) {
	if list == "-" {
		return
	}
	for _, word := range strings.Fields(list) {
		name, value, equals := strings.Cut(word, "=")
		if !equals || !assign(name, value) {
			panic(bad("no such setting", word))
		}
	}
}

func policy(list string) oncemore.Policy {
	p := oncemore.DefaultPolicy()
	settings(list, func(name, value string) bool {
		switch name {
		case "max_attempts":
			p.MaxAttempts = number32(value)
		case "unrepeatable":
			p.Unrepeatable = enumerator[oncemore.Unrepeatable](value)
		case "redirect_proof":
			p.RedirectProof = enumerator[oncemore.RedirectProof](value)
		case "redirect_rewrite":
			p.RedirectRewrite = enumerator[oncemore.RedirectRewrite](value)
		case "max_redirects":
			p.MaxRedirects = number32(value)
		case "failures":
			p.Failures = failureSet(value)
		case "statuses":
			p.Statuses = statusSet(value, oncemore.DefaultStatuses())
		case "unprocessed":
			p.Unprocessed = statusSet(value, oncemore.DefaultUnprocessed())
		case "deadline":
			p.Deadline = duration(value)
		case "min_attempt_time":
			p.MinAttemptTime = duration(value)
		case "backoff.initial":
			p.Backoff.Initial = duration(value)
		case "backoff.cap":
			p.Backoff.Cap = duration(value)
		case "backoff.floor":
			p.Backoff.Floor = duration(value)
		case "backoff.multiplier":
			p.Backoff.Multiplier = ratio(value)
		case "backoff.jitter":
			p.Backoff.Jitter = enumerator[oncemore.Jitter](value)
		case "backoff.spread":
			p.Backoff.Spread = ratio(value)
		case "backoff.spread_time":
			p.Backoff.SpreadTime = duration(value)
		case "server_wait.mode":
			p.ServerWait.Mode = enumerator[oncemore.ServerWaitMode](value)
		case "server_wait.over_cap":
			p.ServerWait.OverCap = enumerator[oncemore.OverCap](value)
		case "server_wait.cap":
			p.ServerWait.Cap = duration(value)
		case "server_wait.spread":
			p.ServerWait.Spread = ratio(value)
		default:
			return false
		}
		return true
	})
	return p
}

func attempt(list string) oncemore.Attempt {
	a := oncemore.Attempt{Number: 1}
	settings(list, func(name, value string) bool {
		switch name {
		case "number":
			a.Number = number32(value)
		case "method":
			a.Method = oncemore.ParseMethod(unescaped(value))
		case "outcome":
			if value != "" && strings.Contains("-0123456789", value[:1]) {
				a.Status = status(value)
			} else {
				a.Failure = enumerator[oncemore.Failure](value)
			}
		case "repeatable":
			a.Repeatable = enumerator[oncemore.Repeatable](value)
		case "evidence":
			a.Evidence = enumerator[oncemore.Evidence](value)
		case "body":
			a.Body = enumerator[oncemore.Body](value)
		case "budget":
			a.Budget = enumerator[oncemore.BudgetAnswer](value)
		case "server_says":
			a.ServerSays = enumerator[oncemore.ServerSays](value)
		case "elapsed":
			a.Elapsed = duration(value)
		case "previous_delay":
			a.PreviousDelay = duration(value)
		case "retry_after":
			a.RetryAfter = retryAfter(value)
		case "redirects":
			a.Redirects = trail(value)
		case "budget_paid":
			a.BudgetPaid = ratio(value)
		case "hold":
			a.Hold = duration(value)
		default:
			return false
		}
		return true
	})
	return a
}

// decided reads an answer: VERDICT REASON DELAY NOTES.
func decided(cell string) oncemore.Decision {
	words := strings.Split(cell, " ")
	if len(words) != 4 {
		panic(bad("not a decision", cell))
	}
	d := oncemore.Decision{
		Verdict: enumerator[oncemore.Verdict](words[0]),
		Reason:  enumerator[oncemore.Reason](words[1]),
		Delay:   duration(words[2]),
	}
	for bit := oncemore.Notes(1); words[3] != d.Notes.String(); bit <<= 1 {
		if bit == 0 {
			panic(bad("no such notes", words[3]))
		}
		if strings.Contains("+"+words[3]+"+", "+"+bit.String()+"+") {
			d.Notes |= bit
		}
	}
	return d
}

// lines are those of a field: none of -, one of a text, also of an empty one.
func lines(cell string) []string {
	if cell == "-" {
		return nil
	}
	return []string{unescaped(cell)}
}

func hop(list string) oncemore.Hop {
	var h oncemore.Hop
	settings(list, func(name, value string) bool {
		switch name {
		case "status":
			h.Status = status(value)
		case "method":
			h.Method = oncemore.ParseMethod(unescaped(value))
		case "has_location":
			h.HasLocation = yes(value)
		case "body":
			h.Body = enumerator[oncemore.Body](value)
		case "retry_after":
			h.RetryAfter = retryAfter(value)
		case "elapsed":
			h.Elapsed = duration(value)
		default:
			return false
		}
		return true
	})
	return h
}

// Policy reads a setting list that stands by itself, for who reads other tables of the same words.
func Policy(list string) (result oncemore.Policy, err error) {
	err = caught(func() { result = policy(list) })
	return result, err
}

// Settings calls assign for each word of a setting list, with the value unescaped; assign says
// whether it knew the name.
func Settings(list string, assign func(name, value string) bool) error {
	return caught(func() {
		settings(list, func(name, value string) bool { return assign(name, unescaped(value)) })
	})
}

// caught returns the problem that reading met with.
func caught(read func()) (err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case problem:
			err = thrown
		default:
			panic(thrown)
		}
	}()
	read()
	return nil
}
