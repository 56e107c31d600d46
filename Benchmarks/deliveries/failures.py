"""How a peer treats what it is sent: mostly well. What it took stands in a log, a line each: when, to whom, and whether it said so:
`said`, `unsaid`, or `left` where the sender had left before, so that it is one that was killed."""
import os
import random
import sys
import threading
import time

# Shares of what comes, and for good those to every 200th person.
BUSY, LATER, DROPPED, UNSAID, SLOW = 0.03, 0.02, 0.01, 0.005, 0.005
GONE_EVERY = 200

_dice = random.Random(int(sys.argv[2]))
_log = open(sys.argv[1], "a", buffering=1)


def fate(number):
    if number % GONE_EVERY == 0:
        return "gone"
    roll = _dice.random()
    for share, name in ((BUSY, "busy"), (LATER, "later"), (DROPPED, "dropped"), (UNSAID, "unsaid"), (SLOW, "slow")):
        if roll < share:
            return name
        roll -= share
    return "taken"


def pause():
    return _dice.uniform(1, 3)


def took(number, how):
    _log.write(f"{time.time():.6f} {number} {how}\n")


def end_with_input():
    """Ends the process when the process that started it ends."""
    def run():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=run, daemon=True).start()
