"""Requests as fast as they are answered, by wrk."""
import re
import subprocess

from servers import HERE, Failed

CONNECTIONS = 64
MILLISECONDS = {"us": 0.001, "ms": 1, "s": 1000}


class Load:
    """What a few seconds of load came to."""

    def __init__(self, server, path, seconds, fields=(), script="post.lua"):
        before = server.cpu_seconds()
        text = subprocess.run(
            ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", "-s", HERE / script,
             *(part for field in fields for part in ("-H", field)), f"http://127.0.0.1:{server.port}{path}"],
            capture_output=True, text=True, timeout=seconds + 30).stdout
        cpu = server.cpu_seconds() - before
        if wrong := re.findall(r"Non-2xx.*|Socket errors.*", text):
            raise Failed(f"{server.name}{path}: {'; '.join(wrong)}")
        requests = int(_find(r"(\d+) requests in", text)[0])
        if requests == 0:
            raise Failed(f"{server.name}{path} answered nothing")
        self.rate = float(_find(r"Requests/sec:\s+([\d.]+)", text)[0])
        self.cpu_us = cpu / requests * 1e6
        number, unit = _find(r"99%\s+([\d.]+)(us|ms|s)", text)
        self.p99_ms = float(number) * MILLISECONDS[unit]
        self.resident_kib = server.resident_kib()


def _find(pattern, text):
    found = re.search(pattern, text)
    if not found:
        raise Failed(f"wrk said something unexpected: {text}")
    return found.groups()
