#!/usr/bin/env bash
# http.sh [OPTION…]: builds the host and the feature `bench`, and measures HTTP beside nginx; see README.md.
# Options are those of http/measure.py. Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
"$root/Tools/swift.sh" build -c release --product EchoFeature

units=$PWD/.build/http-units
rm -rf "$units"
mkdir -p "$units/bench" results
cp Units/bench/feature.yaml "$root/.build/release/libEchoFeature.so" "$units/bench/"
"$root/.build/release/flagstand" pack "$units" > /dev/null

# Ten thousand streams are ten thousand descriptors on either side.
ulimit -n "$(ulimit -Hn)"
measure python3 http/measure.py --host "$root/.build/release/flagstand" --units "$units" --results results/http.json "$@"
