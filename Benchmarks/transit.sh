#!/usr/bin/env bash
# transit.sh [--short]: measures how long searches for journeys take in a city of the size of London, and those of real networks over
# HTTP; see README.md. Ends with 1 where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_inside transit-bench
mkdir -p results
seconds=20
[ -z "${MOMENT:-}" ] || { set -- --short "$@"; seconds=1; }
measure "$inside/transit-bench" --results results/transit.json "$@"
if [ -d ../../shared/data/gtfs ]; then
    measure python3 transit/measure.py --host "$built/flagstand" --results results/transit-http.json --seconds $seconds
else
    echo "skipped over HTTP: ../shared/data/gtfs is not here"
fi
