#!/usr/bin/env bash
# ble.sh [delivery]: measures what hearing advertisements takes, how soon it is told, what a flood leaves behind, and how long a gateway
# waits for an answer; see README.md. Ends with 1 where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_inside ble-bench
mkdir -p results
posts=400
[ -z "${MOMENT:-}" ] || posts=40
code=0
measure python3 ble/measure.py --host "$built/flagstand" --results results/ble-http.json --posts $posts || code=$?
measure "$inside/ble-bench" --results results/ble.json ble "$@"
exit $code
