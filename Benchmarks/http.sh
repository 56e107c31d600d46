#!/usr/bin/env bash
# http.sh [OPTION…]: builds the host and the feature `bench`, and measures HTTP beside nginx; see README.md.
# Options are those of http/measure.py. Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
pack_unit "$PWD/.build/http-units" bench EchoFeature
mkdir -p results
# Ten thousand streams are ten thousand descriptors on either side.
ulimit -n "$(ulimit -Hn)"
measure python3 http/measure.py --host "$built/flagstand" --units "$PWD/.build/http-units" --results results/http.json "$@"
