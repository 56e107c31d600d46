"""How soon thousands of people who listen know of an evacuation, while ten times as many ordinary notifications wait to be sent. Ends
with 1 where a bar is missed, with 2 where something could not be measured."""
import http.client
import json
import pathlib
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parent / "bars")]

from rows import Row, main  # noqa: E402
from servers import PATIENCE, Failed, Server, free_port  # noqa: E402
import users  # noqa: E402

BAR = 250
BATCH = 5_000
DOCUMENT = """http:
  connections: {{ address: 9000 }}
access:
  issuers:
    bench:
      issuer: {issuer}
      audience: {audience}
      keys: {{ file: {keys} }}
      roles: {{ claim: roles }}
features:
  sender: {{}}
  track: {{}}
  notifications:
    settings:
      mail: {{ server: "smtp://127.0.0.1:{port}", encryption: none }}
plugins: [{units}]
log: warning
"""


class Host(Server):
    def __init__(self, options, folder, mail_port):
        (folder / "plugins.yaml").write_text(DOCUMENT.format(
            issuer=users.ISSUER, audience=users.AUDIENCE, keys=users.KEYS, port=mail_port, units=options.units))
        users.write_keys(folder)
        port = free_port()
        super().__init__("flagstand", [
            options.host, "run", "--config", str(folder / "plugins.yaml"), "--state", str(folder / "state"),
            "--listen", f"127.0.0.1:{port}"], folder, port)

    def is_ready(self):
        return "flagstand: ready" in self.log.read_text() and super().is_ready()

    def staff(self, method, path, body, by="staff"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        fields = {"Authorization": f"Bearer {users.token(by, roles=['staff'])}", "Content-Type": "application/json"}
        connection.request(method, path, json.dumps(body), fields)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            raise Failed(f"{method} {path}: {answer.status} {text[:500]}")
        return json.loads(text) if text else None


class Listeners:
    """The program that holds the streams."""

    def __init__(self, options, host, folder):
        tokens = folder / "tokens"
        tokens.write_text("".join(f"{users.token(f'p{number}')}\n" for number in range(options.people)))
        self.process = subprocess.Popen(
            [options.listeners, str(host.port), "/api/v1/notifications/stream", str(tokens)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.expect("ready")

    def expect(self, word):
        line = self.process.stdout.readline().strip()
        if line != word:
            raise Failed(f"the listeners said {line!r} and not {word!r}")

    def hear(self, text, act):
        """How long after `act` began each of them had heard a text, in ms; the shortest first."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        self.expect("armed")
        begun = time.monotonic_ns()
        act()
        acted = (time.monotonic_ns() - begun) / 1e6
        heard, *times = map(int, self.process.stdout.readline().split())
        if heard < len(times):
            raise Failed(f"{heard} of {len(times)} heard it within 30 s")
        return sorted((moment - begun) / 1e6 for moment in times), acted

    def end(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)


def evacuate(host, number):
    host.staff("POST", "/api/v1/track/evacuation", {"message": f"evacuation {number}.", "reason": "bench"})


def clear(host):
    word = host.staff("POST", "/api/v1/track/evacuation/clear", {"reason": "bench"})["word"]
    host.staff("POST", "/api/v1/track/evacuation/cleared", {"word": word, "reason": "bench"}, by="another")


def measure(host, listeners, options):
    """The times of all rounds, and how long the host took to answer that it had taken each evacuation."""
    all_, acts = [], []
    for number in range(options.rounds):
        times, acted = listeners.hear(f"evacuation {number}.", lambda: evacuate(host, number))
        all_ += times
        acts.append(acted)
        time.sleep(0.2)
        clear(host)
    return sorted(all_), acts


def row(name, times, bar=None):
    return [Row(f"{name}, median", times[len(times) // 2], "ms"),
            Row(f"{name}, p99", times[int(len(times) * 0.99)], "ms", bar), Row(f"{name}, the last one", times[-1], "ms")]


def run(options, folder):
    # A mail server that takes connections and says nothing: what goes by it waits.
    with socket.create_server(("127.0.0.1", 0), backlog=128) as silent, Host(
            options, folder, silent.getsockname()[1]) as host:
        listeners = Listeners(options, host, folder)
        figures = []
        try:
            quiet, _ = measure(host, listeners, options)
            figures += row("nothing waits", quiet)
            for first in range(0, options.waiting, BATCH):
                host.staff("POST", "/api/v1/sender/batches", {
                    "first": first, "count": min(BATCH, options.waiting - first), "level": "important", "people": options.people})
            busy, acts = measure(host, listeners, options)
            figures += row(f"{options.waiting} wait", busy, BAR)
            figures.append(Row("of which the track's answer", max(acts), "ms"))
        finally:
            listeners.end()
    return figures


if __name__ == "__main__":
    main(
        __doc__, run, units="the folder with the feature `sender`", listeners="the program that listens", people=5_000, waiting=50_000,
        rounds=5)
