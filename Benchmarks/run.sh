#!/usr/bin/env bash
# run.sh: builds the host, our feature and the peer, and measures them in turns; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_products bench
scratch=$PWD/.build/scratch
rm -rf "$scratch"
pack_unit "$scratch/units" fanout FanoutFeature
GO111MODULE=off go build -o .build/fanout-go go/fanout/main.go
mkdir -p results
measure "$built/bench" --results results/latest.json host --host "$built/flagstand" --root "$root" --units "$scratch/units" \
    --go .build/fanout-go --scratch "$scratch"
