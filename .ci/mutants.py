# SPDX-License-Identifier: MIT
"""The mutants of a C++ header: every way to change exactly one place of it.

The header is cut into tokens; comments and preprocessor lines are no tokens, and the tokens of
static assertions, template parameter lists, decltype, sizeof and operators' names are left alone:
a change there does not compile or decides nothing. That a '<' compares, and opens no list of
template arguments, is seen by the blanks around it, which clang-format sees to.
"""

import collections
import hashlib
import re

TOKEN = re.compile(r"""
    (?P<skipped> //[^\n]* | /\*.*?\*/ | ^[ \t]*\#(?:\\\n|[^\n])* | \s+ )
  | (?P<literal> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+' )
  | (?P<number> 0[xX][0-9a-fA-F']+[uUlL]* | [0-9][0-9']*[uUlL]* )
  | (?P<word> [A-Za-z_]\w* )
  | (?P<sign> <<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||::|\[\[|\]\]|. )
    """, re.X | re.S | re.M)

RELATIONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"),
             "==": ("!=",), "!=": ("==",)}
CONNECTIVES = {"&&": "||", "||": "&&"}
ARITHMETIC = {"+": "-", "-": "+", "*": "/", "/": "*", "%": "/", "<<": ">>", ">>": "<<", "&": "|",
              "|": "&"}
ASSIGNMENTS = {"+=": "-=", "-=": "+=", "*=": "/=", "/=": "*=", "|=": "&=", "&=": "|=", "++": "--",
               "--": "++"}
TRUTHS = {"true": "false", "false": "true"}
OPENING = {"(": ")", "[": "]", "{": "}"}
OPERATORS = ("relation", "logic", "arithmetic", "constant", "condition", "statement", "case")

Token = collections.namedtuple("Token", "kind text start end apart")  # apart: a blank on both sides


class Mutant:
    """One change: `replacement` for what stands in [start, end) of the header's source."""

    def __init__(self, header, source, operator, start, end, replacement):
        self.header, self.operator = header, operator
        self.source = source[:start] + replacement + source[end:]
        self.line = source.count("\n", 0, start) + 1
        self.change = f"{short(source[start:end])} -> {short(replacement) or 'nothing'}"
        # The lines that it touches, before and after: what the change is called by.
        first = source.rfind("\n", 0, start) + 1
        last = source.find("\n", end)
        self.old = squeezed(source[first:last])
        self.new = squeezed(source[first:start] + replacement + source[end:last])
        self.id = ""


def short(code):
    code = squeezed(code)
    return code if len(code) <= 60 else f"{code[:40]} ... {code[-15:]}"


def squeezed(code):
    """Code on one line, without comments."""
    return " ".join(re.sub(r"//[^\n]*", "", code).split())


def tokens_of(source):
    found = []
    for match in TOKEN.finditer(source):
        if match.lastgroup != "skipped":
            apart = source[match.start() - 1:match.start()].isspace() \
                and source[match.end():match.end() + 1].isspace()
            found.append(Token(match.lastgroup, match.group(), match.start(), match.end(), apart))
    return found


class Header:
    def __init__(self, name, source):
        self.name, self.source = name, source
        self.tokens = tokens_of(source)
        self.texts = [token.text for token in self.tokens]
        self.partner = self._partners()
        self.inert = self._inert()
        self.mutants = []

    def _partners(self):
        """Where the bracket that belongs to a bracket stands."""
        partner, opened = {}, []
        for i, text in enumerate(self.texts):
            if text in OPENING:
                opened.append(i)
            elif text in OPENING.values():
                partner[i] = opened.pop()
                partner[partner[i]] = i
        return partner

    def _inert(self):
        inert = set()
        for i, text in enumerate(self.texts):
            if text in ("static_assert", "decltype", "sizeof"):
                inert.update(range(i, self.partner[i + 1] + 1))
            elif text == "operator":
                inert.update((i + 1, i + 2))
            elif text == "template":
                depth, end = 0, i + 1
                while end == i + 1 or depth > 0:
                    depth += {"<": 1, ">": -1, ">>": -2}.get(self.texts[end], 0)
                    end += 1
                inert.update(range(i, end))
        return inert

    def add(self, operator, start, end, replacement):
        self.mutants.append(Mutant(self.name, self.source, operator, start, end, replacement))

    def all_mutants(self):
        for i, token in enumerate(self.tokens):
            if i not in self.inert:
                self._change_token(i, token)
                self._negate_condition(i, token)
                self._drop_label(i, token)
        for start in self._statements():
            self._drop_statement(start)
        seen = collections.Counter()
        for mutant in self.mutants:
            # Called by what it does, not where, so that its name outlives changes elsewhere.
            what = "\n".join((self.name, mutant.old, mutant.new))
            seen[what] += 1
            mutant.id = hashlib.sha1(f"{what}\n{seen[what]}".encode()).hexdigest()[:8]
        return self.mutants

    def _change_token(self, i, token):
        text = token.text
        unary = self.tokens[i - 1].kind == "sign" and self.texts[i - 1] not in (")", "]", "}") \
            or self.texts[i - 1] == "return"

        def to(operator, replacement):
            self.add(operator, token.start, token.end, replacement)

        if token.apart and text in RELATIONS:
            for replacement in RELATIONS[text]:
                to("relation", replacement)
        elif token.apart and text in CONNECTIVES:
            to("logic", CONNECTIVES[text])
        elif text == "!":
            to("logic", "")
        elif token.apart and text in ARITHMETIC:
            to("arithmetic", ARITHMETIC[text])
        elif text in ASSIGNMENTS:
            to("arithmetic", ASSIGNMENTS[text])
        elif text == "~" or (text == "-" and unary):
            to("arithmetic", "")
        elif text in TRUTHS:
            to("constant", TRUTHS[text])
        elif token.kind == "number":
            digits = text.rstrip("uUlL")
            for step in (1, -1):
                value = int(digits.replace("'", ""), 0) + step
                written = hex(value) if digits.lower().startswith("0x") else str(value)
                to("constant", written + text[len(digits):])

    # What ends the condition of a conditional expression, going back from its question mark.
    BEFORE_CONDITION = {"(", "{", "[", ",", ";", ":", "?", "return", "="}

    def _negate_condition(self, i, token):
        if token.text in ("if", "while") and self.texts[i + 1] == "(":
            first, last = i + 2, self.partner[i + 1] - 1
        elif token.text == "for" and ";" in self.texts[i:self.partner[i + 1]]:
            first = self.texts.index(";", i) + 1
            last = self.texts.index(";", first) - 1
        elif token.text == "?":
            first, last = i, i - 1
            while self.texts[first - 1] not in self.BEFORE_CONDITION:
                first = self.partner.get(first - 1, first - 1)
        else:
            return
        condition = self.texts[first:last + 1]
        # A lone comparison or a lone '!' is turned round by the operators above.
        lone = not any(text in CONNECTIVES for text in condition)
        if not condition or lone and (condition[0] == "!"
                                      or any(text in RELATIONS for text in condition)):
            return
        start, end = self.tokens[first].start, self.tokens[last].end
        self.add("condition", start, end, f"!({self.source[start:end]})")

    def _drop_label(self, i, token):
        if token.text == "case" or (token.text == "default" and self.texts[i + 1] == ":"):
            colon = self.texts.index(":", i)
            self.add("case", token.start, self.tokens[colon].end, "")

    def _statements(self):
        """The first tokens of the statements in functions' bodies."""
        brackets, bodies = [], set()  # the open ones, and which of all are those of bodies
        for i, text in enumerate(self.texts):
            before = self.texts[i - 1]
            if brackets and brackets[-1] in bodies and text != "}" and i not in self.inert and (
                    before in (";", "else", "do")
                    or before in ("{", "}") and self.partner[i - 1] in bodies
                    or before == ":" and self._is_label(i - 1)
                    or before == ")" and self._is_head(i - 1)):
                yield i
            if text in OPENING:
                brackets.append(i)
                if text == "{" and (before in (")", "noexcept", "else", "do") or before in
                                    (":", ";", "{", "}") and brackets[-2] in bodies):
                    bodies.update((i, self.partner[i]))
            elif text in OPENING.values():
                brackets.pop()

    def _is_head(self, closing):
        return self.texts[self.partner[closing] - 1] in ("if", "constexpr", "for", "while")

    def _is_label(self, colon):
        before = colon - 1
        while self.texts[before] not in (";", "{", "}", "?", "case", "default"):
            before -= 1
        return self.texts[before] in ("case", "default")

    NOT_DROPPED = {"{", "}", ";", "if", "for", "while", "switch", "do", "else", "case", "default",
                   "constexpr", "static", "using", "typename", "const", "auto", "__extension__"}

    def _drop_statement(self, first):
        if self.texts[first] in self.NOT_DROPPED:
            return
        end = first
        while self.texts[end] != ";":
            end = self.partner.get(end, end) + 1
        # A declaration begins with a name and goes on with another one, 'const' or '<'.
        after = first + 1
        while self.texts[after] == "::":
            after += 2
        if self.tokens[first].kind == "word" and self.texts[first] != "return" and \
                (self.tokens[after].kind == "word" or self.texts[after] in ("<", "&")):
            return
        self.add("statement", self.tokens[first].start, self.tokens[end - 1].end, "")


def mutants_of(name, source):
    return Header(name, source).all_mutants()
