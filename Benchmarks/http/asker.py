"""One connection of somebody who has signed in."""
import json
import socket

from servers import Failed
import users

PATIENCE = 30


class Asker:
    def __init__(self, port, subject, role):
        self.connection = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.bearer = users.token(subject, roles=[role])

    def request(self, path, body):
        text = json.dumps(body).encode()
        head = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                f"Authorization: Bearer {self.bearer}\r\nContent-Length: {len(text)}\r\n\r\n")
        return head.encode() + text

    def send(self, path, body):
        self.connection.sendall(self.request(path, body))

    def answer(self):
        text = b""
        while b"\r\n\r\n" not in text:
            text += self._more()
        head, _, body = text.partition(b"\r\n\r\n")
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
        while len(body) < int(fields[b"content-length"]):
            body += self._more()
        if head[9:12] != b"200":
            raise Failed(f"the host answered {head!r} {body!r}")
        return json.loads(body)

    def ask(self, path, body):
        self.send(path, body)
        return self.answer()

    def _more(self):
        more = self.connection.recv(65536)
        if not more:
            raise Failed("the host hung up")
        return more
