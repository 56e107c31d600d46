"""How long a gateway waits for the answer to a post of 500 advertisements, alone and while `track` reads what is published."""
import argparse
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parent / "bars")]

from asker import Asker  # noqa: E402
from rows import Row, finish, percentile  # noqa: E402
from servers import Failed, Host  # noqa: E402
import users  # noqa: E402

BAR = 5
POSTED, A_SECOND, SENDERS = 500, 20, 100
PATH = "/api/v1/ble/gateways/north/advertisements"
ACCESS = users.DOCUMENT.replace(" } }\n", " }, roles: { claim: roles } }\n")
BLE = "  ble: { settings: { gateways: [north], trust: anyone } }\n"


def advertisement(number):
    """The next word of one of some beacons, each of a zone of its own."""
    sender, sequence = number % SENDERS, number // SENDERS & 0xFFFF
    data = bytes([1, *(1_000 + sender).to_bytes(2, "big"), 0, 0, *sequence.to_bytes(2, "big"), 10, 24])
    return {"address": f"C1:00:00:00:00:{sender:02X}", "random": True, "rssi": -60,
            "data": (b"\x02\x01\x06\x0c\xff\x34\x12" + data).hex()}


def waits(host, posts):
    """From before each post is sent until its answer is there, in ms."""
    gateway = Asker(host.port, "north", "gateway")
    requests = [
        gateway.request(PATH, {"advertisements": [advertisement(post * POSTED + each) for each in range(POSTED)]})
        for post in range(posts)
    ]
    found, start = [], time.perf_counter()
    for number, request in enumerate(requests):
        time.sleep(max(0, start + number / A_SECOND - time.perf_counter()))
        began = time.perf_counter()
        gateway.connection.sendall(request)
        told = gateway.answer()
        found.append((time.perf_counter() - began) * 1000)
        if told["published"] != POSTED:
            raise Failed(f"of {POSTED} words that are news, {told} came")
    return found


def rows(name, program, features, posts):
    with tempfile.TemporaryDirectory(dir=HERE.parent / "results") as folder:
        folder = pathlib.Path(folder)
        users.write_keys(folder)
        with Host(program, folder, f"{ACCESS}features:\n{features}log: warning\n") as host:
            found = waits(host, posts)
    return [Row(f"{name}: median", percentile(found, 0.5), "ms"), Row(f"{name}: p99", percentile(found, 0.99), "ms", BAR)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", required=True)
    parser.add_argument("--results", required=True)
    parser.add_argument("--posts", type=int, default=400)
    options = parser.parse_args()
    found = rows(f"a post of {POSTED} over HTTP", options.host, BLE, options.posts)
    found += rows("the same beside track", options.host, BLE + "  track: {}\n", options.posts)
    return finish(found, options.results, peer="")


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failed:
        print(failed, file=sys.stderr)
        sys.exit(2)
