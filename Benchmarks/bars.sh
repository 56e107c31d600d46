#!/usr/bin/env bash
# bars.sh [OPTION…]: builds the host, lets clients fight for the last seats while it is killed, and measures bookings and
# searches; see README.md. Options are those of bars/measure.py. Ends with 1 where something does not hold, with 2 where it could not be tried.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_inside bars-bench
mkdir -p results
measure "$inside/bars-bench" --results results/bars-index.json index
measure python3 bars/fight.py --host "$built/flagstand"
measure python3 bars/measure.py --host "$built/flagstand" --results results/bars.json "$@"
