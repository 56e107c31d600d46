"""Measures how many orders a second are placed and paid beside the bookings of bars, and how soon a search of 50,000 products is
answered; ends with 1 where a bar is missed, with 2 where nothing could be measured."""
import argparse
import http.client
import json
import os
import pathlib
import random
import statistics
import sys
import tempfile
import urllib.parse

import stand
from stand import SHOP, Failed, Stand, Worker  # puts ../bars on the path
import town  # noqa: E402
import users  # noqa: E402
from asking import ask, request  # noqa: E402
from rows import Row, finish, percentile  # noqa: E402

PARTS = ["rate", "search"]
CONNECTIONS, ROUNDS, PRICE = 64, 5, 250


class AtLeast(Row):
    """A figure that must not be smaller than its bar."""

    @property
    def is_missed(self):
        return self.ours < self.bar


def orders(host, point, round, seconds):
    """Orders that are placed and paid, each by somebody else: two requests one after the other on a connection."""
    paid, refused, waiting = [], [], []
    number = [0]

    def requests():
        while True:
            if waiting:
                token, id = waiting.pop()
                yield ("pay", token), request("POST", f"{SHOP}/orders/{id}/payment", token, b"{}")
                continue
            number[0] += 1
            token = users.token(f"buyer-{round}-{number[0]}")
            body = {"point": point, "lines": [{"product": f"p{number[0] % 200}"}], "total": PRICE,
                    "idempotencyKey": f"{round}-{number[0]}"}
            yield ("order", token), request("POST", f"{SHOP}/orders/express", token, json.dumps(body).encode())

    def take(answer):
        what, token = answer.kind
        if answer.status != 200:
            refused.append(answer)
        elif what == "order":
            waiting.append((token, json.loads(answer.body)["id"]))
        else:
            paid.append(answer.milliseconds)

    took = ask(host.port, CONNECTIONS, requests(), take, seconds=seconds)
    if refused:
        raise Failed(f"{len(refused)} requests were refused, such as {refused[0].status} {refused[0].body.decode()}")
    return len(paid) / took, paid


def bookings(host, ids, round, seconds):
    """Bookings of bars as fast as they are acknowledged, as ../bars measures them."""
    dice, made, refused = random.Random(round), [], []

    def requests():
        number = 0
        while True:
            token = users.token(f"guest-{round}-{number}")
            for shift in town.SHIFTS:
                body = {"people": dice.randint(1, 4), "shift": shift, "idempotencyKey": f"{number}-{shift}"}
                path = f"{town.BARS}/{dice.choice(ids)}/bookings"
                yield None, request("POST", path, token, json.dumps(body).encode())
            number += 1

    def take(answer):
        (made if answer.status == 200 else refused).append(answer)

    took = ask(host.port, CONNECTIONS, requests(), take, seconds=seconds)
    if refused:
        raise Failed(f"{len(refused)} bookings were refused, such as {refused[0].status} {refused[0].body.decode()}")
    return len(made) / took


def rate(program, scratch, units, seconds):
    with Stand(program, scratch, {"mostUnpaid": 1000}, units, "  bars: {}\n") as host:
        point = stand.open_shop(host, 200, 1_000_000, PRICE)
        owner = town.Person(host, "owner")
        ids = [owner.need("POST", town.BARS, town.bar(f"Bar {number}", 10_000))["id"] for number in range(40)]
        rates, ratios, times = [], [], []
        for round in range(ROUNDS):
            placed, paid = orders(host, point, round, seconds / ROUNDS)
            booked = bookings(host, ids, round, seconds / ROUNDS)
            rates.append(placed)
            ratios.append(placed / booked)
            times += paid
        admin = Worker(host, "admin", "admin")
        check = admin.need("POST", f"{SHOP}/ledger/check", {})
        if not check["isRight"]:
            raise Failed(f"the ledger does not add up: {check['problems'][:3]}")
        yield AtLeast("orders placed and paid a second", statistics.median(rates), "/s", 500, spread=(min(rates), max(rates)))
        yield AtLeast("orders by bookings of bars", statistics.median(ratios), "×", 0.4, spread=(min(ratios), max(ratios)))
        yield Row("until an order is paid on the disk, p99", percentile(times, 0.99), "ms")
        yield Row("resident with them", host.resident_kib() / 1024, "MiB")


WORDS = ["Café", "Bocadillo", "Jamón", "Agua", "Gorra", "Camiseta", "Piña", "Limón", "Naranja", "Tarta", "Paella", "Churros"]


def search(program, scratch, units, seconds, count):
    with Stand(program, scratch, {}, units) as host:
        dice = random.Random(2)
        staff = Worker(host, "staff", "staff")
        lines = ["id,name,kind,category,price,vat,stock"]
        for number in range(count):
            name = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {number}"
            lines.append(f"p{number},{name},food,c{number % 40},{dice.randint(100, 9999) / 100:.2f},10,{number % 7}")
        body = "\r\n".join(lines).encode()
        connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=300)
        connection.request("PUT", f"{SHOP}/products/import", body, {**staff.fields, "Content-Type": "text/csv"})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        if answer.status != 200:
            raise Failed(f"the import was refused: {answer.status} {text[:500]}")
        ways = [lambda: {}, lambda: {"name": dice.choice(["cafe", "jamon", "piña"])}, lambda: {"category": f"c{dice.randrange(40)}"},
                lambda: {"name": str(dice.randrange(count))}, lambda: {"name": "zzyzx"},
                lambda: {"name": "a", "category": "c7", "limit": 100}]
        times, wrong = [], []

        def requests():
            while True:
                yield None, request("GET", f"{SHOP}/products?{urllib.parse.urlencode(dice.choice(ways)())}")

        def take(answer):
            if answer.status != 200:
                wrong.append(answer)
            times.append(answer.milliseconds)

        ask(host.port, CONNECTIONS, requests(), lambda answer: None, rate=500, seconds=2)
        ask(host.port, CONNECTIONS, requests(), take, rate=1_000, seconds=seconds)
        if wrong:
            raise Failed(f"{len(wrong)} searches failed, such as {wrong[0].status} {wrong[0].body.decode()}")
        yield Row(f"a search of {count} products, 1,000 a second, p99", percentile(times, 0.99), "ms", 10,
                  spread=(min(times), percentile(times, 0.5)))
        yield Row("resident with them", host.resident_kib() / 1024, "MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--units", type=os.path.abspath, help="the folder with the features, where they are not beside the program")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--products", type=int, default=50_000, help="how many are searched")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured; all by default")
    options = parser.parse_args()
    rows = []
    try:
        for name in options.parts:
            # On a disk: a /tmp in memory would acknowledge at once.
            with tempfile.TemporaryDirectory(dir=pathlib.Path(options.results).resolve().parent) as scratch:
                folder = pathlib.Path(scratch)
                rows += (rate(options.host, folder, options.units, options.seconds) if name == "rate"
                         else search(options.host, folder, options.units, options.seconds, options.products))
    except (Failed, OSError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    return finish(rows, options.results, "")


if __name__ == "__main__":
    sys.exit(main())
