#!/usr/bin/env bash
# transit.sh [--short]: measures how long searches for journeys take in a city of the size of London; see README.md. Ends with 1
# where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products transit-bench
mkdir -p results
[ -z "${MOMENT:-}" ] || set -- --short "$@"
measure "$built/transit-bench" --results results/transit.json "$@"
