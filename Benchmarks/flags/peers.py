#!/usr/bin/env python3
"""peers.py RESULTS: evaluates the three flags of FlagBench with other engines, through their own Python packages.

Each peer is a function that gives its users and, for each flag, a function of one user; what can't be imported is left
out. Users are prepared before the clock starts, in the form that the peer's own interface takes. A round is one pass
over all of them.
"""
import gc
import json
import sys
import time

USERS = 10_000
ROUNDS = 5
FLAGS = ("flag-a", "flag-b", "flag-c")
COUNTRIES = ["ES", "FR", "IT", "DE", "US", "BR"]


def users():
    return [
        (f"user-{i:05d}", {
            "email": f"user{i}@" + ("other.org" if i % 2 else "example.com"),
            "country": COUNTRIES[i // 2 % 6], "plan": "free" if i % 3 else "pro", "age": 18 + i % 60,
            "version": f"1.{i % 20}.0", "beta": i % 5 == 0,
        }) for i in range(USERS)
    ]


def flagd():
    from openfeature.contrib.tools.flagd.core import FlagdCore
    from openfeature.evaluation_context import EvaluationContext

    both = {"state": "ENABLED", "variants": {"on": True, "off": False}}
    condition = {"and": [{"ends_with": [{"var": "email"}, "@example.com"]},
                         {"in": [{"var": "country"}, ["ES", "FR", "IT"]]}]}
    core = FlagdCore()
    core.set_flags(json.dumps({"flags": {
        "flag-a": both | {"defaultVariant": "on"},
        "flag-b": both | {"defaultVariant": "off", "targeting": {"if": [condition, "on", "off"]}},
        "flag-c": both | {"defaultVariant": "off", "targeting": {"fractional": [["on", 50], ["off", 50]]}},
    }}))
    return [EvaluationContext(key, attributes) for key, attributes in users()], {
        flag: lambda user, flag=flag: core.resolve_boolean_value(flag, False, user).value for flag in FLAGS}


def yggdrasil():
    from yggdrasil_engine.engine import UnleashEngine

    def feature(name, strategy, parameters, constraints=()):
        return {"name": name, "enabled": True, "strategies": [
            {"name": strategy, "parameters": parameters, "constraints": list(constraints)}]}

    def constraint(name, operator, values):
        return {"contextName": name, "operator": operator, "values": values}

    engine = UnleashEngine()
    engine.take_state(json.dumps({"version": 2, "features": [
        feature("flag-a", "default", {}),
        feature("flag-b", "default", {}, [constraint("email", "STR_ENDS_WITH", ["@example.com"]),
                                          constraint("country", "IN", ["ES", "FR", "IT"])]),
        feature("flag-c", "flexibleRollout", {"rollout": "50", "stickiness": "userId", "groupId": "flag-c"}),
    ]}))

    def text(value):
        return str(value).lower() if isinstance(value, bool) else str(value)

    contexts = [{"userId": key, "properties": {name: text(value) for name, value in attributes.items()}}
                for key, attributes in users()]
    return contexts, {flag: lambda user, flag=flag: engine.check_enabled(flag, user).is_enabled for flag in FLAGS}


def eppo():
    import eppo_client
    from eppo_client import AssignmentLogger, ClientConfig, Configuration

    class Silent(AssignmentLogger):
        def log_assignment(self, assignment):
            pass

    def flag(name, *allocations):
        return {"key": name, "enabled": True, "variationType": "BOOLEAN", "totalShards": 10_000,
                "variations": {"on": {"key": "on", "value": True}, "off": {"key": "off", "value": False}},
                "allocations": [{"key": f"{name}-{number}", "doLog": False} | allocation
                                for number, allocation in enumerate(allocations)]}

    def split(variation, *ranges):
        shards = [{"salt": "s", "ranges": [{"start": start, "end": end} for start, end in ranges]}] if ranges else []
        return {"variationKey": variation, "shards": shards}

    conditions = [{"attribute": "email", "operator": "MATCHES", "value": "@example\\.com$"},
                  {"attribute": "country", "operator": "ONE_OF", "value": ["ES", "FR", "IT"]}]
    document = {"createdAt": "2026-01-01T00:00:00.000Z", "format": "SERVER", "environment": {"name": "bench"}, "flags": {
        "flag-a": flag("flag-a", {"rules": [], "splits": [split("on")]}),
        "flag-b": flag("flag-b", {"rules": [{"conditions": conditions}], "splits": [split("on")]},
                       {"rules": [], "splits": [split("off")]}),
        "flag-c": flag("flag-c", {"rules": [], "splits": [split("on", (0, 5_000)), split("off", (5_000, 10_000))]}),
    }}
    client = eppo_client.init(ClientConfig(
        api_key="bench", assignment_logger=Silent(), poll_interval_seconds=None, base_url="http://127.0.0.1:9",
        initial_configuration=Configuration(flags_configuration=json.dumps(document).encode())))
    return users(), {
        flag: lambda user, flag=flag: client.get_boolean_assignment(flag, user[0], user[1], False) for flag in FLAGS}


def check(flag, on):
    targeted = sum(i % 2 == 0 and i // 2 % 6 < 3 for i in range(USERS))
    wanted = {"flag-a": (USERS, USERS), "flag-b": (targeted, targeted)}
    low, high = wanted.get(flag, (USERS * 47 // 100, USERS * 53 // 100))
    if not low <= on <= high:
        raise ValueError(f"{flag} is on for {on} users")


def measure(contexts, evaluate):
    nanoseconds = []
    for _ in range(ROUNDS):
        start = time.thread_time_ns()
        for context in contexts:
            evaluate(context)
        nanoseconds.append((time.thread_time_ns() - start) / len(contexts))
    return nanoseconds


def main():
    gc.disable()
    measured = {}
    for name, peer in {"eppo": eppo, "yggdrasil": yggdrasil, "flagd (Python)": flagd}.items():
        try:
            contexts, evaluate = peer()
            for flag in FLAGS:
                check(flag, sum(bool(evaluate[flag](context)) for context in contexts))
            measured[name] = {flag: measure(contexts, evaluate[flag]) for flag in FLAGS}
        except (ImportError, ValueError) as error:
            print(f"peers.py: {name} is left out: {error}", file=sys.stderr)
    with open(sys.argv[1], "w") as file:
        json.dump(measured, file)


main()
