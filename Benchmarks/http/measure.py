"""Measures the host beside nginx and prints a table; ends with 1 where a bar is missed, 2 where nothing was measured."""
import argparse
import pathlib
import sys
import tempfile

import crowd
import flags
import tokens
from rows import Row, excess, finish, ratio
from servers import QUESTION, Failed, Host, nginx
from turns import PEER, Turn, take

AT_ONCE, LATER, GET = "/api/v1/bench/echo", "/api/v1/bench/echo-later", "/api/v1/bench/echo/x?beta=true"
IDLE = 5_000
# The most connections that the host takes, less one that asks for events and a few that are being closed.
STREAMS = 9_990
EVENTS = 20
PARTS = ["load", "flags", "tokens", "connections"]


def under_load(host, peer, rounds, seconds):
    """A feature's routes beside a flag and the peer."""
    turns = {
        PEER: Turn(peer, "/"), "a flag": Turn(host, flags.ONE), "GET": Turn(host, GET, script="get.lua"),
        "at once": Turn(host, AT_ONCE), "later": Turn(host, LATER),
    }
    loads = take(turns, rounds, seconds)
    yield excess("CPU of a typed GET beyond a flag's", loads, "GET", "a flag", "cpu_us", 0.1)
    yield excess("CPU of a typed POST beyond a flag's", loads, "at once", "a flag", "cpu_us", 0.2)
    for way in "at once", "later":
        yield ratio(f"CPU for a request, {way}", loads, way, "cpu_us", None)
        yield ratio(f"p99, {way}", loads, way, "p99_ms", 1.5)
        yield ratio(f"requests a second, {way}", loads, way, "rate", None)
    most = max(load.resident_kib for way in ("at once", "later") for load in loads[way])
    yield Row("resident under load", most / 1024, "MiB", 64, max(load.resident_kib for load in loads[PEER]) / 1024)


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


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, help="the program flagstand")
    parser.add_argument("--units", required=True, help="the folder with the feature bench")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=int, default=3, help="how long each turn takes")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured; all by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        # nginx drops its rights and still has to reach its folders.
        folder.chmod(0o755)
        # nginx writes no access log either.
        make_host = lambda more="": Host(
            options.host, folder, f"features:\n  bench: {{}}\nplugins: [{options.units}]\nlog: warning\n{more}")
        make_peer = lambda: nginx(folder)
        rows = []
        try:
            if "load" in options.parts:
                (folder / flags.FILE).write_text(flags.document())
                with make_host(f"flags: [{flags.FILE}]\n") as host, make_peer() as peer:
                    rows += under_load(host, peer, options.rounds, options.seconds)
            if "flags" in options.parts:
                (folder / flags.FILE).write_text(flags.document())
                with make_host(f"flags: [{flags.FILE}]\n") as host, make_peer() as peer:
                    rows += flags.under_load(host, peer, options.rounds, options.seconds)
            if "tokens" in options.parts:
                (folder / flags.FILE).write_text(flags.document())
                made = tokens.keys(folder)
                with make_host(f"flags: [{flags.FILE}]\n{tokens.DOCUMENT}") as host:
                    rows += tokens.under_load(host, made, options.rounds, options.seconds)
            if "connections" in options.parts:
                rows += open_connections(make_host, make_peer)
        except (Failed, OSError) as problem:
            print(f"error: {problem}", file=sys.stderr)
            return 2
    return finish(rows, options.results)


if __name__ == "__main__":
    sys.exit(main())
