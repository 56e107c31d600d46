#!/usr/bin/env bash
# run.sh: builds the host, our feature and the peer, and measures them in turns; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
"$root/Tools/swift.sh" build -c release
GO111MODULE=off go build -o .build/fanout-go go/fanout/main.go

scratch=$PWD/.build/scratch
rm -rf "$scratch"
mkdir -p "$scratch/units/fanout" results
cp Units/fanout/feature.yaml "$root/.build/release/libFanoutFeature.so" "$scratch/units/fanout/"
"$root/.build/release/flagstand" pack "$scratch/units" > /dev/null

measure "$root/.build/release/bench" --host "$root/.build/release/flagstand" --root "$root" --units "$scratch/units" \
    --go .build/fanout-go --scratch "$scratch" --results results/latest.json
