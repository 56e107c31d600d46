"""Requests over connections that stay open: as fast as they are answered, or at the moments that they are due."""
import re
import selectors
import socket
import time
from collections import deque

from servers import Failed

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Answer:
    __slots__ = ("kind", "status", "milliseconds", "body")

    def __init__(self, kind, status, milliseconds, body):
        self.kind, self.status, self.milliseconds, self.body = kind, status, milliseconds, body


class _Line:
    """One connection, and the request that is on it."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.setblocking(False)
        self.inbox, self.kind, self.since = b"", None, 0.0

    def send(self, kind, request, since):
        self.kind, self.since, self.inbox = kind, since, b""
        sent = self.socket.send(request)
        if sent != len(request):
            raise Failed("a request did not fit the socket's buffer")

    def receive(self):
        """The answer once it is whole."""
        got = self.socket.recv(262144)
        if not got:
            raise Failed(f"the host closed a connection: {self.inbox[:500]}")
        self.inbox += got
        end = self.inbox.find(b"\r\n\r\n")
        if end < 0:
            return None
        length = LENGTH.search(self.inbox, 0, end + 2)
        if length is None:
            raise Failed(f"an answer without a length: {self.inbox[:500]}")
        if len(self.inbox) < end + 4 + int(length[1]):
            return None
        return Answer(self.kind, int(self.inbox[9:12]), (time.perf_counter() - self.since) * 1000, self.inbox[end + 4:])


def ask(port, connections, requests, take, rate=None, seconds=None):
    """Asks what `requests` yields, pairs of a kind and bytes, and hands each answer to `take`.

    With a rate each one is due at its moment and counts from it, whether a connection was free or not: who waits in the line
    is waiting. Without one each connection asks as soon as it was answered. Returns how long it took."""
    lines = [_Line(port) for _ in range(connections)]
    selector = selectors.EpollSelector()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    free, due, busy = deque(lines), deque(), 0
    requests, number, is_over = iter(requests), 0, False
    start = time.perf_counter()
    try:
        while True:
            now = time.perf_counter()
            if seconds is not None and now - start > seconds:
                is_over = True
            if rate is None:
                while free and not is_over:
                    request = next(requests, None)
                    if request is None:
                        is_over = True
                        break
                    free.popleft().send(*request, time.perf_counter())
                    busy += 1
            else:
                while not is_over and start + number / rate <= now:
                    request = next(requests, None)
                    if request is None:
                        is_over = True
                        break
                    due.append((*request, start + number / rate))
                    number += 1
                while due and free:
                    free.popleft().send(*due.popleft())
                    busy += 1
            if is_over and not busy and not due:
                return time.perf_counter() - start
            wait = None if rate is None or is_over else max(0, start + number / rate - time.perf_counter())
            for event, _ in selector.select(wait):
                answer = event.data.receive()
                if answer is not None:
                    take(answer)
                    busy -= 1
                    free.append(event.data)
    finally:
        selector.close()
        for line in lines:
            line.socket.close()


def request(method, path, token=None, body=None, fields=()):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", *fields]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")
