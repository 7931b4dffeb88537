#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Calls liboncemore as capi/README.md tells a language that is not listed: from abi/layout.txt.

usage: tests/capi/from_layout.py LIBRARY

No header is read here; structs are octets, and fields are offsets of the recorded layout.
"""

import ctypes
import pathlib
import re
import struct
import sys

LAYOUT = pathlib.Path(__file__).resolve().parents[2] / "capi/abi/layout.txt"
LETTER = {2: "H", 4: "I", 8: "q"}

library = ctypes.CDLL(sys.argv[1])
layout = {what: int(number) for what, number in
          (line.rsplit(" ", 1) for line in LAYOUT.read_text("ascii").splitlines())}


class Struct:
    def __init__(self, name, **fields):
        self.name = name
        self.octets = ctypes.create_string_buffer(layout[f"oncemore_{name} size"])
        init = getattr(library, f"oncemore_{name}_init", None)
        if init is not None:
            init(self.octets, ctypes.c_size_t(len(self.octets)))
        for field, value in fields.items():
            struct.pack_into(*self.place(field), value)

    def place(self, field):
        path = f"oncemore_{self.name}.{field}"
        letter = LETTER[layout[f"{path} size"]]
        return letter, self.octets, layout[f"{path} at"]

    def __getitem__(self, field):
        return struct.unpack_from(*self.place(field))[0]


def constant(name):
    return layout[f"ONCEMORE_{name}"]


def check_names():
    """Every constant of an enumeration has the name that the library gives its number."""
    library_names = 0
    for symbol in re.findall(r"^oncemore_(\w+)_name$", SYMBOLS, re.M):
        function = getattr(library, f"oncemore_{symbol}_name")
        function.restype = ctypes.c_char_p
        prefix = f"ONCEMORE_{symbol.upper()}_"
        constants = {what: number for what, number in layout.items() if what.startswith(prefix)}
        assert constants, symbol
        for what, number in constants.items():
            name = function(number).decode("ascii")
            spelled = re.sub(r"[.-]", "_", name).upper()
            if symbol != "convention":  # those are spelled as their own systems spell them
                assert what == prefix + spelled, (what, number, name)
            library_names += 1
        assert function(max(constants.values()) + 1) is None, symbol
    return library_names


def main():
    assert library.oncemore_abi_version() == constant("ABI_VERSION")
    policy = Struct("policy", max_attempts=3)
    attempt = Struct("attempt", number=1, method=constant("METHOD_GET"), status=503)
    decision = Struct("decision")
    library.oncemore_decide_into(policy.octets, attempt.octets, ctypes.c_uint64(0xcf9a04affa6badc0),
                                 decision.octets)
    assert decision["verdict"] == constant("VERDICT_RETRY")
    assert decision["reason"] == constant("REASON_RETRYABLE_STATUS")
    assert decision["delay_ms"] == layout["ONCEMORE_POLICY_INIT.backoff_initial_ms"]
    line = ctypes.create_string_buffer(constant("DESCRIBE_MAX"))
    library.oncemore_describe(policy.octets, attempt.octets, decision.octets, line,
                              ctypes.c_size_t(len(line)))
    assert line.value == b"attempt 1 of 3: 503, retry in 1000 ms", line.value
    print(f"{line.value.decode()}; {check_names()} names")


SYMBOLS = (LAYOUT.parent.parent / "symbols.txt").read_text("ascii")
main()
