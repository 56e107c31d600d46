"""Measures the host beside nginx and prints a table; ends with 1 where a bar is missed, 2 where nothing was measured."""
import argparse
import json
import pathlib
import re
import statistics
import sys
import tempfile

import crowd
from load import Load
from servers import HERE, Failed, Host, nginx

AT_ONCE, LATER = "/api/v1/bench/echo", "/api/v1/bench/echo-later"
# What post.lua sends.
QUESTION = re.search(r"wrk.body = '(.*)'", (HERE / "post.lua").read_text())[1].encode()
IDLE = 5_000
# The most connections that the host takes, less one that asks for events and a few that are being closed.
STREAMS = 9_990
EVENTS = 20


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


def under_load(host, peer, rounds, seconds):
    """Turns that change between the peer and our two ways; ratios are those of one round, then their median."""
    turns = {"nginx": (peer, "/"), "at once": (host, AT_ONCE), "later": (host, LATER)}
    loads = {name: [] for name in turns}
    for server, path in turns.values():
        Load(server, path, 1)
    for number in range(rounds):
        names = list(turns)
        for name in names[number % 3:] + names[:number % 3]:
            loads[name].append(Load(*turns[name], seconds))
        print(f"round {number + 1} of {rounds}: " + ", ".join(
            f"{name} {taken[-1].rate:.0f}/s {taken[-1].cpu_us:.2f} µs" for name, taken in loads.items()), file=sys.stderr)
    for way, most_cpu in ("at once", 1.05), ("later", 1.15):
        yield ratio(f"CPU for a request, {way}", loads, way, "cpu_us", most_cpu)
        yield ratio(f"p99, {way}", loads, way, "p99_ms", 1.5)
        yield ratio(f"requests a second, {way}", loads, way, "rate", None)
    most = max(load.resident_kib for way in ("at once", "later") for load in loads[way])
    yield Row("resident under load", most / 1024, "MiB", 64, max(load.resident_kib for load in loads["nginx"]) / 1024)


def ratio(name, loads, way, figure, bar):
    pairs = zip(loads[way], loads["nginx"])
    ratios = [getattr(ours, figure) / getattr(theirs, figure) for ours, theirs in pairs]
    return Row(name, statistics.median(ratios), "× nginx", bar, spread=(min(ratios), max(ratios)))


def open_connections(make_host, make_peer):
    """Each of them with a process of its own, so that nothing is left over from before."""
    with make_host() as host, make_peer() as peer:
        yield Row("an idle connection", crowd.idle(host, AT_ONCE, QUESTION, IDLE), "KiB", 0.5,
                  crowd.idle(peer, "/", QUESTION, IDLE))
    with make_host() as host:
        each, waits = crowd.streams(host, STREAMS, EVENTS)
        waits.sort()
        yield Row("an idle stream of events", each, "KiB", 2)
        yield Row(f"an event at {STREAMS} streams, p99", waits[len(waits) * 99 // 100], "ms", 250,
                  spread=(waits[0], waits[-1]))


def table(rows):
    lines = [["what", "ours", "", "spread", "nginx", "bar", ""], *(row.cells() for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, help="the program flagstand")
    parser.add_argument("--units", required=True, help="the folder with the feature bench")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=3, help="how long each turn takes")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        # nginx drops its rights and still has to reach its folders.
        folder.chmod(0o755)
        make_host, make_peer = lambda: Host(options.host, options.units, folder), lambda: nginx(folder)
        try:
            with make_host() as host, make_peer() as peer:
                rows = list(under_load(host, peer, options.rounds, options.seconds))
            rows += open_connections(make_host, make_peer)
        except (Failed, OSError) as problem:
            print(f"error: {problem}", file=sys.stderr)
            return 2
    print(table(rows))
    figures = {row.name: {"ours": row.ours, "unit": row.unit, "bar": row.bar, "nginx": row.peer} for row in rows}
    pathlib.Path(options.results).write_text(json.dumps(figures, indent=2) + "\n")
    return 1 if any(row.is_missed for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
