#!/usr/bin/env bash
# durability.sh BUILT [COUNT]: starts the host in BUILT under strace, changes what counts COUNT times (20) at its door, with
# toggles, overrides, documents and rollbacks in turns, and holds every acknowledgement against the trace: it has to come
# after the fsync of the new file, its rename, and the fsync of the folder. Then it takes each of these out of the trace
# and sees that this is noticed. Ends with 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

built=$1
count=${2:-20}
feature=ble
calls=fsync,fdatasync,rename,renameat,renameat2,write,writev,sendto,sendmsg

. Tools/traced-host.sh
start_host "$built" "$calls" plugins.yaml

# change NUMBER: makes the change of that number. A rollback takes back the three before it, so that each one changes
# something.
change() {
    local reason="number $1"
    case $(($1 % 4)) in
        1) ask PUT "/ops/v1/features/$feature/toggle" application/json "{\"on\": false, \"reason\": \"$reason\"}" ;;
        2) ask PUT "/ops/v1/overrides/features/$feature/rollout" application/json "{\"value\": \"$(($1 % 100))%\"}" ;;
        3) ask POST "/ops/v1/config/apply?name=new.yaml" application/yaml "$(cat plugins.yaml; echo "flags: { number: $1 }")" ;;
        0) ask POST "/ops/v1/revisions/1/rollback" application/json "{\"reason\": \"$reason\"}" ;;
    esac
}

for ((number = 1; number <= count; number++)); do change "$number"; done
stop_host

# check TRACE: whether every acknowledgement comes in time, and as many as there were.
check() {
    awk -v FOLDER="$state" -f Tools/durability.awk "$1" > "$work/verdict" &&
        grep -q "^$count acknowledged, " "$work/verdict"
}

if ! check "$trace"; then
    cat "$work/verdict" >&2
    cp "$trace" durability.trace
    echo "error: the trace is kept as durability.trace" >&2
    exit 1
fi
cat "$work/verdict"

# A check that never finds anything proves nothing.
for missing in "fsync([0-9]*<$state/[^/>]*\.new>" "fsync([0-9]*<$state>" "rename[a-z0-9]*(.*$state/[^/\"]*\.new\", " \
    "fsync([0-9]*<$state/revisions/[^>]*>" "fsync([0-9]*<$state/revisions>"; do
    grep -v "$missing" "$trace" > "$work/careless" || true
    if cmp -s "$trace" "$work/careless"; then
        echo "error: there is no \"$missing\" in the trace" >&2
        exit 1
    fi
    if check "$work/careless"; then
        echo "error: a host without \"$missing\" passes" >&2
        exit 1
    fi
done
echo "and a trace without the fsync of the file, its rename or the fsync of the folder is refused, of texts too"
