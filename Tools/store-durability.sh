#!/usr/bin/env bash
# store-durability.sh BUILT [COUNT]: starts the host in BUILT under strace with a feature that keeps documents, writes COUNT
# times (40) through its routes, and holds every acknowledgement against the trace: what was written to the store's log has
# to be synced before it. Then it takes the syncs out of the trace and sees that this is noticed. Ends with 1 otherwise.
set -euo pipefail
cd "$(dirname "$0")/.."

built=$(realpath "$1")
count=${2:-40}

. Tools/traced-host.sh
log=$state/stores/pantry.db-wal
at=/api/v1/pantry
fixture=Tests/HostTests/Fixtures/Pantry/Sources/PantryFeature

mkdir -p "$work/units/pantry"
cp "$fixture/feature.yaml" "$built/libPantryFeature.so" "$work/units/pantry/"
"$built/flagstand" pack "$work/units" > /dev/null
printf 'features: { pantry: {} }\nplugins: [%s]\n' "$work/units" > "$work/plugins.yaml"

start_host "$built" fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg "$work/plugins.yaml"

# change NUMBER: makes the change of that number: a document, a transaction over two collections, a blob with its document.
change() {
    case $(($1 % 3)) in
        1) ask PUT "$at/jars/jar-$1" application/json '{"label": "a jar", "count": 1}' ;;
        2) ask POST "$at/jars/jar/add" application/json '{"by": 1}' ;;
        0) ask PUT "$at/pictures/jar-$(($1 - 2))" application/json '{"size": 50000}' ;;
    esac
}

for ((number = 1; number <= count; number++)); do change "$number"; done
stop_host

# check TRACE: whether every acknowledgement comes in time, and as many as there were.
check() {
    awk -v LOG="$log" -f Tools/store-durability.awk "$1" > "$work/verdict" &&
        grep -q "^$count acknowledged, " "$work/verdict"
}

if ! check "$trace"; then
    cat "$work/verdict" >&2
    cp "$trace" store-durability.trace
    echo "error: the trace is kept as store-durability.trace" >&2
    exit 1
fi
cat "$work/verdict"

# A check that never finds anything proves nothing.
grep -vE "f(data)?sync\([0-9]+<$log>" "$trace" > "$work/careless" || true
if cmp -s "$trace" "$work/careless"; then
    echo "error: the log is never synced in the trace" >&2
    exit 1
fi
if check "$work/careless"; then
    echo "error: a host that does not sync the log passes" >&2
    exit 1
fi
echo "and a trace without the syncs of the store's log is refused"
