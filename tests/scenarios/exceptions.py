# SPDX-License-Identifier: MIT
"""What a client cannot do, and why: exceptions.txt, compared with what the drivers say."""

import fnmatch

from adapters import rows


class Exceptions:
    """Rows `OPTION | ADAPTERS | REASON`; a row that nothing needs is a fault, too."""

    def __init__(self, path):
        self._rows = [(option, adapters.replace(",", " ").split(), reason)
                      for option, adapters, reason in rows(path, 3)]
        self._used = set()

    def judge(self, adapter, words, unsupported):
        """(reason, difference) of a driver's answer to a scenario whose options are these words.

        At most one of them is not None; `unsupported` is the option that the driver refused.
        """
        known = self._reason(adapter, unsupported) if unsupported else None
        if unsupported and not any(names(unsupported, word) for word in words):
            return None, f"refused {unsupported}, which the scenario does not ask for"
        if unsupported and known is None:
            return None, f"refused {unsupported}; exceptions.txt gives no reason"
        if unsupported:
            return known, None
        for option, adapters, _ in self._rows:
            if matches(adapter, adapters) and any(names(option, word) for word in words):
                return None, f"exceptions.txt says that {option} does not work, and it did"
        return None, None

    def _reason(self, adapter, option):
        for row, (named, adapters, reason) in enumerate(self._rows):
            for pattern in adapters:
                if named == option and fnmatch.fnmatchcase(adapter, pattern):
                    self._used.add((row, pattern))
                    return f"{option}: {reason}"
        return None

    def unused(self):
        """What no driver of a complete run has refused."""
        return [f"exceptions.txt: {option} for {pattern}: no driver refused it"
                for row, (option, adapters, _) in enumerate(self._rows) for pattern in adapters
                if (row, pattern) not in self._used]


def matches(adapter, patterns):
    return any(fnmatch.fnmatchcase(adapter, pattern) for pattern in patterns)


def names(option, word):
    """`body` and `body=consumed` both name the word `body=consumed:10`."""
    return word == option or word.startswith((f"{option}=", f"{option}:"))
