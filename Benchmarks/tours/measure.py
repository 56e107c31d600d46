"""How many fixes of people who walk a route the host takes over HTTP and has on the disk, one by one and in batches, and how its memory
grows. Ends with 1 where a bar is missed, with 2 where something could not be measured."""
import concurrent.futures
import time

import circuit
from circuit import STOP, TOURS, Failed, Person
from rows import Row, main

ROUTES, STOPS, BAR = 8, 50, 5_000
# A fix every five metres, as the seed's apps send them: every twentieth reaches a stop.
STEP = 0.00005


def walk(host, name, batch, until):
    """Somebody who walks routes again and again: how many fixes were taken, and how many stops they triggered."""
    person, taken, triggered, number = Person(host, name), 0, 0, 0
    places = int(STOPS * STOP / STEP)
    while time.monotonic() < until:
        route = f"r{number % ROUTES}"
        id = person.need("POST", f"{TOURS}/routes/{route}/walks", {})["walk"]["id"]
        for first in range(0, places, batch):
            fixes = [circuit.fix(place * STEP / circuit.STEP, (place - first - batch) * 0.001) for place in range(first, min(first + batch, places))]
            view = person.need("POST", f"{TOURS}/walks/{id}/fixes", {"fixes": fixes})
            taken += len(fixes) - sum(view["fixes"].values())
            triggered += len(view["triggered"])
            if time.monotonic() > until:
                break
        number += 1
        if person.need("GET", f"{TOURS}/walks/{id}")["walk"]["state"] != "completed":
            person.need("POST", f"{TOURS}/walks/{id}/stop", {})
    person.leave()
    return taken, triggered


class Address:
    """What a person needs of a host."""

    def __init__(self, port):
        self.port = port


def round_(host, pool, batch, seconds, number):
    begun = time.monotonic()
    parts = [pool.submit(
        walk_many, host.port, [f"p{number}-{process}-{one}" for one in range(16)], batch, seconds) for process in range(2)]
    results = [result for part in parts for result in part.result()]
    took = time.monotonic() - begun
    return sum(taken for taken, _ in results) / took, sum(triggered for _, triggered in results)


def walk_many(port, names, batch, seconds):
    until = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        return list(pool.map(lambda name: walk(Address(port), name, batch, until), names))


def run(options, folder):
    with circuit.Tours(options.host, folder) as host, concurrent.futures.ProcessPoolExecutor(2) as pool:
        for number in range(ROUTES):
            circuit.publish(host, f"r{number}", STOPS)
        round_(host, pool, 50, 2, "warm")
        before = host.resident_kib() / 1024
        single, _ = round_(host, pool, 1, options.seconds, "single")
        tens, _ = round_(host, pool, 10, options.seconds, "ten")
        batches, triggered = round_(host, pool, 50, options.seconds, "batch")
        after = host.resident_kib() / 1024
    if triggered == 0:
        raise Failed("no stop was triggered")
    return [
        Row("fixes a second, one by one", single, "/s"), Row("fixes a second, 10 at once", tens, "/s"),
        Row("what they are to be, by that", BAR / tens, "×", 1), Row("fixes a second, 50 at once", batches, "/s"),
        Row("memory before", before, "MiB"),
        Row("memory after", after, "MiB"),
    ]


if __name__ == "__main__":
    main(__doc__, run, seconds=20.0)
