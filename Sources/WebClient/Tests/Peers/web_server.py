"""A server of HTTP/1.1 and HTTP/2 that prints what it is asked.

web_server.py http|https

It prints its port and the path of its certificate ("-" without one), then a line of JSON for each request. A line of its
input says how the next request is answered: {"status": 429, "fields": {"retry-after": "7"}, "body": "…"}; those for which
none came get a 200.
"""
import asyncio
import collections
import json
import socket
import sys

from hypercorn.asyncio import serve
from hypercorn.config import Config

from common import certificate, end_with_input, say

answers = collections.deque()


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b""
    while True:
        event = await receive()
        body += event.get("body", b"")
        if not event.get("more_body"):
            break
    answer = answers.popleft() if answers else {}
    say(json.dumps({
        "method": scope["method"], "path": scope["path"], "version": scope["http_version"],
        "connection": scope["client"][1], "body": body.hex(),
        "fields": {name.decode(): value.decode() for name, value in scope["headers"]}}))
    await asyncio.sleep(answer.get("pause", 0))
    fields = [(name.encode(), value.encode()) for name, value in answer.get("fields", {}).items()]
    await send({"type": "http.response.start", "status": answer.get("status", 200), "headers": fields})
    await send({"type": "http.response.body", "body": answer.get("body", "").encode()})


listener = socket.create_server(("127.0.0.1", 0))
config = Config()
config.bind = [f"fd://{listener.fileno()}"]
config.loglevel = "CRITICAL"
config.keep_alive_max_requests = 100_000
path = "-"
if sys.argv[1] == "https":
    path, config.keyfile = certificate()
    config.certfile = path
end_with_input(lambda line: answers.append(json.loads(line)))
say(listener.getsockname()[1])
say(path)
asyncio.run(serve(app, config))
