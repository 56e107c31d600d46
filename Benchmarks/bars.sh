#!/usr/bin/env bash
# bars.sh [OPTION…]: builds the host, lets clients fight for the last seats while it is killed, and measures bookings and
# searches; see README.md. Options are those of bars/measure.py. Ends with 1 where something does not hold, with 2 where it could not be tried.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
"$root/Tools/swift.sh" build -c release --package-path bars --scratch-path .build/bars
mkdir -p results
measure .build/bars/release/IndexBench
measure python3 bars/fight.py --host "$root/.build/release/flagstand"
measure python3 bars/measure.py --host "$root/.build/release/flagstand" --results results/bars.json "$@"
