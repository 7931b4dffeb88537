// SPDX-License-Identifier: MIT

package oncemore_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/oncemore/oncemore/bindings/go"
)

// functions says where each function of the library is in Go. An empty name is an exclusion, and
// excluded says why.
var functions = map[string]string{
	"oncemore_abi_version":              "",
	"oncemore_advance":                  "Attempt.Advance",
	"oncemore_attempt_init":             "",
	"oncemore_attempts_from_retries":    "AttemptsFromRetries",
	"oncemore_body_name":                "Body.String",
	"oncemore_budget_answer_name":       "BudgetAnswer.String",
	"oncemore_ceiling":                  "Policy.Ceiling",
	"oncemore_convention_name":          "Convention.String",
	"oncemore_decide":                   "Decide",
	"oncemore_default_failures":         "DefaultFailures",
	"oncemore_default_statuses":         "DefaultStatuses",
	"oncemore_default_unprocessed":      "DefaultUnprocessed",
	"oncemore_delay_range":              "Policy.DelayRange",
	"oncemore_describe":                 "Describe",
	"oncemore_draw":                     "Range.Draw",
	"oncemore_evidence_name":            "Evidence.String",
	"oncemore_evidence_of_attempt":      "EvidenceOf",
	"oncemore_evidence_of_failure":      "Failure.Evidence",
	"oncemore_evidence_of_status":       "EvidenceOfStatus",
	"oncemore_failure_name":             "Failure.String",
	"oncemore_failure_set_contains":     "FailureSet.Contains",
	"oncemore_failure_set_valid":        "FailureSet.Valid",
	"oncemore_failure_set_with":         "FailureSet.With",
	"oncemore_failure_set_without":      "FailureSet.Without",
	"oncemore_follow":                   "Follow",
	"oncemore_grammar_name":             "Grammar.String",
	"oncemore_hop_init":                 "",
	"oncemore_is_assigned_server_error": "IsAssignedServerError",
	"oncemore_is_final":                 "IsFinal",
	"oncemore_is_idempotent":            "Method.Idempotent",
	"oncemore_is_followable":            "IsFollowable",
	"oncemore_is_redirection":           "IsRedirection",
	"oncemore_is_safe":                  "Method.Safe",
	"oncemore_is_success":               "IsSuccess",
	"oncemore_jitter_name":              "Jitter.String",
	"oncemore_combined":                 "Combined",
	"oncemore_max_attempts_for":         "MaxAttemptsFor",
	"oncemore_method_name":              "Method.String",
	"oncemore_next_body_name":           "NextBody.String",
	"oncemore_next_method_name":         "NextMethod.String",
	"oncemore_note_name":                "Notes.String",
	"oncemore_over_cap_name":            "OverCap.String",
	"oncemore_own_delay":                "Policy.OwnDelay",
	"oncemore_parse_http_date":          "ParseHTTPDate",
	"oncemore_parse_method":             "ParseMethod",
	"oncemore_parse_retry_after":        "ParseRetryAfter",
	"oncemore_policy_error_message":     "PolicyError.Error",
	"oncemore_policy_error_name":        "PolicyError.String",
	"oncemore_policy_init":              "DefaultPolicy",
	"oncemore_proves_acceptance":        "Trail.ProvesAcceptance",
	"oncemore_reason_message":           "Reason.Message",
	"oncemore_reason_name":              "Reason.String",
	"oncemore_reference_time":           "ReferenceTime",
	"oncemore_time_left":                "Policy.TimeLeft",
	"oncemore_redirect_proof_name":      "RedirectProof.String",
	"oncemore_redirect_rewrite_name":    "RedirectRewrite.String",
	"oncemore_repeatable_name":          "Repeatable.String",
	"oncemore_requests_per_call":        "RequestsPerCall",
	"oncemore_requests_per_call_layers": "RequestsPerCallLayers",
	"oncemore_requests_per_call_shared": "RequestsPerCallShared",
	"oncemore_retries_from_attempts":    "RetriesFromAttempts",
	"oncemore_retry_after_kind_name":    "RetryAfterKind.String",
	"oncemore_retry_after_until":        "RetryAfterAt",
	"oncemore_server_says_name":         "ServerSays.String",
	"oncemore_server_wait_mode_name":    "ServerWaitMode.String",
	"oncemore_status_set_contains":      "StatusSet.Contains",
	"oncemore_status_set_valid":         "StatusSet.Valid",
	"oncemore_status_set_with":          "StatusSet.With",
	"oncemore_status_set_without":       "StatusSet.Without",
	"oncemore_trail_flag_name":          "TrailFlags.String",
	"oncemore_trail_followed":           "Trail.Followed",
	"oncemore_trail_sent_again":         "Trail.SentAgain",
	"oncemore_unrepeatable_name":        "Unrepeatable.String",
	"oncemore_validate":                 "Policy.Validate",
	"oncemore_verdict_name":             "Verdict.String",
	"oncemore_verdict_of":               "Reason.Verdict",
	"oncemore_version":                  "Version",
	"oncemore_version_number":           "",
	"oncemore_decide_into":              "",
	"oncemore_delay_range_into":         "",
	"oncemore_follow_into":              "",
	"oncemore_combined_into":            "",
	"oncemore_parse_http_date_into":     "",
	"oncemore_parse_retry_after_into":   "",
	"oncemore_retry_after_until_into":   "",
	"oncemore_trail_followed_into":      "",
	"oncemore_trail_sent_again_into":    "",
}

// excluded says why Go has no name for a function.
func excluded(function string) string {
	switch function {
	case "oncemore_abi_version", "oncemore_version_number":
		return "the library is compiled into the package, so no other can be loaded"
	case "oncemore_attempt_init", "oncemore_hop_init":
		return "a composite literal does it: their defaults are zeros"
	}
	if strings.HasSuffix(function, "_into") {
		return "a twin for languages that cannot take a struct"
	}
	return ""
}

// sources are the syntax trees of the package, without its tests.
func sources(t *testing.T) []*ast.File {
	t.Helper()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// declared are the package's exported functions, types and constants, and methods as Type.Method.
func declared(t *testing.T) map[string]ast.Node {
	t.Helper()
	names := map[string]ast.Node{}
	for _, file := range sources(t) {
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					receiver := d.Recv.List[0].Type
					if star, is := receiver.(*ast.StarExpr); is {
						receiver = star.X
					}
					name = receiver.(*ast.Ident).Name + "." + name
				}
				names[name] = d
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						names[s.Name.Name] = d
						if fields, is := s.Type.(*ast.StructType); is {
							for _, field := range fields.Fields.List {
								for _, ident := range field.Names {
									names[s.Name.Name+"."+ident.Name] = field
								}
							}
						}
					case *ast.ValueSpec:
						for _, ident := range s.Names {
							names[ident.Name] = s
						}
					}
				}
			}
		}
	}
	for name := range names {
		for _, part := range strings.Split(name, ".") {
			if !ast.IsExported(part) {
				delete(names, name)
			}
		}
	}
	return names
}

func TestEveryFunctionOfTheLibraryIsHere(t *testing.T) {
	symbols := strings.Fields(read(t, checkout(t), "capi", "symbols.txt"))
	border := read(t, "border.h")
	names := declared(t)
	for _, symbol := range symbols {
		name, known := functions[symbol]
		switch {
		case !known:
			t.Errorf("%s: add it to the package and to this test, or exclude it here", symbol)
		case name == "" && excluded(symbol) == "":
			t.Errorf("%s: is excluded without a reason", symbol)
		case name != "" && names[name] == nil:
			t.Errorf("%s: there is no %s", symbol, name)
		case name != "" && !regexp.MustCompile(`\b`+symbol+`\b`).MatchString(border):
			t.Errorf("%s: border.h does not call it", symbol)
		}
		delete(functions, symbol)
	}
	for symbol := range functions {
		t.Errorf("%s: the library has no such function", symbol)
	}
	t.Logf("%d functions of the library", len(symbols))
}

func TestEveryExportedNameHasADocComment(t *testing.T) {
	for name, node := range declared(t) {
		var doc *ast.CommentGroup
		switch n := node.(type) {
		case *ast.FuncDecl:
			doc = n.Doc
		case *ast.GenDecl:
			doc = n.Doc
		case *ast.ValueSpec:
			doc = n.Comment
			if doc == nil {
				doc = n.Doc
			}
			if name == "Unlimited" || name == "NoDeadline" || name == "ErrMalformedDate" {
				continue // alone in their declarations, which have the comment
			}
		case *ast.Field:
			doc = n.Doc
			short := strings.HasPrefix(name, "Layer.") || strings.HasPrefix(name, "Range.") ||
				strings.HasPrefix(name, "ConventionError.")
			if short {
				continue // the type's comment says it
			}
		}
		if doc == nil {
			t.Errorf("%s has no doc comment", name)
		}
	}
}

// enumerations are the enumerations of the package, each with what names its numbers.
var enumerations = map[string]func(uint32) string{
	"Verdict":         func(n uint32) string { return oncemore.Verdict(n).String() },
	"Reason":          func(n uint32) string { return oncemore.Reason(n).String() },
	"NextMethod":      func(n uint32) string { return oncemore.NextMethod(n).String() },
	"NextBody":        func(n uint32) string { return oncemore.NextBody(n).String() },
	"Method":          func(n uint32) string { return oncemore.Method(n).String() },
	"Failure":         func(n uint32) string { return oncemore.Failure(n).String() },
	"Evidence":        func(n uint32) string { return oncemore.Evidence(n).String() },
	"Repeatable":      func(n uint32) string { return oncemore.Repeatable(n).String() },
	"Body":            func(n uint32) string { return oncemore.Body(n).String() },
	"BudgetAnswer":    func(n uint32) string { return oncemore.BudgetAnswer(n).String() },
	"ServerSays":      func(n uint32) string { return oncemore.ServerSays(n).String() },
	"RetryAfterKind":  func(n uint32) string { return oncemore.RetryAfterKind(n).String() },
	"Unrepeatable":    func(n uint32) string { return oncemore.Unrepeatable(n).String() },
	"RedirectProof":   func(n uint32) string { return oncemore.RedirectProof(n).String() },
	"RedirectRewrite": func(n uint32) string { return oncemore.RedirectRewrite(n).String() },
	"Jitter":          func(n uint32) string { return oncemore.Jitter(n).String() },
	"ServerWaitMode":  func(n uint32) string { return oncemore.ServerWaitMode(n).String() },
	"OverCap":         func(n uint32) string { return oncemore.OverCap(n).String() },
	"Grammar":         func(n uint32) string { return oncemore.Grammar(n).String() },
	"PolicyError":     func(n uint32) string { return oncemore.PolicyError(n).String() },
	"Convention":      func(n uint32) string { return oncemore.Convention(n).String() },
	"Notes":           func(n uint32) string { return oncemore.Notes(n).String() },
	"TrailFlags":      func(n uint32) string { return oncemore.TrailFlags(n).String() },
}

// plain is a name without what languages spell differently. Some conventions are functions whose
// names begin with With.
func plain(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "with", "")
	return regexp.MustCompile(`[^a-z0-9]`).ReplaceAllString(name, "")
}

// The library names its enumerators, so a wrong number or a missing enumerator of ours shows.
func TestEnumeratorsAreTheLibrarys(t *testing.T) {
	ours := map[string]map[uint32]string{}
	for _, file := range sources(t) {
		ast.Inspect(file, func(node ast.Node) bool {
			spec, is := node.(*ast.ValueSpec)
			if !is || len(spec.Values) != 1 {
				return true
			}
			typeName, is := spec.Type.(*ast.Ident)
			literal, number := spec.Values[0].(*ast.BasicLit)
			if !is || !number || enumerations[typeName.Name] == nil {
				return true
			}
			value, _ := constant.Uint64Val(
				constant.MakeFromLiteral(literal.Value, literal.Kind, 0))
			if ours[typeName.Name] == nil {
				ours[typeName.Name] = map[uint32]string{}
			}
			prefix := strings.TrimSuffix(typeName.Name, "s")
			if typeName.Name == "Unrepeatable" || typeName.Name == "ServerSays" {
				prefix = typeName.Name
			}
			ours[typeName.Name][uint32(value)] = strings.TrimPrefix(spec.Names[0].Name, prefix)
			return true
		})
	}
	for enumeration, name := range enumerations {
		next := func(n uint32) uint32 { return n + 1 }
		number := uint32(0)
		if enumeration == "Notes" || enumeration == "TrailFlags" {
			next = func(n uint32) uint32 { return n * 2 }
			number = 1
		}
		count := 0
		for ; !strings.HasSuffix(name(number), fmt.Sprintf("(%d)", number)); number = next(number) {
			count++
			if got := ours[enumeration][number]; plain(got) != plain(name(number)) {
				t.Errorf("%s %d is %q, but %q in the library", enumeration, number, got,
					name(number))
			}
		}
		if count == 0 || count != len(ours[enumeration]) {
			t.Errorf("%s has %d enumerators, %d in the library", enumeration,
				len(ours[enumeration]), count)
		}
	}
}

// The defaults come from the library; the constants that we write must agree with it.
func TestDefaults(t *testing.T) {
	policy := oncemore.DefaultPolicy()
	if err := policy.Validate(); err != nil {
		t.Error(err)
	}
	if policy.Deadline != oncemore.NoDeadline {
		t.Errorf("no deadline is %v in the library", policy.Deadline)
	}
	same := policy.Failures == oncemore.DefaultFailures() &&
		policy.Statuses == oncemore.DefaultStatuses() &&
		policy.Unprocessed == oncemore.DefaultUnprocessed()
	if !same {
		t.Error("the default sets are not those of the default policy")
	}
	if n := oncemore.AttemptsFromRetries(oncemore.Unlimited); n != oncemore.Unlimited {
		t.Errorf("unlimited retries are %d attempts", n)
	}
	// What the documentation of Policy says.
	want := oncemore.Policy{
		MaxAttempts:  4,
		Unrepeatable: oncemore.UnrepeatableIfUnprocessed,
		MaxRedirects: 10,
		Failures:     policy.Failures,
		Statuses:     policy.Statuses,
		Unprocessed:  oncemore.Statuses(413, 421, 425, 429),
		Deadline:     oncemore.NoDeadline,
		Backoff: oncemore.Backoff{
			Initial: time.Second, Cap: 30 * time.Second, Multiplier: 2,
			Jitter: oncemore.JitterEqual, Spread: 0.5,
		},
		ServerWait: oncemore.ServerWait{Cap: 30 * time.Second, Spread: 0.1},
	}
	if policy != want {
		t.Errorf("the documentation says\n%+v\nthe library\n%+v", want, policy)
	}
	if s := policy.Statuses.String(); s != "{408 413 421 425 429 500 502-504 509 512-999}" {
		t.Error(s)
	}
	if s := policy.Failures.String(); s != "{name_resolution connect tls_handshake not_sent "+
		"rejected send timeout connection_lost bad_response}" {
		t.Error(s)
	}
}

func TestVersion(t *testing.T) {
	header := read(t, "oncemore.h")
	var parts []string
	for _, part := range []string{"MAJOR", "MINOR", "PATCH"} {
		define := regexp.MustCompile(`#define ONCEMORE_VERSION_` + part + ` (\d+)`)
		parts = append(parts, define.FindStringSubmatch(header)[1])
	}
	if want := strings.Join(parts, "."); oncemore.Version() != want {
		t.Errorf("version %s, the header says %s", oncemore.Version(), want)
	}
}

// The README's table names what there is.
func TestReadmeNamesWhatThereIs(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "README.md"), "## What it is called in Go\n")
	table, _, _ = strings.Cut(table, "\n\nEnumerators")
	names := declared(t)
	quoted := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(table, -1)
	for _, name := range quoted {
		if names[name[1]] == nil {
			t.Errorf("there is no %s", name[1])
		}
	}
	for name := range names {
		function, is := names[name].(*ast.FuncDecl)
		if is && function.Recv == nil && !strings.Contains(table, "`"+name+"`") &&
			!strings.HasPrefix(name, "Is") && !strings.HasPrefix(name, "Default") &&
			name != "RetryAfterMalformed" && name != "Version" {
			t.Errorf("the table leaves out %s", name)
		}
	}
	if len(quoted) < 40 {
		t.Error("the table was not found")
	}
}
