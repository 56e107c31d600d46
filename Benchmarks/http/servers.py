"""The two servers, and what the system says of their processes."""
import os
import pathlib
import re
import socket
import subprocess
import time

HERE = pathlib.Path(__file__).parent
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE = 30
# What post.lua sends.
QUESTION = re.search(r"wrk.body = '(.*)'", (HERE / "post.lua").read_text())[1].encode()


class Failed(Exception):
    """Something could not be measured."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process that listens on loopback, with those that it started itself; it ends with its `with`."""

    def __init__(self, name, command, folder, port):
        self.name, self.port = name, port
        self.log = folder / f"{name}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def __enter__(self):
        deadline = time.monotonic() + PATIENCE
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.__exit__()
                raise Failed(f"{self.name} does not serve; its last words: {self.log.read_text()[-2000:]}")
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def is_ready(self):
        try:
            self.connect(1).close()
            return True
        except OSError:
            return False

    def connect(self, timeout=PATIENCE):
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def processes(self):
        first = self.process.pid
        children = pathlib.Path(f"/proc/{first}/task/{first}/children").read_text().split()
        return [first, *map(int, children)]

    def cpu_seconds(self):
        """User and system time of all its processes."""
        stats = (pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in self.processes())
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / TICKS

    def resident_kib(self):
        """What all its processes hold in memory, shared pages counted for each."""
        lines = (line for pid in self.processes() for line in open(f"/proc/{pid}/status"))
        return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))


def nginx(folder):
    port = free_port()
    (folder / "nginx.conf").write_text((HERE / "nginx.conf").read_text().replace("@PORT@", str(port)))
    return Server("nginx", ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")], folder, port)


class Host(Server):
    """The real host with a document; ready when it says so. It may be killed and started again, and keeps what it had."""

    def __init__(self, program, folder, document):
        self.program, self.folder, self.state = program, folder, folder / "state"
        self.document = folder / "plugins.yaml"
        self.document.write_text(document)
        self.start(free_port())

    def start(self, port):
        super().__init__("flagstand", [
            self.program, "run", "--config", str(self.document), "--state", str(self.state),
            "--listen", f"127.0.0.1:{port}",
        ], self.folder, port)

    def is_ready(self):
        return "flagstand: ready" in self.log.read_text() and super().is_ready()

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def start_again(self):
        self.start(self.port)
        self.__enter__()
