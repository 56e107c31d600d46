"""A push service that now and then fails, and reads each message as a browser does. push_peer.py LOG SEED KEYS

Prints its port, then so many subscriptions, a line of JSON each; `/push/N` belongs to subscription N modulo KEYS."""
import asyncio
import base64
import json
import os
import re
import sys

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

import failures

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
AUTHORIZATION = re.compile(rb"\r\nauthorization: *([^\r]+)", re.IGNORECASE)
browsers = [(ec.generate_private_key(ec.SECP256R1()), os.urandom(16)) for _ in range(int(sys.argv[3]))]
# A signature holds for hours, and is made for each message; one of so many is looked at.
SIGNATURES = 20


def text(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_good(number, head, body):
    key, secret = browsers[number % len(browsers)]
    shown = json.loads(http_ece.decrypt(body, private_key=key, auth_secret=secret))
    if shown["title"] != f"Number {number}":
        return False
    return number % SIGNATURES != 0 or Vapid02.verify(AUTHORIZATION.search(head)[1].decode())


async def serve(reader, writer):
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            body = await reader.readexactly(int(LENGTH.search(head)[1]))
            number = int(head.split(b" ", 2)[1].rsplit(b"/", 1)[1])
            fate, status = failures.fate(number), "201 Created"
            if fate == "dropped":
                break
            if fate == "gone":
                status = "410 Gone"
            elif fate == "busy":
                status = "503 Busy"
            elif fate == "later":
                status = "429 Later\r\nRetry-After: 1"
            elif not is_good(number, head, body):
                status = "400 Unreadable"
            else:
                if fate == "slow":
                    await asyncio.sleep(failures.pause())
                failures.took(number, "left" if reader.at_eof() else "unsaid" if fate == "unsaid" else "said")
                if fate == "unsaid":
                    break
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.transport.abort()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    for key, secret in browsers:
        point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        print(json.dumps({"p256dh": text(point), "auth": text(secret)}), flush=True)
    await server.serve_forever()


failures.end_with_input()
asyncio.run(main())
