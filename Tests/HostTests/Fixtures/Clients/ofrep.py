"""Asks a running host for flags with OpenFeature's own client and prints what an app would see, a line for each answer.

ofrep.py URL answers                  all types, defaults, targeting and errors
ofrep.py URL change DOCUMENT NEXT     follows the stream, puts NEXT in the place of DOCUMENT, and asks once it is told
ofrep.py URL limited                  asks until the host says that it is too often
"""
import json
import os
import sys
import urllib.request

from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

url, wanted, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
api.set_provider_and_wait(OFREPProvider(url))
client = api.get_client()

alice = EvaluationContext("alice", {"country": "ES", "age": 33, "beta": True, "nested": {"list": [1, 2.5, None]}})
bob = EvaluationContext("bob", {"country": "PT"})
nobody = EvaluationContext()


def ask(kind, key, default, context=alice):
    details = getattr(client, f"get_{kind}_details")(key, default, context)
    error = details.error_code.value if details.error_code else "-"
    value = json.dumps(details.value, sort_keys=True)
    print(kind, key, value, details.variant or "-", details.reason, error, flush=True)
    return details


def answers():
    ask("boolean", "static", False)
    ask("boolean", "targeted", False)
    ask("boolean", "targeted", False, bob)
    ask("boolean", "targeted", False, nobody)
    ask("string", "greeting", "none")
    ask("integer", "limit", 1)
    ask("float", "ratio", 0.5)
    ask("float", "whole", 0.5)
    ask("integer", "whole", 1)
    ask("object", "layout", {})
    ask("string", "code-default", "mine")
    ask("string", "disabled", "mine")
    ask("string", "off", "mine")
    ask("string", "greeting/with/slashes", "none")
    ask("string", "sp%20ace", "none")
    ask("boolean", "nothing", True)
    ask("boolean", "greeting", True)
    ask("boolean", "broken", True)
    print(json.dumps(client.get_string_details("greeting", "", alice).flag_metadata, sort_keys=True), flush=True)
    print(client.get_boolean_details("nothing", True, alice).error_message, flush=True)


def change():
    document, following = rest
    ask("string", "greeting", "none")
    with urllib.request.urlopen(f"{url}/ofrep/v1/stream", timeout=60) as stream:
        heard = events(stream)
        next(heard)
        os.replace(following, document)
        told = next(heard)
    print(told["type"], sorted(told), flush=True)
    ask("string", "greeting", "none")


def events(stream):
    for line in stream:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


def limited():
    for _ in range(4):
        print(ask("string", "greeting", "none").error_message, flush=True)


{"answers": answers, "change": change, "limited": limited}[wanted]()
