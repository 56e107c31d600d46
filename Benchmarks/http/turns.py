"""Turns that change between the peer and our ways, so that what else the machine does hits all of them alike."""
import sys
from dataclasses import dataclass

from load import Load
from servers import Server

PEER = "nginx"


@dataclass
class Turn:
    """Whom to ask, and for what."""

    server: Server
    path: str
    fields: tuple = ()
    script: str = "post.lua"

    def take(self, seconds):
        return Load(self.server, self.path, seconds, self.fields, self.script)


def take(turns, rounds, seconds):
    """What each of them came to in each round, by name; each round begins with another one."""
    loads = {name: [] for name in turns}
    for turn in turns.values():
        turn.take(1)
    for number in range(rounds):
        names = list(turns)
        first = number % len(names)
        for name in names[first:] + names[:first]:
            loads[name].append(turns[name].take(seconds))
        print(f"round {number + 1} of {rounds}: " + ", ".join(
            f"{name} {taken[-1].rate:.0f}/s {taken[-1].cpu_us:.2f} µs" for name, taken in loads.items()), file=sys.stderr)
    return loads
