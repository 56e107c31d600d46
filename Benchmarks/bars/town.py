"""The real host with the feature `bars`, and how it is asked."""
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parent.parent / "http"))
from servers import PATIENCE, Failed, Server, free_port  # noqa: E402

import users  # noqa: E402

SHIFTS = ["lunch-1", "lunch-2", "dinner-1", "dinner-2"]
BARS = "/api/v1/bars"


class Town(Server):
    """A host that runs nothing but bars; it may be killed and started again, and keeps what it had."""

    def __init__(self, program, folder, settings=None, units=None):
        self.program, self.folder, self.state = program, folder, folder / "state"
        document = folder / "plugins.yaml"
        plugins = f"plugins: [{units}]\n" if units else ""
        document.write_text(
            f"features:\n  bars: {{ settings: {json.dumps(settings or {})} }}\nlog: warning\n{plugins}{users.DOCUMENT}")
        users.write_keys(folder)
        self.command = [program, "run", "--config", str(document), "--state", str(self.state)]
        self.start(free_port())

    def start(self, port):
        super().__init__("flagstand", [*self.command, "--listen", f"127.0.0.1:{port}"], self.folder, port)

    def is_ready(self):
        return "flagstand: ready" in self.log.read_text() and super().is_ready()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def start_again(self):
        self.start(self.port)
        self.__enter__()

    def check(self):
        """What `store check` says once the host has ended: its exit code and its words."""
        done = subprocess.run([self.program, "store", "check", "bars", "--state", str(self.state)],
                              capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout + done.stderr


class Person:
    """Somebody who asks, on a connection that stays open for as long as the host lets it."""

    def __init__(self, town, name):
        self.town, self.name, self.fields = town, name, {"Authorization": f"Bearer {users.token(name)}"}
        self.connection = None

    def ask(self, method, path, body=None, key=None, **query):
        """The status and what was replied.

        Raises OSError or HTTPException where nobody knows whether it was done."""
        if query:
            path += "?" + urllib.parse.urlencode(query, doseq=True)
        fields = dict(self.fields)
        content = None
        if key is not None:
            body = {**body, "idempotencyKey": key}
        if body is not None:
            content, fields["Content-Type"] = json.dumps(body).encode(), "application/json"
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.town.port, timeout=PATIENCE)
            self.connection.request(method, path, content, fields)
            answer = self.connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException):
            self.leave()
            raise
        return answer.status, json.loads(text) if text else None

    def need(self, method, path, body=None, **query):
        """What was replied; it has to be."""
        status, reply = self.ask(method, path, body, **query)
        if status != 200:
            raise Failed(f"{method} {path}: {status} {reply}")
        return reply

    def leave(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None


def bar(name, capacity, **more):
    return {"name": name, "capacity": capacity, "type": "fish", "location": {"lat": 41.6, "lon": 2.28}, **more}


def all_pages(person, path, **query):
    after = {}
    while True:
        page = person.need("GET", path, limit=100, **query, **after)
        yield from page["items"]
        if "next" not in page or page["next"] is None:
            return
        after = {"after": page["next"]}
