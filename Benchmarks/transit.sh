#!/usr/bin/env bash
# transit.sh [--short]: measures how long searches for journeys take in a city of the size of London; see README.md. Ends with 1
# where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

# It needs the engine alone, and so has a scratch folder of its own.
"$root/Tools/swift.sh" build -c release --package-path transit/city --scratch-path .build/transit --product transit-bench
mkdir -p results
[ -z "${MOMENT:-}" ] || set -- --short "$@"
measure .build/transit/release/transit-bench --results results/transit.json "$@"
