"""How soon a thousand apps know of an evacuation: raised by staff and by a beacon, in peace and in a flood of sightings."""
import argparse
import json
import multiprocessing
import pathlib
import select
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parent / "bars")]

from asker import Asker, PATIENCE  # noqa: E402
from crowd import Crowd, get  # noqa: E402
from rows import Row, finish, percentile  # noqa: E402
from servers import Failed, Host  # noqa: E402
import users  # noqa: E402

BAR = 100
CLIENTS, ROUNDS = 1_000, 25
FLOOD, BATCH, SENDERS, ZONES = 10_000, 500, 1_000, 20
EVACUATION_ZONE, ADDRESS = 77, "C0:FF:EE:00:00:01"
NORMAL, EVACUATION = 0, 3

DOCUMENT = f"""access:
  issuers:
    bench:
      issuer: {users.ISSUER}
      audience: {users.AUDIENCE}
      keys: {{ file: {users.KEYS} }}
      roles: {{ claim: roles }}
features:
  ble:
    settings:
      gateways: [north, south]
      trust: anyone
      beacons: [{{ id: alarm, name: Alarm, zone: {EVACUATION_ZONE}, address: "{ADDRESS}" }}]
  track: {{}}
log: warning
"""


def mark(mode):
    """How a status begins that says so of the whole track."""
    return f'data: {{"mode":"{mode}"'.encode()


def advertisement(address, zone, mode, sequence):
    data = bytes([1, *zone.to_bytes(2, "big"), mode, 0, *(sequence & 0xFFFF).to_bytes(2, "big"), 30, 20])
    return {"address": address, "random": True, "rssi": -60, "data": (b"\x02\x01\x06\x0c\xff\x34\x12" + data).hex()}


def flood(port, stop, sent):
    """Posts so many sightings a second until it is told to stop."""
    gateway = Asker(port, "south", "gateway")
    start, number = time.monotonic(), 0
    while not stop.is_set():
        batch = [
            advertisement(f"C1:00:00:00:{sender >> 8:02X}:{sender & 255:02X}", sender % ZONES + 1, NORMAL,
                          number // SENDERS + 1)
            for number, sender in ((number + each, (number + each) % SENDERS) for each in range(BATCH))
        ]
        told = gateway.ask("/api/v1/ble/gateways/south/advertisements", {"advertisements": batch})
        number += BATCH
        sent.value += told["published"]
        time.sleep(max(0, start + number / FLOOD - time.monotonic()))


class Watchers:
    """A thousand streams of the status."""

    def __init__(self, crowd):
        self.by_number = {connection.fileno(): connection for connection in crowd.connections}
        self.tails = dict.fromkeys(self.by_number, b"")
        self.poll = select.epoll()
        for connection in crowd.connections:
            connection.setblocking(False)
            self.poll.register(connection.fileno(), select.EPOLLIN)

    def wait(self, mark, start):
        """How long each waited for a text that nobody had seen before, in ms."""
        waiting, waits = set(self.by_number), []
        while waiting:
            if time.perf_counter() - start > PATIENCE:
                raise Failed(f"{len(waiting)} of {len(self.by_number)} streams never said {mark!r}; one ended with "
                             f"{self.tails[min(waiting)]!r}")
            ready = self.poll.poll(PATIENCE, CLIENTS)
            if not ready:
                raise Failed(f"{len(waiting)} streams never said {mark!r}")
            for descriptor, _ in ready:
                text = self.tails[descriptor] + self.by_number[descriptor].recv(262_144)
                self.tails[descriptor] = text[-len(mark):]
                if descriptor in waiting and mark in text:
                    waiting.discard(descriptor)
                    waits.append((time.perf_counter() - start) * 1000)
        return waits


class Track:
    def __init__(self, host, watchers):
        self.watchers = watchers
        self.ada, self.bob = Asker(host.port, "ada", "staff"), Asker(host.port, "bob", "staff")
        self.gateway = Asker(host.port, "north", "gateway")
        self.sequence = 0

    def clear(self):
        begun = self.ada.ask("/api/v1/track/evacuation/clear", {"reason": "all out"})
        start = time.perf_counter()
        told = self.bob.ask("/api/v1/track/evacuation/cleared", {"word": begun["word"], "reason": "all out"})
        self.watchers.wait(mark(told["mode"]), start)

    def beacon(self, mode):
        self.sequence += 1
        word = advertisement(ADDRESS, EVACUATION_ZONE, mode, self.sequence)
        self.gateway.send("/api/v1/ble/gateways/north/advertisements", {"advertisements": [word]})

    def by_staff(self, number):
        start = time.perf_counter()
        self.ada.send("/api/v1/track/evacuation", {"message": f"Leave {number}", "reason": "fire"})
        waits = self.watchers.wait(mark("evacuation"), start)
        if self.ada.answer()["evacuation"]["kept"] is not True:
            raise Failed("it was not kept")
        return waits

    def by_beacon(self, _):
        start = time.perf_counter()
        self.beacon(EVACUATION)
        waits = self.watchers.wait(mark("evacuation"), start)
        self.gateway.answer()
        self.beacon(NORMAL)
        self.gateway.answer()
        return waits

    def measure(self, way):
        waits = []
        for number in range(ROUNDS):
            waits += way(number)
            self.clear()
            time.sleep(0.2)
        return waits


def rows(name, waits):
    return [
        Row(f"{name}: median", percentile(waits, 0.5), "ms"), Row(f"{name}: p99", percentile(waits, 0.99), "ms", BAR),
        Row(f"{name}: slowest", max(waits), "ms"),
    ]


def measure(program, folder):
    with Host(program, folder, DOCUMENT) as host, Crowd(host, CLIENTS, get("/api/v1/track/stream/track.status")) as crowd:
        track = Track(host, Watchers(crowd))
        found = rows("raised by staff", track.measure(track.by_staff))
        found += rows("raised by a beacon", track.measure(track.by_beacon))
        stop, sent = multiprocessing.Event(), multiprocessing.Value("q", 0)
        other = multiprocessing.Process(target=flood, args=(host.port, stop, sent))
        start = time.monotonic()
        other.start()
        time.sleep(2)
        found += rows("the same in a flood, by staff", track.measure(track.by_staff))
        found += rows("the same in a flood, by a beacon", track.measure(track.by_beacon))
        stop.set()
        rate = sent.value / (time.monotonic() - start)
        other.join()
        found.append(Row("sightings published meanwhile", rate, "a second"))
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--results", required=True)
    arguments = parser.parse_args()
    # No disk in memory: what is kept has to lie on a real one.
    with tempfile.TemporaryDirectory(dir=HERE.parent / "results") as name:
        folder = pathlib.Path(name)
        users.write_keys(folder)
        found = measure(arguments.host, folder)
    return finish(found, arguments.results, peer="")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(failed, file=sys.stderr)
        sys.exit(2)
