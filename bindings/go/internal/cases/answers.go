// SPDX-License-Identifier: MIT

package cases

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

func ms(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }

func field(r oncemore.RetryAfter) string {
	if wait, ok := r.Wait(); ok {
		return ms(wait)
	}
	return r.Kind().String()
}

func decision(d oncemore.Decision) string {
	return fmt.Sprintf("%v %v %s %v", d.Verdict, d.Reason, ms(d.Delay), d.Notes)
}

func decide(in []string) string {
	return decision(oncemore.Decide(policy(in[0]), attempt(in[1]), randomBits(in[2])))
}

func advance(in []string) string {
	a := attempt(in[0]).AdvancePaid(decided(in[1]), ratio(in[2]))
	var words []string
	say := func(name, value, usual string) {
		if value != usual {
			words = append(words, name+"="+value)
		}
	}
	say("number", strconv.FormatUint(uint64(a.Number), 10), "1")
	say("method", a.Method.String(), oncemore.MethodUnknown.String())
	if a.Failure != oncemore.FailureNone {
		say("outcome", a.Failure.String(), "")
	}
	say("outcome", strconv.Itoa(a.Status), "0")
	say("repeatable", a.Repeatable.String(), "by_method")
	say("evidence", a.Evidence.String(), "by_outcome")
	say("body", a.Body.String(), "replayable")
	say("budget", a.Budget.String(), "granted")
	say("server_says", a.ServerSays.String(), "nothing")
	say("elapsed", ms(a.Elapsed), "0")
	say("previous_delay", ms(a.PreviousDelay), "0")
	say("retry_after", field(a.RetryAfter), "absent")
	trail := strings.TrimSuffix(a.Redirects.String(), " -")
	say("redirects", strings.Replace(trail, " ", "+", 1), "0")
	say("budget_paid", strconv.FormatFloat(a.BudgetPaid*1000, 'f', 0, 64), "0")
	say("hold", ms(a.Hold), "0")
	if words == nil {
		return "-"
	}
	return strings.Join(words, " ")
}

func timeLeft(in []string) string {
	left, limited := policy(in[0]).TimeLeft(duration(in[1]))
	if !limited {
		return "none"
	}
	return ms(left)
}

func referenceTime(in []string) string {
	at := oncemore.ReferenceTimeLines(lines(in[1]), lines(in[2]), instant(in[0]))
	return strconv.FormatInt(at.UnixMilli(), 10)
}

func describe(in []string) string {
	p, a := policy(in[0]), attempt(in[1])
	return oncemore.Describe(p, a, oncemore.Decide(p, a, randomBits(in[2])))
}

func follow(in []string) string {
	h := oncemore.Follow(policy(in[0]), trail(in[1]), hop(in[2]))
	return fmt.Sprintf("%v %v %s %v %v", h.Verdict, h.Reason, ms(h.Delay), h.Method, h.Body)
}

func backoff(in []string) string {
	p, n, previous := policy(in[0]), number32(in[1]), duration(in[2])
	r := p.DelayRange(n, previous)
	return strings.Join([]string{ms(p.Ceiling(n)), ms(r.Low), ms(r.High),
		ms(p.OwnDelay(n, previous, randomBits(in[3])))}, " ")
}

func validate(in []string) string {
	switch err := policy(in[0]).Validate().(type) {
	case nil:
		return oncemore.PolicyErrorNone.String()
	case oncemore.PolicyError:
		return err.String()
	default:
		return err.Error()
	}
}

func httpDate(in []string) string {
	date, err := enumerator[oncemore.Grammar](in[0]).ParseHTTPDate(unescaped(in[2]), instant(in[1]))
	if err != nil {
		return "malformed"
	}
	return strconv.FormatInt(date.UnixMilli(), 10)
}

// An empty text is a line here, which ParseRetryAfter would take for an absent field.
func retryAfterOf(in []string) string {
	grammar := enumerator[oncemore.Grammar](in[0])
	return field(grammar.ParseRetryAfterLines([]string{unescaped(in[2])}, instant(in[1])))
}

func retryAfterLines(in []string) string {
	var lines []string
	if in[2] != "-" {
		lines = strings.Split(unescaped(in[2]), "\n")
	}
	grammar := enumerator[oncemore.Grammar](in[0])
	return field(grammar.ParseRetryAfterLines(lines, instant(in[1])))
}

func methods(in []string) string {
	method := oncemore.ParseMethod(unescaped(in[0]))
	return yesNo(method.Safe()) + " " + yesNo(method.Idempotent())
}

func statuses(in []string) string {
	code := status(in[0])
	class := "error"
	switch {
	case !oncemore.IsFinal(code):
		class = "invalid"
	case oncemore.IsSuccess(code):
		class = "success"
	case oncemore.IsRedirection(code):
		class = "redirect"
	}
	return class + " " + yesNo(oncemore.DefaultStatuses().Contains(code)) + " " +
		yesNo(oncemore.DefaultUnprocessed().Contains(code))
}

func failures(in []string) string {
	failure := enumerator[oncemore.Failure](in[0])
	return failure.Evidence().String() + " " + yesNo(oncemore.DefaultFailures().Contains(failure))
}

func conventions(in []string) string {
	attempts, err := oncemore.MaxAttemptsFor(enumerator[oncemore.Convention](in[0]), number(in[1]))
	if err != nil {
		return "0"
	}
	return strconv.FormatUint(uint64(attempts), 10)
}

func attempts(in []string) string {
	n := number32(in[1])
	switch in[0] {
	case "from_retries":
		n = oncemore.AttemptsFromRetries(n)
	case "to_retries":
		n = oncemore.RetriesFromAttempts(n)
	default:
		panic(bad("no such conversion", in[0]))
	}
	return strconv.FormatUint(uint64(n), 10)
}

func requests(in []string) string {
	var layers []oncemore.Layer
	for _, layer := range strings.Split(in[0], ",") {
		if attempts, redirects, plus := strings.Cut(layer, "+"); plus {
			shared := oncemore.RequestsPerCallShared(number32(attempts), number32(redirects))
			return strconv.FormatUint(shared, 10)
		}
		attempts, redirects, times := strings.Cut(layer, "x")
		if !times {
			panic(bad("not a layer", layer))
		}
		layers = append(layers, oncemore.Layer{
			Attempts: number32(attempts), Redirects: number32(redirects)})
	}
	product := oncemore.RequestsPerCallLayers(layers...)
	if len(layers) == 1 {
		alone := oncemore.RequestsPerCall(layers[0].Attempts, layers[0].Redirects)
		if alone != product {
			panic(bad("RequestsPerCall differs from a layer alone", in[0]))
		}
	}
	return strconv.FormatUint(product, 10)
}

func nameOf[E enumeration](n uint32) string {
	if e := E(n); uint32(e) == n && Named(e) {
		return e.String()
	}
	return "-"
}

// A set of one bit has that bit's name.
func noteName(n uint32) string {
	if name := oncemore.Notes(n).String(); !strings.HasPrefix(name, "bit(") {
		return name
	}
	return "-"
}

var enumerations = map[string]func(uint32) string{
	"failure":          nameOf[oncemore.Failure],
	"method":           nameOf[oncemore.Method],
	"grammar":          nameOf[oncemore.Grammar],
	"retry_after_kind": nameOf[oncemore.RetryAfterKind],
	"jitter":           nameOf[oncemore.Jitter],
	"redirect_rewrite": nameOf[oncemore.RedirectRewrite],
	"redirect_proof":   nameOf[oncemore.RedirectProof],
	"verdict":          nameOf[oncemore.Verdict],
	"reason":           nameOf[oncemore.Reason],
	"note":             noteName,
	"evidence":         nameOf[oncemore.Evidence],
	"repeatable":       nameOf[oncemore.Repeatable],
	"body":             nameOf[oncemore.Body],
	"budget_answer":    nameOf[oncemore.BudgetAnswer],
	"server_says":      nameOf[oncemore.ServerSays],
	"server_wait_mode": nameOf[oncemore.ServerWaitMode],
	"over_cap":         nameOf[oncemore.OverCap],
	"unrepeatable":     nameOf[oncemore.Unrepeatable],
	"policy_error":     nameOf[oncemore.PolicyError],
	"next_method":      nameOf[oncemore.NextMethod],
	"next_body":        nameOf[oncemore.NextBody],
	"convention":       nameOf[oncemore.Convention],
}

func enumerators(in []string) string {
	name, known := enumerations[in[0]]
	if !known {
		panic(bad("no such enumeration", in[0]))
	}
	return name(number32(in[1]))
}

// kind is a kind of question: how many cells it takes, and what answers it.
type kind struct {
	inputs int
	answer func(in []string) string
}

var kinds = map[string]kind{
	"decide":            {3, decide},
	"advance":           {3, advance},
	"time_left":         {2, timeLeft},
	"reference_time":    {3, referenceTime},
	"follow":            {3, follow},
	"trail":             {1, func(in []string) string { return trail(in[0]).String() }},
	"backoff":           {4, backoff},
	"validate":          {1, validate},
	"describe":          {3, describe},
	"http_date":         {3, httpDate},
	"retry_after":       {3, retryAfterOf},
	"retry_after_lines": {3, retryAfterLines},
	"methods":           {1, methods},
	"statuses":          {1, statuses},
	"failures":          {1, failures},
	"conventions":       {2, conventions},
	"attempts":          {2, attempts},
	"requests":          {1, requests},
	"enumerators":       {2, enumerators},
}

// Inputs is the number of input cells of a kind of question, 0 if there is no such kind.
func Inputs(name string) int { return kinds[name].inputs }

// Answer answers a case: a kind of question and its input cells.
func Answer(name string, in []string) (answer string, err error) {
	asked, known := kinds[name]
	if !known {
		return "", bad("no such kind", name)
	}
	if len(in) != asked.inputs {
		return "", bad("not as many cells as asked for", strings.Join(in, " | "))
	}
	err = caught(func() { answer = asked.answer(in) })
	return answer, err
}
