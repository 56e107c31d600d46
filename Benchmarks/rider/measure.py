"""How long the real host takes to publish a franchise's week at once, on the disk. Ends with 1 where the bar is missed, with 2 where it
could not be measured."""
import pathlib
import sys
import time

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ("http", "bars")]
import users  # noqa: E402
from rows import Row, main  # noqa: E402
from town import Failed, Host, Person  # noqa: E402

RIDER, BAR, EACH = "/api/v1/rider", 200, 10
DAY = 86_400
# Riders can be told in time.
TODAY = int(time.time()) // DAY
MONDAY = (TODAY - (TODAY + 3) % 7 + 14) * DAY


def stamp(moment):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


def run(options, folder):
    users.write_keys(folder)
    access = users.DOCUMENT.replace(" } }\n", " }, roles: { claim: roles } }\n")
    with Host(options.host, folder, f"features:\n  rider: {{}}\nlog: error\n{access}") as host:
        staff = Person(host, "staff")
        staff.fields = {"Authorization": f"Bearer {users.token('staff', roles=['staff'])}"}
        franchise = f"{RIDER}/franchises/" + staff.need("POST", f"{RIDER}/franchises", {"name": "Centro"})["id"]
        for rider in range(options.riders):
            person = f"users:p{rider}"
            staff.need("PUT", f"{franchise}/members/{person}", {"name": f"P {rider}"})
            for number in range(EACH):
                start = MONDAY + DAY * (number // 2) + 3_600 * (8 + number % 2 * 5)
                staff.need("POST", f"{franchise}/shifts", {"shift": {
                    "riderId": person, "motoPlate": f"{rider} BCD", "startAt": stamp(start), "endAt": stamp(start + 4 * 3_600)}})
        week = stamp(MONDAY)[:10]
        begun = time.monotonic()
        plan = staff.need("GET", f"{franchise}/plan?week={week}")
        read = time.monotonic() - begun
        begun = time.monotonic()
        staff.need("POST", f"{franchise}/publish", {"week": week})
        took = time.monotonic() - begun
        after = staff.need("GET", f"{franchise}/plan?week={week}")
        if plan["breaches"] or len(plan["shifts"]) != options.riders * EACH or any(shift["isDraft"] for shift in after["shifts"]):
            raise Failed(f"the week is not what was planned: {len(plan['shifts'])} shifts, {plan['breaches'][:2]}")
    return [
        Row("the plan is read and checked", 1_000 * read, "ms"),
        Row("the week is published", 1_000 * took, "ms", BAR),
    ]


if __name__ == "__main__":
    main(__doc__, run, riders=500)
