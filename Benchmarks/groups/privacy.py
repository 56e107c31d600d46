"""People join, leave, are put out and let in again, switch what they share and say where they are, at random, while others follow by
streams and ask for snapshots, maps, tracks and what OwnTracks is sent, and the host is killed or stopped and starts again. A place may
reach nobody who might not see it at any moment since it was sent, nor a stream that said before that it is no longer shown, and no
acknowledged membership or switch may be lost. Ends with 1 and the evidence where one did or was,
with 2 where nothing could be done."""
import argparse
import http.client
import json
import os
import pathlib
import random
import re
import sys
import tempfile
import threading
import time

sys.path += [str(pathlib.Path(__file__).resolve().parent.parent / name) for name in ("http", "bars")]
import users  # noqa: E402
from town import PATIENCE, Failed, Host, Person  # noqa: E402

GROUPS = "/api/v1/groups"
PEOPLE, CIRCLES = 8, 3
# A place is told apart by its longitude, 2 and its number in millionths, which no square of a kilometre has in its middle by chance.
PLACE = re.compile(rb'(?:"lon":|lon="|\[)2\.(\d{1,6})(?!\d)')
WITHIN = 1.0


class Circle:
    """A group as it has to be: who is in it, what they share, and the last place of each that the others may see."""

    def __init__(self, id, owner):
        self.id, self.owner, self.sharing, self.places, self.banned = id, owner, {owner: "off"}, {}, set()

    def forget(self, person):
        self.sharing.pop(person, None)
        self.places.pop(person, None)

    def switch(self, person, sharing):
        self.sharing[person] = sharing
        if sharing == "off":
            self.places.pop(person, None)

    def move(self, person, place):
        if self.sharing.get(person, "off") != "off":
            self.places[person] = place

    def shown(self):
        """The places that members may see exactly."""
        return {place for person, place in self.places.items() if self.sharing[person] == "exact"}


class Follower(threading.Thread):
    """The stream of somebody in a group; what it hears is judged when the world says that it has come to rest."""

    def __init__(self, world, circle, person):
        super().__init__(daemon=True)
        self.world, self.circle, self.person, self.heard, self.is_over = world, circle, person, [], False
        # For each person, the last place that was sent when the stream said that they show it no longer.
        self.ended = {}
        self.connection = http.client.HTTPConnection("127.0.0.1", world.host.port, timeout=60)
        self.connection.request("GET", f"{GROUPS}/{circle.id}/live", headers=world.people[person].fields)
        self.answer = self.connection.getresponse()

    def run(self):
        try:
            while line := self.answer.readline():
                if line.startswith(b"data:") and b'"reason"' not in line:
                    self.heard.append((self.world.last, line))
        except (OSError, http.client.HTTPException, ValueError):
            pass
        self.is_over = True


class World:
    def __init__(self, host, seed):
        self.host, self.dice, self.evidence = host, random.Random(seed), []
        self.people = [Person(host, f"p{number}") for number in range(PEOPLE)]
        self.tokens = [one.need("POST", f"{GROUPS}/devices", {"name": "app"})["token"] for one in self.people]
        self.circles, self.followers, self.last, self.steps, self.delivered, self.unknown = [], {}, 0, 0, 0, 0
        # For each place, who could see it at some moment since it was sent.
        self.seen_by, self.sender, self.counts = {}, {}, {}
        for number in range(CIRCLES):
            self.make_circle(number)

    # What is done

    def make_circle(self, owner):
        made = self.people[owner].need("POST", GROUPS, {"name": f"circle {owner}", "myName": f"p{owner}", "history": "1h"})
        self.circles.append(Circle(made["id"], owner))

    def step(self):
        self.steps += 1
        circle, person = self.dice.choice(self.circles), self.dice.randrange(PEOPLE)
        act = self.dice.choices(
            [self.join, self.leave, self.put_out, self.pardon, self.switch, self.move, self.look, self.look_by_app, self.follow],
            [10, 3, 3, 2, 14, 28, 25, 5, 10])[0]
        self.counts[act.__name__] = self.counts.get(act.__name__, 0) + 1
        act(circle, person)

    def ask(self, person, method, path, body=None, raw=False):
        one = self.people[person]
        if not raw:
            return one.ask(method, path, body)
        if one.connection is None:
            one.ask("GET", GROUPS)
        one.connection.request(method, path, headers=one.fields)
        answer = one.connection.getresponse()
        return answer.status, answer.read()

    def join(self, circle, person):
        owner = circle.owner
        status, reply = self.ask(owner, "GET", f"{GROUPS}/{circle.id}/invitation")
        if status != 200:
            return self.note(f"the owner got {status} {reply}")
        status, reply = self.ask(person, "POST", f"{GROUPS}/join", {"code": reply["code"], "name": f"p{person}"})
        expected = 200 if person not in circle.banned else 403
        if status != expected:
            return self.note(f"p{person} joins {circle.id}: {status} {reply}")
        if status == 200 and person not in circle.sharing:
            circle.sharing[person] = "off"
            self.allow()

    def leave(self, circle, person):
        status, reply = self.ask(person, "POST", f"{GROUPS}/{circle.id}/leave", {})
        expected = 404 if person not in circle.sharing else 409 if person == circle.owner else 200
        if status != expected:
            return self.note(f"p{person} leaves {circle.id}: {status} {reply}, not {expected}")
        if status == 200:
            self.end(circle, person)

    def put_out(self, circle, person):
        if person == circle.owner or person not in circle.sharing:
            return
        member = self.member(circle, person)
        bans = self.dice.random() < 0.2
        query = "?ban=true" if bans else ""
        status, reply = self.ask(circle.owner, "DELETE", f"{GROUPS}/{circle.id}/members/{member}{query}")
        if status != 200:
            return self.note(f"p{person} is put out of {circle.id}: {status} {reply}")
        if bans:
            circle.banned.add(person)
        self.end(circle, person)

    def pardon(self, circle, _):
        status, reply = self.ask(circle.owner, "GET", f"{GROUPS}/{circle.id}/bans")
        names = sorted(ban["name"] for ban in reply["items"]) if status == 200 else None
        if names != sorted(f"p{person}" for person in circle.banned):
            return self.note(f"banned from {circle.id} are {names}, and should be {circle.banned}: {status}")
        for ban in reply["items"][:1]:
            if self.ask(circle.owner, "DELETE", f"{GROUPS}/{circle.id}/bans/{ban['id']}")[0] != 200:
                return self.note(f"{ban['name']} can't be let into {circle.id} again")
            circle.banned.discard(int(ban["name"][1:]))

    def end(self, circle, person):
        circle.forget(person)
        follower = self.followers.pop((circle.id, person), None)
        if follower is not None:
            self.wait(lambda: follower.is_over, f"the stream of p{person}, who is out of {circle.id}, goes on")
            self.judge(follower)

    def switch(self, circle, person):
        sharing = self.dice.choice(["exact", "exact", "rough", "off"])
        following = [(one, known, len(known.heard)) for (id, one), known in self.followers.items() if id == circle.id]
        status, reply = self.ask(person, "PATCH", f"{GROUPS}/{circle.id}/me", {"sharing": sharing})
        if (status == 200) != (person in circle.sharing):
            return self.note(f"p{person} switches to {sharing} in {circle.id}: {status} {reply}")
        if status != 200 or circle.sharing[person] == sharing:
            return
        circle.switch(person, sharing)
        self.allow()
        words = [f'"id":"{reply["id"]}"'.encode(), f'"sharing":"{sharing}"'.encode()]
        for viewer, known, before in following:
            self.wait(
                lambda: known.is_over or any(all(word in line for word in words) for _, line in known.heard[before:]),
                f"the stream of p{viewer} has not heard that p{person} shares {sharing} in {circle.id}")

    def move(self, circle, person):
        self.last += 1
        number = self.last
        self.sender[number] = person
        # A millionth of a degree, so that nobody is at the same place twice.
        fix = {"point": {"lat": 41.57, "lon": float(f"2.{number:06d}")}, "time": stamp(), "accuracy": 8}
        # It may be shown from the moment at which it is sent.
        self.seen_by[number] = set()
        for one in self.circles:
            one.move(person, number)
        self.allow()
        status, reply = self.ask(person, "POST", f"{GROUPS}/position", {"fixes": [fix]})
        if status != 200:
            self.note(f"p{person} moves: {status} {reply}")

    def look(self, circle, person):
        """What somebody may see in answers is what may be seen at this moment."""
        path = self.dice.choice(["members", "map.geojson", "track.gpx"])
        status, reply = self.ask(person, "GET", f"{GROUPS}/{circle.id}/{path}", raw=True)
        if (status == 200) != (person in circle.sharing):
            return self.note(f"p{person} asks for {path} of {circle.id}: {status} {reply[:300]}")
        if status != 200:
            return
        for place in places(reply):
            self.delivered += 1
            if path == "track.gpx":
                if self.sender.get(place) != person:
                    self.note(f"the track of p{person} has place {place} of p{self.sender.get(place)}")
            elif place not in circle.shown():
                self.note(f"p{person} sees place {place} of p{self.sender.get(place)} in {path} of {circle.id}, and may not")
        if path == "members":
            shown = {member["name"]: member["sharing"] for member in json.loads(reply)["members"]}
            meant = {f"p{one}": sharing for one, sharing in circle.sharing.items()}
            if shown != meant:
                self.note(f"{circle.id} has {shown}, and should have {meant}")

    def look_by_app(self, _, person):
        """OwnTracks is sent all whom the person sees in any group."""
        status, reply = self.ask(person, "POST", f"{GROUPS}/owntracks/{self.tokens[person]}", {"_type": "lwt"})
        if status != 200:
            return self.note(f"OwnTracks of p{person}: {status} {reply}")
        shown = set().union(*(circle.shown() for circle in self.circles if person in circle.sharing))
        for item in reply:
            if item["_type"] == "location" and (place := number_of(item)) is not None:
                self.delivered += 1
                if place not in shown:
                    self.note(f"OwnTracks of p{person} has place {place} of p{self.sender.get(place)}, and may not")

    def follow(self, circle, person):
        known = self.followers.get((circle.id, person))
        if person not in circle.sharing or known is not None and not known.is_over:
            return
        if known is not None:
            self.judge(known)
        follower = Follower(self, circle, person)
        if follower.answer.status != 200:
            return self.note(f"p{person} can't follow {circle.id}: {follower.answer.status}")
        self.followers[circle.id, person] = follower
        follower.start()

    # What is held

    def allow(self):
        """Notes who may see each place now."""
        for circle in self.circles:
            for place in circle.shown():
                self.seen_by[place].update((circle.id, viewer) for viewer in circle.sharing)

    def judge(self, follower):
        for last, line in follower.heard:
            event = json.loads(line[5:])
            for member in event.get("everybody", []) + [event[key] for key in ["member"] if key in event]:
                person = int(member["name"][1:])
                if member["sharing"] == "off":
                    follower.ended[person] = last
                for key in ["fix", "poor"]:
                    place = number_of(member[key]["point"]) if key in member else None
                    if place is not None and (member["sharing"] != "exact" or place <= follower.ended.get(person, 0)):
                        self.note(f"the stream of p{follower.person} in {follower.circle.id} had place {place} of p{person} "
                                  f"though it had said that it is not shown: {line[:300]}")
            for place in places(line):
                self.delivered += 1
                if (follower.circle.id, follower.person) not in self.seen_by.get(place, set()):
                    self.note(f"the stream of p{follower.person} in {follower.circle.id} had place {place} of "
                              f"p{self.sender.get(place)}, who never showed it there: {line[:300]}")
        follower.heard = []

    def member(self, circle, person):
        for member in self.people[circle.owner].need("GET", f"{GROUPS}/{circle.id}/members")["members"]:
            if member["name"] == f"p{person}":
                return member["id"]
        raise Failed(f"p{person} is lost in {circle.id}")

    def wait(self, is_so, otherwise):
        until = time.monotonic() + WITHIN
        while not is_so():
            if time.monotonic() > until:
                return self.note(otherwise + f" after {WITHIN} s")
            time.sleep(0.001)

    def note(self, what):
        self.evidence.append(f"step {self.steps}: {what}")

    # Deaths

    def kill(self):
        """Kills the host or stops it, with what it knew of places; somebody is asking for something just then."""
        circle, person = self.dice.choice(self.circles), self.dice.randrange(PEOPLE)
        sharing, other = self.dice.choice(["exact", "off"]), Person(self.host, f"p{person}")
        before, owner, answered = circle.sharing.get(person), self.people[circle.owner], []
        joins = before is None and person not in circle.banned
        code = owner.need("GET", f"{GROUPS}/{circle.id}/invitation")["code"]
        if joins:
            sharing = "off"

        def act():
            try:
                answered.append(other.ask("POST", f"{GROUPS}/join", {"code": code, "name": f"p{person}"})[0] if joins else
                                other.ask("PATCH", f"{GROUPS}/{circle.id}/me", {"sharing": sharing})[0])
            except (OSError, http.client.HTTPException):
                pass

        if before is not None and sharing == "exact":
            # The streams may have shown it though nobody was answered.
            circle.sharing[person] = sharing
            self.allow()
            circle.sharing[person] = before
        asking = threading.Thread(target=act)
        asking.start()
        time.sleep(self.dice.uniform(0, 0.004))
        if self.dice.random() < 0.7:
            self.host.kill()
        else:
            self.host.process.terminate()
            self.host.process.wait(PATIENCE)
        asking.join()
        for one in self.people:
            one.leave()
        other.leave()
        self.host.start_again()
        if answered == [200]:
            circle.switch(person, sharing)
        elif not answered and (before is not None or joins):
            self.unknown += 1
            now = {member["name"]: member["sharing"] for member in
                   owner.need("GET", f"{GROUPS}/{circle.id}/members")["members"]}.get(f"p{person}")
            if now not in (before, sharing):
                self.note(f"p{person} shared {before} in {circle.id}, asked for {sharing}, and shares {now}")
            if now is not None:
                circle.sharing[person] = now
        for follower in self.followers.values():
            follower.join(5)
            self.judge(follower)
        self.followers = {}
        for one in self.circles:
            one.places = {}
        self.check_all()

    def check_all(self):
        for circle in self.circles:
            shown = {member["name"]: member["sharing"] for member in
                     self.people[circle.owner].need("GET", f"{GROUPS}/{circle.id}/members")["members"]}
            meant = {f"p{one}": sharing for one, sharing in circle.sharing.items()}
            if shown != meant:
                self.note(f"after a kill {circle.id} has {shown}, and should have {meant}")
            for person in circle.banned:
                if self.ask(person, "GET", f"{GROUPS}/{circle.id}")[0] == 200:
                    self.note(f"p{person} is banned from {circle.id} and in it")

    def finish(self):
        for follower in self.followers.values():
            self.judge(follower)


def number_of(point):
    """The number of a place, unless it is the middle of a square."""
    number = (point["lon"] - 2) * 1e6
    return round(number) if abs(number - round(number)) < 1e-3 else None


def places(data):
    return [int(digits.ljust(6, b"0")) for digits in PLACE.findall(data)]


def stamp():
    now = time.time()
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now % 1 * 1e6):06d}Z"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, type=os.path.abspath, help="the program flagstand")
    parser.add_argument("--folder", default=pathlib.Path(__file__).resolve().parent.parent / "results",
                        help="where the host keeps its state; on a disk, since a /tmp in memory would acknowledge at once")
    parser.add_argument("--seed", type=int, default=None, help="the seed of the random choices; a new one by default")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=8)
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(dir=options.folder) as scratch:
        folder = pathlib.Path(scratch)
        users.write_keys(folder)
        host = Host(options.host, folder, f"features:\n  groups: {{}}\nlog: error\n{users.DOCUMENT}")
        try:
            with host:
                world = World(host, seed)
                deaths = set(random.Random(seed).sample(range(options.steps), options.kills))
                begun = time.monotonic()
                for number in range(options.steps):
                    if number in deaths:
                        world.kill()
                    world.step()
                world.finish()
                took = time.monotonic() - begun
        except (Failed, OSError, http.client.HTTPException) as problem:
            print(f"error: seed {seed}: {problem!r}\n{host.log.read_text()[-2000:]}", file=sys.stderr)
            return 2
    print(f"{world.steps} steps in {took:.0f} s, {options.kills} kills and stops ({world.unknown} of them before an answer), "
          f"{world.last} fixes sent, {world.delivered} places delivered and judged")
    print(", ".join(f"{count} × {name}" for name, count in sorted(world.counts.items())))
    if world.delivered < options.steps / 10:
        world.evidence.append(f"only {world.delivered} places were delivered, which proves little")
    for line in world.evidence[:20]:
        print(f"seed {seed}: {line}", file=sys.stderr)
    return 1 if world.evidence else 0


if __name__ == "__main__":
    sys.exit(main())
