"""Somebody walks a route while the host is killed at random moments; each stop has to trigger exactly once, and what is played has to
keep its id, so that a client plays it once. Ends with 1 and the evidence where that does not hold, with 2 where nothing could be done."""
import argparse
import http.client
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

import circuit
from circuit import STEP, STOP, TOURS, Failed, Person

PATIENCE = 20


class Walker:
    def __init__(self, host):
        self.host, self.person, self.lost = host, Person(host, "walker"), 0
        self.told, self.played, self.utterances = [], {}, 0
        self.walk = self.ask("POST", f"{TOURS}/routes/r/walks", {})["walk"]["id"]

    def ask(self, method, path, body=None):
        """The answer, asked for again until it comes."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                status, reply = self.person.ask(method, path, body)
                if status == 200:
                    return reply
                if status < 500 and reply["detail"] != "there is nothing here":
                    raise Failed(f"{method} {path}: {status} {reply}")
            except (OSError, http.client.HTTPException):
                self.lost += 1
            if time.monotonic() > deadline:
                raise Failed(f"{method} {path}: no answer in {PATIENCE} s")
            time.sleep(0.01)

    def step(self, place):
        self.told += [visit["stop"] for visit in self.ask(
            "POST", f"{TOURS}/walks/{self.walk}/fixes", {"fixes": [circuit.fix(place)]}).get("triggered") or []]
        item = self.ask("GET", f"{TOURS}/walks/{self.walk}/playing").get("play")
        if item is not None:
            # One that was played already comes again where the host did not hear of it; the client knows its id.
            self.played.setdefault(item["stop"], set()).add(item["id"])
            self.ask("POST", f"{TOURS}/walks/{self.walk}/audio/finished", {"utterance": item["utterance"]})


def start_again(host):
    """A program that was just being started to speak may hold the host's lock for some milliseconds longer than the host lives."""
    try:
        host.start_again()
    except Failed as problem:
        if "in use by another process" not in str(problem):
            raise
        host.start_again()


def run(host, seed, stops, kills):
    circuit.publish(host, "r", stops)
    walker, dice = Walker(host), random.Random(seed)
    places = int(stops * STOP / STEP)
    deaths = set(dice.sample(range(places), kills))
    for place in range(places):
        if place in deaths:
            killer = threading.Timer(dice.uniform(0, 0.008), host.kill)
            killer.start()
            starter = threading.Thread(target=lambda: (killer.join(), start_again(host)))
            starter.start()
            walker.step(place)
            starter.join()
        else:
            walker.step(place)
    view = walker.ask("GET", f"{TOURS}/walks/{walker.walk}")
    return walker, view


def judge(walker, view, stops):
    evidence = []
    wanted = [f"r-{number}" for number in range(stops)]
    visited = [visit["stop"] for visit in view["walk"]["visits"]]
    if visited != wanted:
        evidence.append(f"visited {visited}")
    if len(set(walker.told)) != len(walker.told):
        evidence.append(f"told twice: {sorted(stop for stop in walker.told if walker.told.count(stop) > 1)}")
    # What was triggered by a request whose answer was lost is told by nobody.
    untold = set(wanted) - set(walker.told)
    if len(untold) > walker.lost:
        evidence.append(f"{len(untold)} stops were never told, and {walker.lost} answers were lost")
    if view["walk"]["state"] != "completed":
        evidence.append(f"the walk is {view['walk']['state']}")
    for stop in wanted:
        if len(walker.played.get(stop, [])) != 1:
            evidence.append(f"{stop} was played as {walker.played.get(stop)}")
    return evidence


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--folder", default=pathlib.Path(__file__).resolve().parent.parent / "results",
                        help="where the host keeps its state; on a disk, since a /tmp in memory would acknowledge at once")
    parser.add_argument("--seed", type=int, default=None, help="the seed of the random choices; a new one by default")
    parser.add_argument("--stops", type=int, default=60)
    parser.add_argument("--kills", type=int, default=50)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        host = circuit.Tours(options.host, pathlib.Path(scratch))
        try:
            with host:
                walker, view = run(host, seed, options.stops, options.kills)
        except (Failed, OSError, http.client.HTTPException, KeyError) as problem:
            print(f"error: seed {seed}: {problem!r}\n{host.log.read_text()[-2000:]}", file=sys.stderr)
            return 2
    evidence = judge(walker, view, options.stops)
    print(f"{options.stops} stops, {options.kills} kills, {walker.lost} answers lost: "
          f"{len(view['walk']['visits'])} visits, {len(walker.told)} told, {len(walker.played)} played")
    for line in evidence[:20]:
        print(f"seed {seed}: {line}", file=sys.stderr)
    return 1 if evidence else 0


if __name__ == "__main__":
    sys.exit(main())
