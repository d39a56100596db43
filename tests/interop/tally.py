"""The count of what went well, of the tests that drive the library by ctypes.

What another program can't do stands in a table of gaps, each with its reason; every gap is counted and printed, and one that
nothing needs any more is a failure when everything was tried, so that the table stays true.
"""

import sys
import traceback

import libzarr


class Difference(Exception):
    """The other program works, but finds something else."""


def check(condition, message):
    if not condition:
        raise Difference(message)


class Tally:
    """Counts. `gaps` are rows of (who, "error" or "differs", which cells, why)."""

    def __init__(self, name, gaps=(), everything=True):
        self.name, self.gaps, self.everything = name, gaps, everything
        self.counts, self.uses, self.failed, self.skipped = {}, [0] * len(gaps), 0, []

    def skip(self, what, why):
        self.skipped.append(f"{what}: {why}")

    def run(self, who, label, cell, function, *arguments):
        """Runs one test; True if it went well."""
        try:
            function(*arguments)
            self.counts[who] = self.counts.get(who, 0) + 1
            return True
        except Exception as error:  # any exception of another program is its answer
            kind = "differs" if isinstance(error, Difference) else "error"
            for row, (whose, what, which, _) in enumerate(self.gaps):
                if whose == who and what == kind and not isinstance(error, libzarr.Error) and which(cell):
                    self.uses[row] += 1
                    return False
            self.failed += 1
            print(f"FAIL {who}: {label}: {cell}: {type(error).__name__}: {str(error)[:400]}")
            if not isinstance(error, (Difference, libzarr.Error)) and self.failed < 3:
                traceback.print_exc(file=sys.stdout)
            return False

    def finish(self):
        for label, count in sorted(self.counts.items()):
            print(f"{count:6d}  {label}")
        if self.gaps:
            print("Not compared, because of the other program (not counted as passed):")
        for (who, kind, _, why), count in zip(self.gaps, self.uses):
            print(f"{count:6d}  {who}: {kind}: {why}")
            if count == 0 and self.everything:
                print(f"FAIL nothing needs this gap any more: {who}: {why}")
                self.failed += 1
        for reason in self.skipped:
            print(f"SKIPPED {reason}")
        print(f"{self.name}: {sum(self.counts.values())} passed, {self.failed} failed")
        return self.failed != 0 or not self.counts
