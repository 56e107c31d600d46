#!/usr/bin/env bash
# changes.sh [OPTION…]: builds the host and measures how soon a change counts; see README.md. Options are those of
# changes/measure.py. Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
"$root/Tools/swift.sh" build -c release --product CircuitFeature
if [ ! -e .build/config.yaml ]; then
    "$root/Tools/swift.sh" build -c release --package-path config --scratch-path .build/config
    .build/config/release/ConfigBench write .build/config.yaml
fi

mkdir -p results
measure python3 changes/measure.py --host "$root/.build/release/flagstand" --document .build/config.yaml \
    --library "$root/.build/release/libCircuitFeature.so" --results results/changes.json "$@"
