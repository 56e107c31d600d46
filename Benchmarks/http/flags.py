"""Flags over HTTP: one with a rule, all of 350, and all of them where nothing has changed for the caller."""
import http.client
import json

from rows import plain, ratio
from servers import QUESTION, Failed
from turns import PEER, Turn, take

FILE = "flags.json"
COUNT = 350
ALL = "/ofrep/v1/evaluate/flags"
ONE = f"{ALL}/flag-005"


def document():
    """Flags as people have them: of ten four are plain, three have two clauses, two a split, and one is JsonLogic."""
    return json.dumps({"flags": {f"flag-{number:03}": flag(number) for number in range(COUNT)}})


def flag(number):
    kind = number % 10
    if kind < 4:
        return {"variants": {"on": True, "off": False}, "default": "on"}
    if kind < 7:
        when = {"email": {"ends_with": "@example.com"}, "country": ["DE", "FR", "IT"]}
        return {"variants": {"on": True, "off": False}, "default": "off", "rules": [{"when": when, "serve": "on"}]}
    if kind < 9:
        return {"variants": {"red": "#f00", "blue": "#00f"}, "default": "red", "split": {"red": 30, "blue": 70}}
    logic = {"if": [{"sem_ver": [{"var": "version"}, ">=", "1.20.0"]}, "new", "old"]}
    return {"state": "ENABLED", "variants": {"new": 2, "old": 1}, "defaultVariant": "old", "targeting": logic}


def tag(host):
    """That of all flags for the caller who asks."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=30)
    connection.request("POST", ALL, QUESTION, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    found = json.loads(answer.read()).get("flags", [])
    connection.close()
    if answer.status != 200 or len(found) < COUNT:
        raise Failed(f"the host answers {len(found)} flags with status {answer.status}")
    return answer.headers["ETag"]


def under_load(host, peer, rounds, seconds):
    turns = {
        PEER: Turn(peer, "/"), "one": Turn(host, ONE), "all": Turn(host, ALL),
        "unchanged": Turn(host, ALL, (f"If-None-Match: {tag(host)}",)),
    }
    loads = take(turns, rounds, seconds)
    yield ratio("CPU for a flag with a rule", loads, "one", "cpu_us", 1.1)
    yield plain(f"CPU for all of {COUNT} flags", loads, "all", "cpu_us", "µs", 100)
    yield ratio("CPU for 304 instead", loads, "unchanged", "cpu_us", 1.67)
