"""Has mails and pushes delivered by the real host to peers that fail now and then, while the host is killed; then holds what the peers
took against what the host's log says: nobody got none, and nobody got one again that was confirmed as sent. Ends with 1 and the evidence
where anything does not fit, with 2 where it could not be tried."""
import argparse
import collections
import datetime
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parent / "bars")]

from asking import ask, request  # noqa: E402
from rows import Row, table  # noqa: E402
from servers import PATIENCE, Failed, Server, free_port  # noqa: E402
import users  # noqa: E402

API = "/api/v1/notifications"
KEYS, BATCH, CONNECTIONS = 50, 1_000, 16
# Who has waited for this long without anything new is stuck.
LONGEST = 180
# A peer's answer is on the disk well before that: what came to a killed host later is no excuse for a repeat.
WINDOW = 2
# A peer that is busy, or slow on purpose, reads what a killed host had sent by then.
LATE = 10


class Peer:
    """A server in Python with a log of what it took."""

    def __init__(self, python, name, folder, seed, *more):
        self.log = folder / f"{name}.taken"
        self.log.touch()
        self.process = subprocess.Popen(
            [python, str(HERE / f"{name}_peer.py"), str(self.log), str(seed), *map(str, more)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self.process.stdout.readline() or 0)
        if not self.port:
            raise Failed(f"the {name} peer does not serve")

    def line(self):
        return self.process.stdout.readline()

    def count(self):
        return self.log.read_bytes().count(b"\n")

    def taken(self):
        """When each one was taken, and whether the peer said so, by number; see failures.py."""
        taken = collections.defaultdict(list)
        for line in self.log.read_text().splitlines():
            when, number, how = line.split()
            taken[int(number)].append((float(when), how))
        return taken

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Host(Server):
    """A host that runs `sender` and `notifications`; it may be killed and started again, and keeps what it had."""

    def __init__(self, options, folder, mail, push):
        self.folder = folder
        settings = {
            "mail": {"server": f"smtp://127.0.0.1:{mail.port}", "encryption": "none"},
            "push": {"key": {"secret": "env:PUSH_KEY"}, "contact": "mailto:a@bench.example", "allowsLocal": True},
            "atOnce": options.at_once,
        }
        (folder / "plugins.yaml").write_text(f"""access:
  issuers:
    bench:
      issuer: {users.ISSUER}
      audience: {users.AUDIENCE}
      keys: {{ file: {users.KEYS} }}
      roles: {{ claim: roles }}
features:
  sender: {{}}
  notifications: {{ settings: {json.dumps(settings)} }}
plugins: [{options.units}]
log: warning
""")
        users.write_keys(folder)
        os.environ["PUSH_KEY"] = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        self.command = [options.host, "run", "--config", str(folder / "plugins.yaml"), "--state", str(folder / "state")]
        self.start(free_port())

    def start(self, port):
        super().__init__("flagstand", [*self.command, "--listen", f"127.0.0.1:{port}"], self.folder, port)

    def is_ready(self):
        return "flagstand: ready" in self.log.read_text() and super().is_ready()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)
        killed = time.time()
        self.start(self.port)
        self.__enter__()
        return killed

    def staff(self, method, path, body=None, **query):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        fields = {"Authorization": f"Bearer {users.token('staff', roles=['staff'])}", "Content-Type": "application/json"}
        connection.request(
            method, path + "?" * bool(query) + urllib.parse.urlencode(query), body and json.dumps(body), fields)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            raise Failed(f"{method} {path}: {answer.status} {text[:500]}")
        return json.loads(text)

    def outcomes(self):
        """The rows of the log of deliveries, by number."""
        rows, query = collections.defaultdict(list), {}
        while True:
            page = self.staff("GET", f"{API}/staff/deliveries", limit=200, **query)
            for row in page["items"]:
                rows[int(row["notice"][1:])].append(row)
            if not page.get("next"):
                return rows
            query = {"after": page["next"]}


def register(host, push, people):
    """Gives the second half of the people a browser each."""
    browsers = [json.loads(push.line()) for _ in range(KEYS)]
    wrong = []

    def requests():
        for number in range(people, 2 * people):
            body = {"address": f"http://127.0.0.1:{push.port}/push/{number}", **browsers[number % KEYS]}
            yield "device", request("POST", f"{API}/devices", users.token(f"p{number}"), json.dumps(body).encode())

    ask(host.port, CONNECTIONS, requests(), lambda answer: answer.status == 200 or wrong.append(answer))
    if wrong:
        raise Failed(f"{len(wrong)} devices were not registered: {wrong[0].status} {wrong[0].body[:500]}")


def deliver(host, peers, options):
    """Sends everything and waits until it has ended; returns when it was killed, and how long everything took."""
    begun, kills = time.time(), []
    for level, first in (("important", 0), ("info", options.people)):
        for number in range(first, first + options.people, BATCH):
            count = min(BATCH, first + options.people - number)
            host.staff("POST", "/api/v1/sender/batches", {"first": number, "count": count, "level": level})
    sent = time.time() - begun
    seen, progress, shown = 0, time.time(), 0
    while True:
        taken = sum(peer.count() for peer in peers)
        if taken > seen:
            seen, progress = taken, time.time()
        if time.time() - progress > LONGEST:
            raise Failed(f"nothing was delivered for {LONGEST} s, {taken} were before")
        if len(kills) < options.kills and taken > 2 * options.people * (len(kills) + 1) / (options.kills + 1):
            kills.append(host.kill())
        elif taken > 2 * options.people * 0.98 and len(kills) == options.kills:
            items = host.staff("GET", f"{API}/staff/figures")["items"]
            ended = sum(item["counts"].get(name, 0) for item in items for name in ("delivered", "gone", "refused", "expired"))
            if ended >= 2 * options.people and not any("waiting" in item["counts"] for item in items):
                return kills, sent, time.time() - begun
        if options.verbose and time.time() - shown > 2:
            shown = time.time()
            counts = collections.Counter()
            for item in host.staff("GET", f"{API}/staff/figures")["items"]:
                counts.update({f"{item.get('channel')} {name}": count for name, count in item["counts"].items()})
            print(f"{shown - begun:.0f} s: {taken} taken, {dict(counts)}", file=sys.stderr)
        time.sleep(0.1)


def seconds(text):
    """A timestamp of the API as seconds."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def judge(rows, taken, kills, numbers, channel, evidence):
    """Holds what a peer took against the log; returns how many were repeated since their answer was lost, and because of a kill."""
    unsaid = killed = gone = 0
    for number in numbers:
        ends = [row for row in rows.get(number, []) if row["outcome"] != "failed"]
        times = sorted(taken.get(number, []))
        if len(ends) != 1 or ends[0].get("channel") != channel:
            evidence.append(f"{number} ended {len(ends)} times: {ends}")
            continue
        if ends[0]["outcome"] == "gone":
            gone += 1
            if number % 200 != 0 or times:
                evidence.append(f"{number} is called gone, and was taken {times}")
            continue
        if ends[0]["outcome"] != "delivered" or not times:
            evidence.append(f"{number} was taken {len(times)} times, and the log says {ends[0]['outcome']}")
            continue
        # What a killed host had sent may be read late; it was sent before what its successor sent.
        left = [when for when, how in times if how == "left"]
        times = [time for time in times if time[1] != "left"]
        killed += len(left)
        if not all(any(0 < when - kill < LATE for kill in kills) for when in left):
            evidence.append(f"{number} comes from a host that had left at {left}, and none was killed then: {kills}")
        if not times or times[-1][0] > seconds(ends[0]["at"]):
            evidence.append(f"{number} was taken again after it was confirmed as sent at {ends[0]['at']}: {times}")
        for (when, how), (again, _) in zip(times, times[1:]):
            if how == "unsaid":
                unsaid += 1
            elif any(when < kill < again and kill - when < WINDOW for kill in kills):
                killed += 1
            else:
                evidence.append(f"{number} was taken at {when} and again at {again}, and nothing had happened in between: {kills}")
    return unsaid, killed, gone


def run(options, folder):
    peers = [Peer(options.python, "mail", folder, options.seed), Peer(options.python, "push", folder, options.seed + 1, KEYS)]
    try:
        with Host(options, folder, *peers) as host:
            register(host, peers[1], options.people)
            kills, sent, took = deliver(host, peers, options)
            rows = host.outcomes()
            cpu = host.cpu_seconds()
    finally:
        for peer in peers:
            peer.end()
    evidence, figures = [], [Row("from the first to the last", took, "s"), Row("mails and pushes a second", 2 * options.people / took, "")]
    figures += [Row("stored by the sender", sent, "s"), Row("CPU of the last host", cpu, "s")]
    for channel, peer, first in (("mail", peers[0], 0), ("push", peers[1], options.people)):
        unsaid, killed, gone = judge(
            rows, peer.taken(), kills, range(first, first + options.people), channel, evidence)
        figures += [Row(f"{channel}: address gone, as the log says", gone, ""),
                    Row(f"{channel}: repeated, as the peer never answered", unsaid, ""),
                    Row(f"{channel}: repeated, as the kill fell before the disk", killed, "", options.at_once * options.kills)]
    return evidence, figures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--units", required=True, type=os.path.abspath, help="the folder with the feature `sender`")
    parser.add_argument("--python", required=True, help="a Python with the packages of the peers")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--people", type=int, default=10_000, help="how many get a mail, and how many a push")
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=16)
    parser.add_argument("--verbose", action="store_true", help="say every 2 s how far it is")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    # On a disk: a /tmp in memory would acknowledge at once.
    with tempfile.TemporaryDirectory(dir=pathlib.Path(options.results).resolve().parent) as scratch:
        try:
            evidence, figures = run(options, pathlib.Path(scratch))
        except (Failed, OSError) as problem:
            log = pathlib.Path(scratch) / "flagstand.log"
            print(f"error: {problem}\n{log.read_text()[-2000:] if log.exists() else ''}", file=sys.stderr)
            return 2
    print(table(figures, ""))
    written = {row.name: {"ours": row.ours, "unit": row.unit, "bar": row.bar} for row in figures}
    pathlib.Path(options.results).write_text(json.dumps(written, indent=2) + "\n")
    for line in evidence[:20]:
        print(line, file=sys.stderr)
    if evidence:
        print(f"{len(evidence)} things don't fit", file=sys.stderr)
    return 1 if evidence or any(row.is_missed for row in figures) else 0


if __name__ == "__main__":
    sys.exit(main())
