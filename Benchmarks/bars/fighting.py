"""What fights over a host that is killed share: clients that ask again, kills at random moments, and the verdict."""
import argparse
import http.client
import os
import pathlib
import random
import sys
import tempfile
import threading
import time

from servers import Failed

CLIENTS = 64
# So long somebody goes on to ask the same again before the answer stays unknown.
RETRY = 10


class Client(threading.Thread):
    """Acts for as long as it may, as some people."""

    def __init__(self, number, seed, until, people):
        super().__init__(daemon=True)
        self.dice, self.until, self.number, self.people = random.Random(f"{seed}/{number}"), until, number, people
        self.asked, self.retries, self.unanswered, self.statuses = 0, 0, 0, {}
        self.latencies, self.evidence = [], []

    def run(self):
        try:
            while time.monotonic() < self.until:
                self.act()
        except Exception as problem:
            self.evidence.append(f"client {self.number}: {problem!r}")
        for person in self.people:
            person.leave()

    def ask(self, person, method, path, body=None, key=None, patient=False):
        """The answer; nil where it never came. Who is patient asks again with the same key."""
        deadline = time.monotonic() + RETRY
        while True:
            self.asked += 1
            start = time.perf_counter()
            try:
                status, reply = person.ask(method, path, body, key)
                self.latencies.append((time.perf_counter() - start) * 1000)
                # Before it has read its features, a host that was started again knows of no route.
                isThere = status < 500 and not (status == 404 and reply["detail"] == "there is nothing here")
                code = f"{status} {reply['code']}" if isThere and status != 200 else str(status)
                self.statuses[code] = self.statuses.get(code, 0) + 1
                if isThere:
                    return status, reply
                # Not yet, or no more: whether it was done nobody knows.
            except (OSError, http.client.HTTPException):
                pass
            if not patient or time.monotonic() > deadline:
                self.unanswered += 1
                return None
            self.retries += 1
            time.sleep(0.01)


def kill(host, threads, dice, seconds, kills):
    """Runs the threads, kills the host at random moments, and returns how long it was not there each time."""
    for thread in threads:
        thread.start()
    gone, start = [], time.monotonic()
    for moment in sorted(dice.uniform(0.1, 0.9) * seconds for _ in range(kills)):
        time.sleep(max(0, start + moment - time.monotonic()))
        host.kill()
        at = time.monotonic()
        host.start_again()
        gone.append(time.monotonic() - at)
    for thread in threads:
        thread.join()
    return gone


def main(what, make_host, fight, **numbers):
    """Fights, and ends with 1 and the evidence where anything does not fit, with 2 where nothing could be done.

    `fight` takes the host, the seed and the options, and returns the evidence, the clients, how long the host was not there
    each time, and lines that say what there is in the end."""
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--units", type=os.path.abspath, help="the folder with the feature, where it is not beside the program")
    parser.add_argument("--folder", default=pathlib.Path(__file__).parent.parent / "results",
                        help="where the host keeps its state; on a disk, since a /tmp in memory would acknowledge at once")
    parser.add_argument("--seed", type=int, default=None, help="the seed of the random choices; a new one by default")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--kills", type=int, default=3)
    for name, value in numbers.items():
        parser.add_argument(f"--{name}", type=int, default=value)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        host = make_host(options.host, pathlib.Path(scratch), options.units)
        try:
            with host:
                evidence, clients, gone, lines = fight(host, seed, options)
        except (Failed, OSError) as problem:
            print(f"error: seed {seed}: {problem!r}\n{host.log.read_text()[-2000:]}", file=sys.stderr)
            sys.exit(2)
        code, words = host.check()
        if code != 0:
            evidence.append(f"store check ends with {code}: {words}")
    report(clients, gone)
    print(*lines, sep="\n")
    for line in evidence[:20]:
        print(f"seed {seed}: {line}", file=sys.stderr)
    if evidence:
        print(f"seed {seed}: {len(evidence)} things don't fit", file=sys.stderr)
    sys.exit(1 if evidence else 0)


def report(clients, gone):
    statuses = {}
    for client in clients:
        for status, count in client.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
    latencies = sorted(latency for client in clients for latency in client.latencies)
    print(f"{sum(client.asked for client in clients)} requests, {sum(client.retries for client in clients)} asked again, "
          f"{sum(client.unanswered for client in clients)} never answered; killed {len(gone)} times, back after "
          f"{', '.join(f'{one:.2f} s' for one in gone)}")
    print(f"answers: {', '.join(f'{count} × {status}' for status, count in sorted(statuses.items()))}; "
          f"median {latencies[len(latencies) // 2]:.1f} ms, p99 {latencies[len(latencies) * 99 // 100]:.1f} ms")
