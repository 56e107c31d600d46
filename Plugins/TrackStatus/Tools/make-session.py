#!/usr/bin/env python3
"""make-session.py FOLDER: writes TrackStatus.jsonStream and RaceControlMessages.jsonStream, five invented minutes of a
session in the form of live timing: a yellow in sector 5, the virtual safety car, its end, all clear, a yellow again, a red
flag, green."""

import json
import pathlib
import sys

START = "2026-05-24T13:%02d:%06.3f"


def flag(flag, message, scope="Track", **more):
    return {"Category": "Flag", "Flag": flag, "Scope": scope, **more, "Message": message}


def car(status, message):
    return {"Category": "SafetyCar", "Status": status, "Mode": "VIRTUAL SAFETY CAR", "Message": message}


# Seconds since the session began.
CODES = [
    (0.0, "1", "AllClear"),
    (31.2, "2", "Yellow"),
    (58.4, "6", "VSCDeployed"),
    (121.0, "7", "VSCEnding"),
    (133.5, "1", "AllClear"),
    (190.8, "2", "Yellow"),
    (204.1, "5", "Red"),
    (281.0, "1", "AllClear"),
]
CONTROL = [
    (0.0, flag("GREEN", "GREEN LIGHT - PIT EXIT OPEN")),
    (12.0, {"Category": "Other", "Message": "CAR 7 NOTED - TRACK LIMITS AT TURN 4"}),
    (30.9, flag("YELLOW", "YELLOW IN TRACK SECTOR 5", "Sector", Sector=5)),
    (36.0, flag("DOUBLE YELLOW", "DOUBLE YELLOW IN TRACK SECTOR 5", "Sector", Sector=5)),
    (58.0, car("DEPLOYED", "VSC DEPLOYED")),
    (90.0, flag("BLUE", "WAVED BLUE FLAG FOR CAR 31", "Driver", RacingNumber="31")),
    (120.6, car("ENDING", "VSC ENDING")),
    (133.1, flag("CLEAR", "CLEAR IN TRACK SECTOR 5", "Sector", Sector=5)),
    (133.3, flag("CLEAR", "TRACK CLEAR")),
    (190.2, flag("YELLOW", "YELLOW IN TRACK SECTOR 2", "Sector", Sector=2)),
    (203.6, flag("RED", "RED FLAG")),
    (280.2, flag("CLEAR", "CLEAR IN TRACK SECTOR 2", "Sector", Sector=2)),
    (280.6, flag("GREEN", "GREEN LIGHT - PIT EXIT OPEN")),
    (299.5, flag("CHEQUERED", "CHEQUERED FLAG")),
]


def line(seconds, value):
    milliseconds = round(seconds * 1000)
    time = "%02d:%02d:%02d.%03d" % (
        milliseconds // 3600000, milliseconds // 60000 % 60, milliseconds // 1000 % 60, milliseconds % 1000)
    return time + json.dumps(value, separators=(",", ":")) + "\r\n"


def main(folder):
    codes = [line(at, {"Status": code, "Message": name}) for at, code, name in CODES]
    control = []
    for number, (at, message) in enumerate(CONTROL):
        message = {"Utc": START % (at // 60, at % 60), **message}
        control.append(line(at, {"Messages": [message] if number == 0 else {str(number): message}}))
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    # Live timing's own files begin with a mark of their byte order.
    for name, lines in [("TrackStatus", codes), ("RaceControlMessages", control)]:
        (folder / f"{name}.jsonStream").write_bytes("\ufeff".encode() + "".join(lines).encode())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
