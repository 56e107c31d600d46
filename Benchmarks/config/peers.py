"""Measures how long PyYAML with libyaml takes to make Python's objects of a document: peers.py DOCUMENT RESULTS.

It checks nothing and keeps no places; what it has to do besides libyaml's own share is what every loader has to do.
"""

import json
import sys
import time

import yaml

ROUNDS = 5


def measure(text):
    rounds = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        loaded = yaml.load(text, Loader=yaml.CSafeLoader)
        rounds.append((time.thread_time_ns() - start) / 1_000_000)
        assert len(loaded["flags"]) == 5_000 and len(loaded["features"]) == 100
    return rounds


with open(sys.argv[1], "rb") as document:
    rounds = measure(document.read())
with open(sys.argv[2], "w", encoding="utf-8") as results:
    json.dump({"PyYAML": {"load": rounds}}, results)
