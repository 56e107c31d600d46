#!/usr/bin/env bash
# rider.sh [OPTION…]: measures what checking a week of 5,000 shifts takes, and publishing it on a real host; see README.md. Options are
# those of rider/measure.py. Ends with 1 where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_products bench
mkdir -p results
measure "$built/bench" --results results/rostering.json rostering
[ -z "${MOMENT:-}" ] || set -- --riders 10 "$@"
measure python3 rider/measure.py --host "$built/flagstand" --results results/rider.json "$@"
