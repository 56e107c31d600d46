"""Sixty-four clients fight for the last seats of fifty bars while the host is killed; afterwards everything is held
against what they were told. Ends with 1 and the evidence where anything does not fit, with 2 where nothing could be done."""
import random
import time

import town
from fighting import CLIENTS, kill, main
from town import BARS, SHIFTS, Person, Town
import fighting

OWNER = "owner"
# So long a table is held. Who was waiting has it for an hour, so that after as long as this nothing changes by itself any more.
HOLD = 10
ALIVE = {"held", "confirmed", "waiting", "arrived"}
# What may have become of a booking by itself: holds end, and who waits gets a place.
BY_ITSELF = {
    "held": {"held", "over"}, "confirmed": {"confirmed"}, "cancelled": {"cancelled"}, "over": {"over"},
    "waiting": {"waiting", "held", "over"},
}


class Known:
    """One booking as its client knows it."""

    def __init__(self, key, user, asked):
        self.key, self.user, self.asked = key, user, asked
        self.id, self.isRefused = None, False
        # What its state and its shape may be by now.
        self.states, self.shapes = set(), {(asked["people"], asked["shift"])}

    def told(self, reply):
        if self.id is not None and self.id != reply["id"]:
            raise AssertionError(f"{self.key} was answered with {self.id} and with {reply['id']}")
        self.id = reply["id"]
        self.states = set(BY_ITSELF[reply["state"]])
        self.shapes = {(reply["people"], reply["shift"])}


class Client(fighting.Client):
    """Books, confirms, cancels and changes; what it was told and what not stays in `known`."""

    def __init__(self, host, number, seed, bars, people, until):
        super().__init__(number, seed, until, [Person(host, f"user-{number}-{index}") for index in range(people)])
        self.bars, self.known = bars, []

    def act(self):
        mine = [booking for booking in self.known if booking.id and booking.states & ALIVE]
        choice = self.dice.random()
        if not mine or choice < 0.5:
            self.book()
        elif choice < 0.65:
            self.change(self.dice.choice(mine), "confirm")
        elif choice < 0.9:
            self.change(self.dice.choice(mine), "cancel")
        else:
            self.change(self.dice.choice(mine), "change")

    def book(self):
        person = self.dice.choice(self.people)
        key = f"{self.number}-{len(self.known)}"
        body = {"people": self.dice.randint(1, 5), "shift": self.dice.choice(SHIFTS), "note": key}
        if self.dice.random() < 0.3:
            body["hold"] = True
        if self.dice.random() < 0.4:
            body["wait"] = True
        booking = Known(key, person, body)
        self.known.append(booking)
        path = f"{BARS}/{self.dice.choice(self.bars)}/bookings"
        # Now and then a client sends the same once more though it was answered.
        for again in range(2 if self.dice.random() < 0.1 else 1):
            answer = self.ask(person, "POST", path, body, key, patient=self.dice.random() < 0.8)
            if answer is None:
                return
            status, reply = answer
            if status == 200:
                booking.told(reply)
            elif booking.id is not None:
                raise AssertionError(f"{key} was made as {booking.id}, and asked again refused with {status} {reply}")
            else:
                booking.isRefused = True
                self.expect(status, reply, {409}, {"full", "booked-already"})
                return

    def change(self, booking, what):
        before, shapes = set(booking.states), set(booking.shapes)
        path = f"{BARS}/bookings/{booking.id}"
        if what == "confirm":
            booking.states |= {"confirmed"} if before & {"held", "waiting"} else set()
            answer = self.ask(booking.user, "POST", path + "/confirm", {}, patient=False)
        elif what == "cancel":
            booking.states |= {"cancelled"}
            answer = self.ask(booking.user, "DELETE", path, patient=False)
        else:
            people, shift = self.dice.randint(1, 5), self.dice.choice(SHIFTS)
            booking.shapes = shapes | {(people, shift)}
            answer = self.ask(booking.user, "PATCH", path, {"people": people, "shift": shift}, patient=False)
        if answer is None:
            return
        status, reply = answer
        if status == 200:
            booking.told(reply)
            return
        # Refused, everything is as it was; only time goes on.
        booking.states, booking.shapes = before, shapes
        self.expect(status, reply, {409}, None)

    def expect(self, status, reply, statuses, codes):
        if status not in statuses or (codes is not None and reply["code"] not in codes):
            raise AssertionError(f"refused with {status} {reply}")


def fight(host, seed, seconds, kills, count, people):
    """The bars, the clients after the fight, and how long the host was not there each time."""
    dice = random.Random(seed)
    owner = Person(host, OWNER)
    bars = {}
    for number in range(count):
        more = {}
        # A third has tables: two of two that join, one of four, and one that is for itself.
        if number % 3 == 0:
            more["tables"] = [
                {"id": "1", "seats": 2, "joins": ["2"]}, {"id": "2", "seats": 2}, {"id": "3", "seats": 4, "joins": ["2"]},
                {"id": "4", "seats": 3},
            ]
        made = owner.need("POST", BARS, town.bar(f"Bar {number}", 11, **more))
        bars[made["id"]] = made
    until = time.monotonic() + seconds
    clients = [Client(host, number, seed, sorted(bars), people, until) for number in range(CLIENTS)]
    gone = kill(host, clients, dice, seconds, kills)
    owner.leave()
    return bars, clients, gone


def judge(host, bars, clients):
    """Everything that does not fit."""
    owner = Person(host, OWNER)
    evidence = [line for client in clients for line in client.evidence]
    by_id = {}
    for client in clients:
        for person in client.people:
            own = {}
            for past in ("false", "true"):
                for shown in town.all_pages(person, f"{BARS}/mine/bookings", past=past):
                    own[shown["id"]] = shown
            alive = [(shown["date"], shown["shift"]) for shown in own.values() if shown["state"] in ALIVE]
            if len(alive) != len(set(alive)):
                evidence.append(f"{person.name} has two in one shift: {sorted(alive)}")
            by_id |= own
            person.leave()
    by_note = {}
    for shown in by_id.values():
        by_note.setdefault(shown["note"], []).append(shown)
    for note, made in by_note.items():
        if len(made) > 1:
            evidence.append(f"{note} was made {len(made)} times: {made}")
    for client in clients:
        for booking in client.known:
            made = by_note.pop(booking.key, [None])[0]
            if booking.id is None:
                if booking.isRefused and made:
                    evidence.append(f"{booking.key} was refused, and is there: {made}")
                continue
            if made is None or made["id"] != booking.id:
                evidence.append(f"{booking.key} was acknowledged as {booking.id}, and there is {made}")
                continue
            if made["state"] not in booking.states:
                evidence.append(f"{booking.key} may be {sorted(booking.states)}, and is {made}")
            if (made["people"], made["shift"]) not in booking.shapes:
                evidence.append(f"{booking.key} may be for {sorted(booking.shapes)}, and is {made}")
    for note in by_note:
        evidence.append(f"{note} is there, and nobody asked for it")
    dates = {shown["date"] for shown in by_id.values()}
    full = total = 0
    for id, bar in bars.items():
        for date in sorted(dates):
            day = owner.need("GET", f"{BARS}/{id}/day", date=date)
            for part in day["shifts"]:
                where = f"{bar['name']} {date} {part['shift']}"
                those = [one for one in by_id.values() if (one["bar"], one["date"], one["shift"]) == (id, date, part["shift"])]
                seated = [one for one in those if one["state"] in ALIVE - {"waiting"}]
                people = sum(one["people"] for one in seated)
                full += people == bar["capacity"]
                total += people
                if people > bar["capacity"] or part["taken"] > bar["capacity"]:
                    evidence.append(f"{where} has {people} for {bar['capacity']} seats")
                if people != part["taken"]:
                    evidence.append(f"{where} says {part['taken']} are taken, and {people} come: {seated}")
                shown = {one["id"] for one in part["bookings"] if one["state"] in ALIVE}
                if shown != {one["id"] for one in seated}:
                    evidence.append(f"{where}: the bar's day and the people's bookings differ")
                waiting = {one["id"] for one in those if one["state"] == "waiting"}
                if waiting != {one["id"] for one in part["waiting"]}:
                    evidence.append(f"{where}: the bar's line and the people's differ")
                tables = [table for one in part["bookings"] if one["state"] in ALIVE for table in one["tables"]]
                if len(tables) != len(set(tables)):
                    evidence.append(f"{where}: one table for two: {part['bookings']}")
                seats = {table["id"]: table["seats"] for table in bar["tables"]}
                for one in part["bookings"]:
                    if seats and one["state"] in ALIVE and sum(seats[table] for table in one["tables"]) < one["people"]:
                        evidence.append(f"{where}: too few seats for {one}")
        for part in owner.need("GET", f"{BARS}/{id}/room")["shifts"]:
            taken = sum(one["people"] for one in by_id.values()
                        if (one["bar"], one["shift"]) == (id, part["shift"]) and one["state"] in ALIVE - {"waiting"})
            if len(dates) == 1 and part["free"] != bar["capacity"] - taken:
                evidence.append(f"{bar['name']} {part['shift']} says {part['free']} are free, and {taken} are taken")
            for one in by_id.values():
                if (one["bar"], one["shift"], one["state"]) == (id, part["shift"], "waiting") and not bar["tables"]:
                    if len(dates) == 1 and one["people"] <= part["free"]:
                        evidence.append(f"{bar['name']} {part['shift']}: {one} waits, and {part['free']} are free")
    for found in town.all_pages(owner, BARS):
        taken = {shift: 0 for shift in SHIFTS}
        for one in by_id.values():
            if one["bar"] == found["id"] and one["state"] in ALIVE - {"waiting"}:
                taken[one["shift"]] += one["people"]
        if len(dates) == 1 and found["free"] != {shift: bars[found["id"]]["capacity"] - taken[shift] for shift in SHIFTS}:
            evidence.append(f"searches say that {found['free']} are free in {found['name']}, and taken are {taken}")
    owner.leave()
    return evidence, len(by_id), full, total


def whole(host, seed, options):
    bars, clients, gone = fight(host, seed, options.seconds, options.kills, options.bars, options.people)
    time.sleep(HOLD + 1)
    evidence, made, full, total = judge(host, bars, clients)
    seats = sum(bar["capacity"] for bar in bars.values()) * len(SHIFTS)
    return evidence, clients, gone, [
        f"{made} bookings are kept, {total} seats of {seats} taken, {full} shifts full to the last seat"]


if __name__ == "__main__":
    main(__doc__, lambda program, folder, units: Town(program, folder, {"hold": f"{HOLD}s", "promotion": "1h"}, units), whole,
         people=30, bars=50)
