#!/usr/bin/env bash
# track.sh: builds the host and measures how soon a thousand apps know of an evacuation; see README.md. Ends with 1 where a bar
# is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
mkdir -p results
ulimit -n "$(ulimit -Hn)"
measure python3 track/measure.py --host "$root/.build/release/flagstand" --results results/track.json "$@"
