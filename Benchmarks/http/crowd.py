"""Many connections that one process holds open: idle ones, and streams of events."""
import json
import re
import select
import socket
import time

from servers import Failed

KEY = b"X-Flagstand-Key: AAAAAAAAAAAAAAAAAAAAAA\r\n"
SETTLE = 2
PATIENCE = 30


def post(path, body):
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + KEY + b"\r\n" + body


def get(path):
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n".encode() + KEY + b"\r\n"


def read_answer(connection):
    """Reads a head, and the body where its length is told."""
    text, length = b"", None
    while length is None or len(text) < length:
        more = connection.recv(65536)
        if not more:
            raise Failed(f"the server hung up after {text!r}")
        text += more
        head, end, _ = text.partition(b"\r\n\r\n")
        if end and length is None:
            if head[9:12] not in (b"200", b"204"):
                raise Failed(f"the server answered {text[:300]!r}")
            told = re.search(rb"\r\ncontent-length: *(\d+)", head, re.IGNORECASE)
            length = len(head) + len(end) + int(told[1] if told else 0)


class Crowd:
    """So many connections, each of which has sent one request and read its answer's head."""

    def __init__(self, server, count, request):
        self.server = server
        self.before_kib = server.resident_kib()
        self.connections = []
        for start in range(0, count, 500):
            batch = [server.connect() for _ in range(min(500, count - start))]
            for connection in batch:
                connection.sendall(request)
            for connection in batch:
                read_answer(connection)
            self.connections += batch
        time.sleep(SETTLE)
        self.kib_each = (server.resident_kib() - self.before_kib) / count

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.connections:
            connection.close()


def idle(server, path, question, count):
    """KiB that each idle connection costs; all of them have to be there at the end."""
    with Crowd(server, count, post(path, question)) as crowd:
        for connection in crowd.connections[:: max(1, count // 100)]:
            connection.sendall(post(path, question))
            read_answer(connection)
        return crowd.kib_each


def streams(server, count, events):
    """KiB that each stream costs, and how long each of them waited for each of some events, in ms."""
    with Crowd(server, count, get("/api/v1/bench/stream/bench.tick")) as crowd:
        poll = select.epoll()
        by_number = {connection.fileno(): connection for connection in crowd.connections}
        for connection in crowd.connections:
            connection.setblocking(False)
            poll.register(connection.fileno(), select.EPOLLIN | select.EPOLLET)
        asker = server.connect()
        asker.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        waits = []
        for number in range(events):
            waits += _tell(asker, poll, by_number, number)
            time.sleep(0.2)
        asker.close()
        return crowd.kib_each, waits


def _tell(asker, poll, by_number, number):
    """Has one event published; from asking for it until each stream has it."""
    mark = json.dumps({"number": number}, separators=(",", ":")).encode()
    waiting, waits = dict(by_number), []
    start = time.perf_counter()
    asker.sendall(post("/api/v1/bench/tick", mark))
    while waiting:
        ready = poll.poll(PATIENCE, 1024)
        # One look at the clock for all that came together: reading them is the client's time.
        waited = (time.perf_counter() - start) * 1000
        if not ready:
            raise Failed(f"{len(waiting)} of {len(by_number)} streams did not get event {number}")
        for descriptor, _ in ready:
            text = by_number[descriptor].recv(65536)
            if not text:
                raise Failed(f"a stream ended before event {number}")
            if mark in text and waiting.pop(descriptor, None):
                waits.append(waited)
    read_answer(asker)
    return waits
