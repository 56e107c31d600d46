"""Sixty-four clients fight for the last units of fifty products, at once and through carts, while staff fills them up and the
host is killed; afterwards ledger, orders, payments and processor are held against each other and against what the clients were told. Ends with 1 and the evidence where anything
does not fit, with 2 where nothing could be done."""
import http.client
import random
import threading
import time

import stand
from stand import SHOP, Guest, Stand, Worker  # puts ../bars on the path
import fighting
from fighting import CLIENTS, kill, main

PRODUCTS, STOCK, PRICE = 50, 6, 250
# So long an order is reserved; a payment that comes late comes a minute after that.
RESERVE, LATE = 10, 60
METHODS = ["test-succeeds", "test-succeeds", "test-declines", "test-3ds", "test-authorises", "test-times-out",
           "test-confirms-twice", "test-late"]
TAKEN = {"pending", "paid", "preparing", "ready", "delivered", "refunded"}


class Client(fighting.Client):
    """Orders, pays, cancels and has money given back."""

    def __init__(self, host, number, seed, point, until):
        self.guest, self.staff = Guest(host, f"g{number}"), Worker(host, f"staff-{number}", "staff")
        super().__init__(number, seed, until, [self.guest, self.staff])
        self.point, self.orders, self.paid, self.refused, self.unknown = point, {}, set(), set(), set()

    def ask(self, person, method, path, body=None, key=None, patient=True):
        return super().ask(person, method, path, body, key, patient)

    def act(self):
        choice = self.dice.random()
        order = self.dice.choice(list(self.orders.values())) if self.orders else None
        if order is None or choice < 0.35:
            self.order()
        elif choice < 0.75:
            self.pay(order)
        elif choice < 0.9:
            self.ask(self.guest, "DELETE", f"{SHOP}/orders/{order}", patient=False)
        else:
            body = {"amount": self.dice.randint(1, PRICE), "why": "it was cold"}
            self.ask(self.staff, "POST", f"{SHOP}/orders/{order}/refunds", body, f"r{self.number}-{self.asked}")

    def order(self):
        key = f"{self.number}-{self.asked}"
        wanted = self.dice.sample(range(PRODUCTS), self.dice.randint(1, 2))
        lines = [{"product": f"p{number}", "quantity": self.dice.randint(1, 2)} for number in wanted]
        body = {"point": self.point, "lines": lines, "note": key, "total": sum(line["quantity"] for line in lines) * PRICE}
        path = f"{SHOP}/orders/express"
        if self.dice.random() < 0.5:
            path, body = f"{SHOP}/orders", self.fill_cart(key, lines)
            if body is None:
                return
        # Now and then a client sends the same once more though it was answered.
        for again in range(2 if self.dice.random() < 0.1 else 1):
            answer = self.ask(self.guest, "POST", path, body, key)
            if answer is None:
                self.unknown.add(key)
                return
            status, reply = answer
            if status == 200:
                if self.orders.setdefault(key, reply["id"]) != reply["id"]:
                    raise AssertionError(f"{key} was made twice: {self.orders[key]} and {reply['id']}")
            elif key in self.orders:
                raise AssertionError(f"{key} was made, and asked again refused with {status} {reply}")
            else:
                self.refused.add(key)
                if reply["code"] not in {"cart-changed", "too-many-unpaid", "not-that-many"}:
                    raise AssertionError(f"refused with {status} {reply}")
                return

    def fill_cart(self, key, lines):
        """What is asked for to order the cart with these lines; nil where an answer never came."""
        answers = [self.ask(self.guest, "DELETE", f"{SHOP}/cart")]
        for number, line in enumerate(lines):
            answers.append(self.ask(self.guest, "POST", f"{SHOP}/cart/lines", line, f"{key}-{number}"))
        answers.append(self.ask(self.guest, "PATCH", f"{SHOP}/cart", {"point": self.point, "note": key}))
        for answer in answers:
            if answer is None:
                return None
            if answer[0] != 200:
                raise AssertionError(f"the cart was refused with {answer}")
        cart = answers[-1][1]
        held = sorted((line["product"], line["quantity"]) for line in cart["lines"])
        if held != sorted((line["product"], line["quantity"]) for line in lines):
            raise AssertionError(f"the cart holds {held} of {lines}")
        return {"total": cart["total"]}

    def pay(self, order):
        answer = self.ask(self.guest, "POST", f"{SHOP}/orders/{order}/payment", {"method": self.dice.choice(METHODS)})
        if answer is None or answer[0] != 200:
            return
        payment = answer[1]
        if payment["state"] == "needsAction" and payment.get("method") == "test-3ds":
            path = f"{SHOP}/test-payments/{payment['id']}/confirm"
            # The confirmation comes twice, or is refused.
            for _ in range(2):
                confirmed = self.ask(self.guest, "POST", path, {"approves": self.dice.random() < 0.8}, patient=False)
                if confirmed and confirmed[0] == 200:
                    payment = confirmed[1]
        if payment["state"] == "captured" and payment["paysOrder"]:
            self.paid.add(order)


class Filler(threading.Thread):
    """Staff that counts a product again and again while it is sold."""

    def __init__(self, host, seed, until):
        super().__init__(daemon=True)
        self.dice, self.until, self.staff, self.filled = random.Random(f"{seed}/filler"), until, Worker(host, "filler", "staff"), 0

    def run(self):
        while time.monotonic() < self.until:
            path = f"{SHOP}/products/p{self.dice.randrange(PRODUCTS)}/stock"
            try:
                self.filled += self.staff.ask("PUT", path, {"available": self.dice.randint(0, STOCK)})[0] == 200
            except (OSError, http.client.HTTPException):
                pass
            time.sleep(0.02)
        self.staff.leave()


def fight(host, seed, seconds, kills):
    dice = random.Random(seed)
    point = stand.open_shop(host, PRODUCTS, STOCK, PRICE)
    until = time.monotonic() + seconds
    clients = [Client(host, number, seed, point, until) for number in range(CLIENTS)]
    filler = Filler(host, seed, until)
    gone = kill(host, clients + [filler], dice, seconds, kills)
    return clients, gone, filler.filled


def judge(host, clients):
    """Everything that does not fit, and what there is in the end."""
    evidence = [line for client in clients for line in client.evidence]
    admin = Worker(host, "admin", "admin", "staff")
    check = admin.need("POST", f"{SHOP}/ledger/check", {})
    evidence += [f"the ledger: {problem}" for problem in check["problems"]]
    taken, kept, states, late, refunded = {}, 0, {}, 0, 0
    for client in clients:
        by_note = {}
        for order in stand.all_pages(client.guest, f"{SHOP}/orders"):
            by_note.setdefault(order["note"], []).append(order)
        for note, made in by_note.items():
            if len(made) > 1:
                evidence.append(f"{note} was made {len(made)} times: {made}")
            if note in client.refused or note not in client.orders and note not in client.unknown:
                evidence.append(f"{note} is there, and was refused or never asked for: {made}")
        for note, id in client.orders.items():
            if [order["id"] for order in by_note.get(note, [])] != [id]:
                evidence.append(f"{note} was acknowledged as {id}, and there is {by_note.get(note)}")
        for order in (order for made in by_note.values() for order in made):
            steps = [step["state"] for step in order["history"]]
            states[order["state"]] = states.get(order["state"], 0) + 1
            late += "cancelled" in steps and "paid" in steps[steps.index("cancelled"):]
            if order["id"] in client.paid and "paid" not in steps:
                evidence.append(f"{order['id']} was acknowledged as paid, and is {order}")
            if order["state"] == "pending":
                evidence.append(f"{order['id']} is still pending")
            if ("paid" in steps) != ("receipt" in order):
                evidence.append(f"{order['id']} has a receipt and was not paid, or was paid without one: {order}")
            mine = order["total"] - order["refunded"] if "paid" in steps else 0
            kept += mine
            payments = client.guest.need("GET", f"{SHOP}/orders/{order['id']}/payments")["payments"]
            if sum(payment["captured"] - payment["refunded"] for payment in payments) != mine:
                evidence.append(f"{order['id']} keeps {mine}, and its payments are {payments}")
            refunded += order["refunded"] > 0
            if order["state"] in TAKEN:
                for line in order["lines"]:
                    taken[line["product"]] = taken.get(line["product"], 0) + line["quantity"]
            if order["state"] == "cancelled" and "paid" in steps and order["refunded"] != order["total"]:
                evidence.append(f"{order['id']} is cancelled, and not all is given back: {order}")
        client.guest.leave()
    stocked = {}
    for entry in stand.all_pages(admin, f"{SHOP}/ledger"):
        for move in entry["stock"] if entry["what"] == "stocked" else []:
            stocked[move["product"]] = stocked.get(move["product"], 0) + move["quantity"]
    for number in range(PRODUCTS):
        left = admin.need("GET", f"{SHOP}/products/p{number}")["stock"][0]["available"]
        came = stocked.get(f"p{number}", 0)
        if left < 0 or left + taken.get(f"p{number}", 0) != came:
            evidence.append(f"p{number}: {left} left and {taken.get(f'p{number}', 0)} ordered of {came}")
    if kept != check["money"]:
        evidence.append(f"orders kept {kept}, and the ledger has {check['money']}")
    # Nothing is proved by a fight in which one of these never happened.
    for what, count in {"paid": states.get("paid", 0), "cancelled": states.get("cancelled", 0), "paid late": late, "refunded": refunded}.items():
        if count == 0:
            evidence.append(f"no order was {what}")
    admin.leave()
    return evidence, states, check, late


def whole(host, seed, options):
    clients, gone, filled = fight(host, seed, options.seconds, options.kills)
    # Until reservations are over, and payments that come late have come.
    time.sleep(RESERVE + LATE + 5)
    # What is judged is what is on the disk.
    host.kill()
    host.start_again()
    evidence, states, check, late = judge(host, clients)
    return evidence, clients, gone, [
        f"{filled} times filled up",
        f"orders: {', '.join(f'{count} {state}' for state, count in sorted(states.items()))}, {late} of them paid late; "
        f"{check['payments']} payments, {check['receipts']} receipts, {check['entries']} entries, {check['money'] / 100:.2f} € kept"]


if __name__ == "__main__":
    main(__doc__, lambda program, folder, units: Stand(program, folder, {"reserve": f"{RESERVE}s"}, units), whole)
