#!/usr/bin/env bash
# changes.sh [OPTION…]: builds the host and measures how soon a change counts; see README.md. Options are those of
# changes/measure.py. Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
build_products CircuitFeature bench
mkdir -p results .build
"$built/bench" config write .build/config.yaml
measure python3 changes/measure.py --host "$built/flagstand" --document .build/config.yaml \
    --library "$built/libCircuitFeature.so" --results results/changes.json "$@"
