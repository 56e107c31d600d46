"""Measures how many bookings a second hold, and how soon a search of 100,000 bars is answered; ends with 1 where a bar is
missed, with 2 where nothing could be measured."""
import argparse
import json
import os
import pathlib
import random
import sys
import tempfile
import time
import urllib.parse

import town
import users
from asking import ask, request
from town import BARS, SHIFTS, Failed, Person, Town

from rows import Row, finish, percentile  # noqa: E402, from ../http

PARTS = ["rate", "search"]
CONNECTIONS = 64
# As many as are asked for at 1,000 a second, and a few more than wait at once.
SEARCHERS = 64


class AtLeast(Row):
    """A figure that must not be smaller than its bar."""

    @property
    def is_missed(self):
        return self.ours < self.bar


def add_bars(host, bars, each=1_000):
    """Puts all of them there, so many for each owner; their ids in the same order."""
    ids = [None] * len(bars)
    tokens = [users.token(f"owner-{number}") for number in range((len(bars) + each - 1) // each)]

    def take(answer):
        if answer.status != 200:
            raise Failed(f"a bar was refused: {answer.status} {answer.body.decode()}")
        ids[answer.kind] = json.loads(answer.body)["id"]

    ask(host.port, CONNECTIONS, (
        (number, request("POST", BARS, tokens[number // each], json.dumps(bar).encode()))
        for number, bar in enumerate(bars)), take)
    return ids


def rate(host, seconds):
    """Bookings as fast as they are acknowledged, each by somebody who has none in that shift yet."""
    count, seats = 200, 10_000
    ids = add_bars(host, [town.bar(f"Bar {number}", seats) for number in range(count)])
    dice = random.Random(1)
    made, people, refused = [], [0], []
    before = host.cpu_seconds()

    def requests():
        number = 0
        while True:
            token = users.token(f"user-{number}")
            for shift in SHIFTS:
                party = dice.randint(1, 4)
                body = json.dumps({"people": party, "shift": shift, "idempotencyKey": f"{number}-{shift}"}).encode()
                yield party, request("POST", f"{BARS}/{dice.choice(ids)}/bookings", token, body)
            number += 1

    def take(answer):
        if answer.status == 200:
            made.append(answer.milliseconds)
            people[0] += answer.kind
        else:
            refused.append(answer)

    took = ask(host.port, CONNECTIONS, requests(), take, seconds=seconds)
    cpu = host.cpu_seconds() - before
    if refused:
        raise Failed(f"{len(refused)} bookings were refused, such as {refused[0].status} {refused[0].body.decode()}")
    owner = Person(host, "owner-0")
    taken = 0
    for id in ids:
        taken += sum(seats - part["free"] for part in owner.need("GET", f"{BARS}/{id}/room")["shifts"])
    if taken != people[0]:
        raise Failed(f"{people[0]} seats were acknowledged, and {taken} are taken")
    yield AtLeast("bookings a second", len(made) / took, "/s", 1_500)
    yield Row("until a booking is on the disk, median", percentile(made, 0.5), "ms", spread=(min(made), max(made)))
    yield Row("until a booking is on the disk, p99", percentile(made, 0.99), "ms")
    yield Row("CPU of the host for a booking", cpu / len(made) * 1e6, "µs")


WORDS = ["Pepita", "Café", "Taverna", "Can Roca", "El Racó", "La Plaça", "Bodega", "Rincón", "Sol", "Luna", "Marina", "Peix",
         "Foc", "Niu", "Xaloc", "Garbí", "Vermut", "Tapes", "Brasa", "Forn"]
# Towns where half of the bars are: one on the antimeridian, one at the pole.
MIDDLES = [(41.57, 2.26), (40.41, -3.70), (-16.8, 179.97), (89.95, 0.0), (48.85, 2.35)]
TYPES = ["meat", "fish", "pasta", "fast"]


def hundred_thousand(count):
    """The same bars each time; six of ten are called a bar, and few have many seats."""
    dice = random.Random(2)
    for number in range(count):
        words = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number}"
        if dice.random() < 0.5:
            lat, lon = dice.choice(MIDDLES)
            place = {"lat": min(90, lat + dice.uniform(-0.05, 0.05)), "lon": lon + dice.uniform(-0.05, 0.05)}
        else:
            place = {"lat": dice.uniform(-85, 85), "lon": dice.uniform(-180, 180)}
        place["lon"] = (place["lon"] + 180) % 360 - 180
        yield {"name": f"Bar {words}" if dice.random() < 0.6 else words, "type": dice.choice(TYPES), "location": place,
               "capacity": 300 if number % 20_000 == 0 else dice.randint(10, 99),
               "opening": {"shifts": SHIFTS[:3]} if number % 7 == 0 else {}}


def kinds(dice):
    """What is asked for in one of so many ways, and at what."""
    def near():
        lat, lon = dice.choice(MIDDLES)
        return {"lat": round(min(90, lat + dice.uniform(-0.05, 0.05)), 5), "lon": round(lon + dice.uniform(-0.02, 0.02), 5)}

    return {
        "all": lambda: {},
        "a name that many have": lambda: {"name": "bar"},
        "one letter": lambda: {"name": dice.choice("aeiñq")},
        "a name that one has": lambda: {"name": str(dice.randint(10_000, 99_999))},
        "a name that nobody has": lambda: {"name": "zzyzx"},
        "a type": lambda: {"type": dice.choice(TYPES)},
        "room for 4": lambda: {"people": 4, "shift": "dinner-1", "type": "fish"},
        "room that few have": lambda: {"people": 150},
        "room that nobody has": lambda: {"people": 400},
        "near": near,
        "near, within 800 m": lambda: near() | {"within": 800},
        "near, a name that many have": lambda: near() | {"name": "bar"},
        "near, type and room": lambda: near() | {"type": "fish", "people": 4, "shift": "dinner-2"},
        "near, room that few have": lambda: near() | {"people": 150},
        "near, a hundred at once": lambda: near() | {"limit": 100},
    }


def search(host, seconds, count):
    """Searches at a constant rate while 200 bookings a second change what is free."""
    start = time.perf_counter()
    ids = add_bars(host, list(hundred_thousand(count)))
    print(f"{count} bars put there in {time.perf_counter() - start:.0f} s", file=sys.stderr)
    start = time.perf_counter()
    host.kill()
    host.start_again()
    yield Row(f"start with {count} bars", time.perf_counter() - start, "s", 30)
    yield Row("resident with them", host.resident_kib() / 1024, "MiB")
    dice = random.Random(3)
    ways = kinds(dice)
    tokens = [users.token(f"user-{number}") for number in range(5_000)]

    def requests(isWarm):
        names = list(ways)
        number = 0
        while True:
            number += 1
            if isWarm and number % 6 == 0:
                body = json.dumps({"people": dice.randint(1, 4), "shift": dice.choice(SHIFTS[:3])}).encode()
                yield "booking", request("POST", f"{BARS}/{dice.choice(ids)}/bookings", dice.choice(tokens), body)
            else:
                name = dice.choice(names)
                yield name, request("GET", f"{BARS}?{urllib.parse.urlencode(ways[name]())}")

    times = {name: [] for name in ways}
    wrong = []

    def take(answer):
        if answer.kind == "booking":
            return
        if answer.status != 200:
            wrong.append(answer)
        times[answer.kind].append(answer.milliseconds)

    ask(host.port, SEARCHERS, requests(True), lambda answer: None, rate=500, seconds=3)
    before = host.cpu_seconds()
    # A sixth of the requests are bookings: 1,000 searches and 200 bookings a second.
    ask(host.port, SEARCHERS, requests(True), take, rate=1_200, seconds=seconds)
    cpu = host.cpu_seconds() - before
    if wrong:
        raise Failed(f"{len(wrong)} searches failed, such as {wrong[0].status} {wrong[0].body.decode()}")
    everything = [time for found in times.values() for time in found]
    for share, bar in ((0.5, None), (0.99, 10), (0.999, None)):
        yield Row(f"a search, 1,000 a second beside 200 bookings, p{share * 100:g}", percentile(everything, share), "ms", bar,
                  spread=(min(everything), max(everything)))
    for name, found in times.items():
        yield Row(f"  {name}, p99", percentile(found, 0.99), "ms", spread=(min(found), percentile(found, 0.5)))
    yield Row("CPU of the host for each of them", cpu / (len(everything) * 1.2) * 1e6, "µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--bars", type=int, default=100_000, help="how many are searched")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured; all by default")
    options = parser.parse_args()
    rows = []
    try:
        for name in options.parts:
            # On a disk: a /tmp in memory would acknowledge at once.
            with tempfile.TemporaryDirectory(dir=pathlib.Path(options.results).resolve().parent) as scratch:
                with Town(options.host, pathlib.Path(scratch), {"mostBars": 1_000}) as host:
                    rows += rate(host, options.seconds) if name == "rate" else search(host, options.seconds, options.bars)
    except (Failed, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    return finish(rows, options.results, "")


if __name__ == "__main__":
    sys.exit(main())
