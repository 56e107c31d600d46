#!/usr/bin/env bash
# tours.sh [OPTION…]: builds the host, walks a route while it is killed at fifty moments, and measures how many fixes it takes; see
# README.md. Options are those of tours/measure.py. Ends with 1 where something does not hold, with 2 where it could not be tried.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
mkdir -p results
measure python3 tours/kills.py --host "$built/flagstand" ${MOMENT:+--stops 10 --kills 5}
[ -z "${MOMENT:-}" ] || set -- --seconds 3 "$@"
measure python3 tours/measure.py --host "$built/flagstand" --results results/tours.json "$@"
