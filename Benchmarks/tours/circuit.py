"""The real host with tours, and routes to walk there."""
import json
import pathlib
import sys
import time

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ("http", "bars")]
import users  # noqa: E402
from town import Failed, Host, Person  # noqa: E402, F401

TOURS = "/api/v1/tours"
# A ten-thousandth of a degree of latitude is about eleven metres.
STOP, STEP = 0.001, 0.0002


class Tours(Host):
    """A host that runs nothing but tours."""

    def __init__(self, program, folder, settings=None):
        users.write_keys(folder)
        access = users.DOCUMENT.replace(" } }\n", " }, roles: { claim: roles } }\n")
        super().__init__(
            program, folder, f"features:\n  tours: {{ settings: {json.dumps(settings or {})} }}\nlog: error\n{access}")


def staff(host):
    person = Person(host, "staff")
    person.fields = {"Authorization": f"Bearer {users.token('staff', roles=['staff'])}"}
    return person


def publish(host, route, stops):
    """A route of stops in a line to the north, a hundred metres apart."""
    place = {"name": "", "latitude": 40.0, "longitude": -3.0}
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    person = staff(host)
    person.need("PUT", f"{TOURS}/import", {
        "routes": [{
            "id": route, "name": route, "description": "", "city": "C", "neighborhood": "", "language": "es", "difficulty": "easy",
            "duration_minutes": 0, "distance_km": 0, "num_stops": stops, "is_active": True, "thumbnail_url": "",
            "start_location": place, "end_location": place, "created_at": now, "updated_at": now}],
        "stops": [{
            "id": f"{route}-{number}", "route_id": route, "order": number + 1, "name": f"Stop {number}", "description": "",
            "category": "", "latitude": 40 + number * STOP, "longitude": -3, "audio_duration_seconds": 0, "image_url": "",
            "script_es": f"Parada {number}.", "fun_fact": ""} for number in range(stops)]})
    person.leave()


def stamp(seconds=0.0):
    now = time.time() + seconds
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1e6):06d}Z"


def fix(place, seconds=0.0):
    """Somebody at a place of the line, so many steps from its beginning."""
    return {"point": {"lat": 40 + place * STEP, "lon": -3.0}, "time": stamp(seconds), "accuracy": 8}
