"""How soon thousands of members of groups know where the others are, while each of them says so every 15 s and has a stream open.
Ends with 1 where a bar is missed, with 2 where something could not be measured."""
import concurrent.futures
import http.client
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "http"), str(HERE.parent / "bars")]

from rows import Row, main  # noqa: E402
from servers import PATIENCE, Failed, Server, free_port  # noqa: E402
import users  # noqa: E402

GROUP, BAR, GROWTH = 40, 100, 10
GROUPS = "/api/v1/groups"
DOCUMENT = """http:
  connections: {{ address: 12000 }}
access:
  issuers:
    bench:
      issuer: {issuer}
      audience: {audience}
      keys: {{ file: {keys} }}
features:
  groups: {{}}
log: warning
"""


class Host(Server):
    def __init__(self, options, folder):
        (folder / "plugins.yaml").write_text(
            DOCUMENT.format(issuer=users.ISSUER, audience=users.AUDIENCE, keys=users.KEYS))
        users.write_keys(folder)
        port = free_port()
        super().__init__("flagstand", [
            options.host, "run", "--config", str(folder / "plugins.yaml"), "--state", str(folder / "state"),
            "--listen", f"127.0.0.1:{port}"], folder, port)

    def is_ready(self):
        return "flagstand: ready" in self.log.read_text() and super().is_ready()


def make_group(host, number, size):
    """A group whose members all show exactly where they are: a line for each of them."""
    connection = http.client.HTTPConnection("127.0.0.1", host.port, timeout=PATIENCE)

    def ask(token, method, path, body):
        connection.request(method, path, None if body is None else json.dumps(body), {
            "Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200:
            raise Failed(f"{method} {path}: {answer.status} {text[:500]}")
        return json.loads(text)

    tokens = [users.token(f"p{number}-{member}") for member in range(size)]
    group = ask(tokens[0], "POST", GROUPS, {"name": f"group {number}", "myName": "p0"})["id"]
    code = ask(tokens[0], "GET", f"{GROUPS}/{group}/invitation", None)["code"]
    for member, token in enumerate(tokens):
        if member > 0:
            ask(token, "POST", f"{GROUPS}/join", {"code": code, "name": f"p{member}"})
        ask(token, "PATCH", f"{GROUPS}/{group}/me", {"sharing": "exact"})
    connection.close()
    return [f"{number} {group} {token}\n" for token in tokens]


def run(options, folder):
    with Host(options, folder) as host:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            lines = pool.map(lambda number: make_group(host, number, GROUP), range(options.members // GROUP))
            members = folder / "members"
            members.write_text("".join(line for group in lines for line in group))
        crowd = subprocess.Popen(
            [options.crowd, str(host.port), str(options.seconds), str(members)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        if crowd.stdout.readline() != "ready\n":
            raise Failed("the streams have not begun")
        begun, cpu, memory = time.monotonic(), host.cpu_seconds(), []
        crowd.stdin.write("go\n")
        crowd.stdin.flush()
        while crowd.poll() is None:
            time.sleep(1)
            memory.append(host.resident_kib() / 1024)
        took, cpu = time.monotonic() - begun, host.cpu_seconds() - cpu
        words = crowd.stdout.read().split()
        if crowd.returncode != 0 or len(words) != 8:
            raise Failed(f"the crowd ended with {crowd.returncode}: {words}")
    posted, refused, heard, missing, *times = map(int, words)
    if refused or missing:
        raise Failed(f"of {posted} fixes {refused} were refused, and {missing} of {heard + missing} deliveries never came")
    # Each member has been heard once after one interval.
    warm = memory[min(16, len(memory) // 2)]
    return [
        Row("fixes a second", posted / options.seconds, "/s"), Row("deliveries a second", heard / options.seconds, "/s"),
        Row("until another member knows, median", times[0] / 1000, "ms"),
        Row("until another member knows, p99", times[1] / 1000, "ms", BAR),
        Row("until another member knows, p99.9", times[2] / 1000, "ms"),
        Row("the last one", times[3] / 1000, "ms"), Row("processor of the host", 100 * cpu / took, "%"),
        Row("memory after 15 s", warm, "MiB"), Row("its growth until the end", max(memory) - warm, "MiB", GROWTH),
    ]


if __name__ == "__main__":
    main(__doc__, run, crowd="the program that holds the streams and posts", members=10_000, seconds=60)
