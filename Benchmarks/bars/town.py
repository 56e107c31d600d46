"""The real host with the feature `bars`, and how it is asked."""
import http.client
import json
import pathlib
import subprocess
import sys
import urllib.parse

sys.path.append(str(pathlib.Path(__file__).parent.parent / "http"))
from servers import PATIENCE, Failed, Host  # noqa: E402

import users  # noqa: E402

SHIFTS = ["lunch-1", "lunch-2", "dinner-1", "dinner-2"]
BARS = "/api/v1/bars"


class Town(Host):
    """A host that runs nothing but bars."""

    def __init__(self, program, folder, settings=None, units=None):
        plugins = f"plugins: [{units}]\n" if units else ""
        users.write_keys(folder)
        super().__init__(
            program, folder,
            f"features:\n  bars: {{ settings: {json.dumps(settings or {})} }}\nlog: warning\n{plugins}{users.DOCUMENT}")

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
