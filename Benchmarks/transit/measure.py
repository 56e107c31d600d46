"""How soon the real host answers searches for journeys and compact departures of the real timetables of four Spanish networks, at 500
requests a second, on the days of their expected answers, and what a search of hart.zip's 436,000 calls takes of its processor. Ends with 1 where a bar is missed, with 2 where it could not be measured."""
import itertools
import json
import pathlib
import random
import sys
import time
import urllib.parse

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / name) for name in ("http", "bars")]
from asking import ask, request  # noqa: E402
from rows import Row, main, percentile  # noqa: E402
from servers import Failed, Host  # noqa: E402

API = "/api/v1/gtfs"
# The expected answers and the feeds that they are about.
FEEDS = {
    "malaga_20260120": "es_gtfs_metro_malaga", "mallorca_20260120": "es_gtfs_sfm_mallorca",
    "crtm_m4_freq_20250603": "es_crtm_metro_madrid_M4.zip", "crtm_m10_20251118": "es_crtm_metro_ligero_M10.zip",
}
RATE, CONNECTIONS, PLANNER_BAR, DEPARTURES_BAR = 500, 32, 10, 5
LARGEST = 5 * 1024
# With its walks; the searches are for the one that arrives first.
HART, HART_FEED, LOAD_BAR = "hart_walk300", "transitland/hart.zip", 1_000


def paths(answers):
    """The searches of a file of expected answers, and departures of the stops in them."""
    date = answers["meta"]["date"]
    day = f"{date[:4]}-{date[4:6]}-{date[6:]}"

    def path(route, **query):
        return f"{API}/{route}?{urllib.parse.urlencode(query)}"

    for query in answers["queries"]:
        clock = query["depart"][:5]
        yield "planner", path("route-planner", **{"from": query["from"], "to": query["to"]}, departure_time=clock, date=day)
        yield "departures", path(f"stops/{urllib.parse.quote(query['from'])}/departures", compact="true", limit=3)


def measure(options, folder, name, feed):
    answers = json.loads((options.data / "oracle" / f"{name}.json").read_text())
    asked = list(paths(answers))
    document = f"features:\n  transit: {{ settings: {{ feeds: [{{ path: {options.data / feed} }}] }} }}\nlog: warning\n"
    folder = folder / name
    folder.mkdir()
    times, wrong, found = {"planner": [], "departures": []}, [], [0]

    def take(answer):
        times[answer.kind].append(answer.milliseconds)
        if answer.status != 200 or answer.kind == "departures" and len(answer.body) > LARGEST:
            wrong.append(answer)
        elif answer.kind == "planner" and b'"journeys":[{' in answer.body:
            found[0] += 1

    with Host(options.host, folder, document) as host:
        for kind in times:
            some = [request("GET", path) for what, path in asked if what == kind]
            random.Random(1).shuffle(some)
            endless = ((kind, one) for one in itertools.cycle(some))
            ask(host.port, CONNECTIONS, itertools.islice(endless, RATE), take, rate=RATE)
            times[kind].clear()
            ask(host.port, CONNECTIONS, itertools.islice(endless, RATE * options.seconds), take, rate=RATE)
    if wrong:
        raise Failed(f"{name}: {len(wrong)} answers are not what they have to be: {wrong[0].status} {wrong[0].body[:300]}")
    if found[0] < len(times["planner"]) // 2:
        raise Failed(f"{name}: of {len(times['planner'])} searches {found[0]} found a journey")
    return times


def measure_hart(options, folder):
    answers = json.loads((options.data / "oracle" / f"{HART}.json").read_text())
    some = [request("GET", path + "&max_alternatives=1") for kind, path in paths(answers) if kind == "planner"]
    folder = folder / HART
    folder.mkdir()
    document = f"features:\n  transit: {{ settings: {{ feeds: [{{ path: {options.data / HART_FEED} }}] }} }}\nlog: warning\n"
    wrong = []

    def take(answer):
        if answer.status != 200 or b'"success":true' not in answer.body:
            wrong.append(answer)

    begun = time.monotonic()
    with Host(options.host, folder, document) as host:
        loaded = (time.monotonic() - begun) * 1_000
        endless = (("planner", one) for one in itertools.cycle(some))
        ask(host.port, 1, itertools.islice(endless, RATE), take)
        before, number = host.cpu_seconds(), RATE * options.seconds // 4
        ask(host.port, 1, itertools.islice(endless, number), take)
        each = (host.cpu_seconds() - before) * 1_000 / number
    if wrong:
        raise Failed(f"hart: {wrong[0].status} {wrong[0].body[:300]}")
    return [Row("hart.zip: from start to ready", loaded, "ms", LOAD_BAR),
            Row("hart.zip: a search over HTTP, of the processor", each, "ms")]


def run(options, folder):
    options.data = HERE.parents[2] / "shared" / "data" / "gtfs"
    if not options.data.is_dir():
        raise Failed(f"the timetables are not here: {options.data}")
    rows = measure_hart(options, folder)
    for name, feed in FEEDS.items():
        times = measure(options, folder, name, feed)
        for kind, bar in (("planner", PLANNER_BAR), ("departures", DEPARTURES_BAR)):
            rows.append(Row(f"{feed}: {kind}, p99", percentile(times[kind], 0.99), "ms", bar))
    return rows


if __name__ == "__main__":
    main(__doc__, run, seconds=20)
