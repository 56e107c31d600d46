"""Measures how soon a change counts in a running host; ends with 1 where a bar is missed, 2 where nothing was measured."""
import argparse
import http.client
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "http"))
from rows import Row, finish, percentile  # noqa: E402
import servers  # noqa: E402
from servers import Failed  # noqa: E402

PEER = "the disk alone"
PARTS = ["override", "document"]
PATIENCE = 30
# A host that has just read a big document gives memory back after the document counts.
REST = 0.3


class Host(servers.Host):
    """A host whose document is saved while it runs, and that is asked and told what operators say."""

    asking = None

    def save(self, document):
        """Saves as editors do: aside, then in its place; the time at which it lay there."""
        aside = self.folder / "plugins.yaml.aside"
        aside.write_text(document)
        os.replace(aside, self.document)
        return time.perf_counter()

    def flag(self, key):
        """What an app is answered, on a connection that stays open."""
        if self.asking is None:
            self.asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        self.asking.request("POST", f"/ofrep/v1/evaluate/flags/{key}", b'{"context": {}}', {
            "Content-Type": "application/json"})
        answer = json.loads(self.asking.getresponse().read())
        return answer.get("value")

    def run(self, *words):
        command = subprocess.Popen([self.program, *words, "--state", str(self.state)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, close_fds=False)
        said = command.communicate()[0]
        if command.returncode != 0:
            raise Failed(f"flagstand {' '.join(words)}: {said.decode()}")


def milliseconds(name, times, bar, part, peer=None):
    return Row(f"{name}, {'p99' if part == 0.99 else 'median'}", percentile(times, part), "ms", bar,
               None if peer is None else percentile(peer, part), spread=(min(times), max(times)))


def replace_index(folder, content):
    """What the disk alone takes for an index of that content: written, synced, linked, renamed, the folder synced."""
    place = str(folder / "index")
    start = time.perf_counter()
    with open(place + ".new", "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    if os.path.exists(place):
        os.link(place, place + ".previous.new")
        os.rename(place + ".previous.new", place + ".previous")
    os.rename(place + ".new", place)
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(opened)
    os.close(opened)
    return (time.perf_counter() - start) * 1000


def overrides(program, folder, rounds):
    """An override by the command, from the start of its process to the answer that an app gets."""
    document = "flags: { shop.banner: { variants: { plain: Hello, loud: HELLO }, default: loud } }\n"
    told, counting, disk = [], [], []
    with Host(program, folder, document) as host:
        alone = folder / "alone"
        alone.mkdir()
        for number in range(-10, rounds):
            name, value = ("plain", "Hello") if number % 2 == 0 else ("loud", "HELLO")
            start = time.perf_counter()
            host.run("override", "flags/shop.banner/serve", name)
            end = time.perf_counter()
            if host.flag("shop.banner") != value:
                raise Failed("an acknowledged override does not count")
            if number >= 0:
                told.append((end - start) * 1000)
                counting.append((time.perf_counter() - start) * 1000)
                disk.append(replace_index(alone, (host.state / "revisions.json").read_bytes()))
    yield milliseconds("override by the command to the answer of OFREP", counting, 20, 0.99, disk)
    yield milliseconds("override by the command to the answer of OFREP", counting, None, 0.5, disk)
    yield milliseconds("the command alone", told, None, 0.99)


def circuit(program, folder, library, text):
    """Packed units for all features that a document names."""
    units = folder / "units"
    for name in re.findall(r"^  (feature\d+):$", text, re.MULTILINE):
        unit = units / name
        unit.mkdir(parents=True)
        (unit / "feature.yaml").write_text(f'id: {name}\nversion: 0.1.0\nsummary: One of many.\n')
        os.link(library, unit / "libCircuitFeature.so")
    subprocess.run([program, "pack", units], check=True, stdout=subprocess.DEVNULL)
    return units


def documents(program, folder, library, path, rounds):
    """A document of 5,000 flags and 100 features, saved with one flag changed, to the answer that an app gets."""
    text = pathlib.Path(path).read_text()
    # The hard links of the units lie where the folder is.
    copy = folder / "libCircuitFeature.so"
    shutil.copy(library, copy)
    units = circuit(program, folder, copy, text)

    def version(number):
        return f"plugins: [{units}]\n{text}  changed.flag: {number}\n"

    documents = [version(number) for number in range(rounds + 1)]
    served, resident = [], []
    with Host(program, folder, documents[0]) as host:
        if host.flag("changed.flag") != 0:
            raise Failed(f"the document does not count; the host's last words: {host.log.read_text()[-2000:]}")
        for number in range(1, rounds + 1):
            start = host.save(documents[number])
            while host.flag("changed.flag") != number:
                if time.perf_counter() - start > PATIENCE:
                    raise Failed(f"change {number} never counted: {host.log.read_text()[-2000:]}")
                time.sleep(0.002)
            served.append((time.perf_counter() - start) * 1000)
            time.sleep(REST)
            resident.append(host.resident_kib() / 1024)
    yield milliseconds("one flag of a big document, saved to served", served, 500, 0.5)
    yield Row("the slowest of them", max(served), "ms")
    settled = min(5, len(resident) - 1)
    yield Row("resident with it", resident[-1], "MiB", spread=(min(resident), max(resident)))
    yield Row(f"resident memory left behind by {len(resident) - settled} reloads",
              (resident[-1] / resident[settled] - 1) * 100, "%", 5)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", required=True, help="the program flagstand")
    parser.add_argument("--library", required=True, help="the feature that the big document's features are")
    parser.add_argument("--document", required=True, help="the big document")
    parser.add_argument("--results", required=True, help="where the figures are written")
    parser.add_argument("--overrides", type=int, default=200)
    parser.add_argument("--reloads", type=int, default=105)
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="what is measured; all by default")
    options = parser.parse_args()
    rows = []
    # Beside the results, since what is measured is a disk; /tmp may be none.
    with tempfile.TemporaryDirectory(dir=pathlib.Path(options.results).resolve().parent) as scratch:
        for part in options.parts:
            folder = pathlib.Path(scratch) / part
            folder.mkdir()
            if part == "override":
                rows += overrides(options.host, folder, options.overrides)
            else:
                rows += documents(options.host, folder, options.library, options.document, options.reloads)
    print("load average", *(f"{load:.2f}" for load in os.getloadavg()))
    return finish(rows, options.results, PEER)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(2)
