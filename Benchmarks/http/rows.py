"""What figures are held to, and how they are shown."""
import argparse
import json
import os
import pathlib
import statistics
import sys
import tempfile

from servers import Failed
from turns import PEER


class Row:
    """A figure of ours, what it is held to, and the peer's where there is one."""

    def __init__(self, name, ours, unit, bar=None, peer=None, spread=None):
        self.name, self.ours, self.unit, self.bar, self.peer, self.spread = name, ours, unit, bar, peer, spread

    @property
    def is_missed(self):
        return self.bar is not None and self.ours > self.bar

    def cells(self):
        spread = f"{self.spread[0]:.2f}–{self.spread[1]:.2f}" if self.spread else ""
        verdict = "" if self.bar is None else "MISSED" if self.is_missed else "met"
        peer = "" if self.peer is None else f"{self.peer:.2f}"
        bar = "" if self.bar is None else f"{self.bar:g}"
        return [self.name, f"{self.ours:.2f}", self.unit, spread, peer, bar, verdict]


def ratio(name, loads, way, figure, bar, peer=PEER):
    """A figure of ours by the peer's of the same round; the median of the rounds."""
    pairs = zip(loads[way], loads[peer])
    ratios = [getattr(ours, figure) / getattr(theirs, figure) for ours, theirs in pairs]
    return Row(name, statistics.median(ratios), f"× {peer}", bar, spread=(min(ratios), max(ratios)))


def excess(name, loads, way, base, figure, bar, peer=PEER):
    """How much more a way of ours takes than another one, by the peer's figure of the same round; the median."""
    rounds = zip(loads[way], loads[base], loads[peer])
    all_ = [(getattr(ours, figure) - getattr(less, figure)) / getattr(theirs, figure) for ours, less, theirs in rounds]
    return Row(name, statistics.median(all_), f"× {peer}", bar, spread=(min(all_), max(all_)))


def plain(name, loads, way, figure, unit, bar=None):
    """A figure of ours as it is; the median of the rounds."""
    ours, theirs = ([getattr(load, figure) for load in loads[whose]] for whose in (way, PEER))
    return Row(name, statistics.median(ours), unit, bar, statistics.median(theirs), spread=(min(ours), max(ours)))


def table(rows, peer=PEER):
    lines = [["what", "ours", "", "spread", peer, "bar", ""], *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def finish(rows, results, peer=PEER):
    """Shows the rows and writes them to a file; 1 where a bar is missed, for the process to end with."""
    print(table(rows, peer))
    figures = {row.name.strip(): {"ours": row.ours, "unit": row.unit, "bar": row.bar, "peer": row.peer} for row in rows}
    pathlib.Path(results).write_text(json.dumps(figures, indent=2) + "\n")
    return 1 if any(row.is_missed for row in rows) else 0


def main(what, run, **options):
    """Runs a measurement of the host in a folder beside the results, and ends with 1 where a bar is missed, with 2 where it failed.

    An option is the description of a path that has to be given, or a number that is taken unless another one is given.
    """
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--results", required=True, help="where the figures are written")
    for name, value in options.items():
        if isinstance(value, str):
            parser.add_argument(f"--{name}", required=True, type=os.path.abspath, help=value)
        else:
            parser.add_argument(f"--{name}", type=type(value), default=value)
    given = parser.parse_args()
    # On a disk: a /tmp in memory would acknowledge at once.
    with tempfile.TemporaryDirectory(dir=pathlib.Path(given.results).resolve().parent) as scratch:
        try:
            figures = run(given, pathlib.Path(scratch))
        except (Failed, OSError, KeyError) as problem:
            log = pathlib.Path(scratch) / "flagstand.log"
            print(f"error: {problem!r}\n{log.read_text()[-2000:] if log.exists() else ''}", file=sys.stderr)
            sys.exit(2)
    sys.exit(finish(figures, given.results, ""))


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]
