#!/usr/bin/env bash
# shop.sh [OPTION…]: builds the host, lets clients fight for the last units while it is killed, and measures orders and
# searches; see README.md. Options are those of shop/measure.py. Ends with 1 where something does not hold, with 2 where it could not be tried.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
mkdir -p results
measure python3 shop/fight.py --host "$built/flagstand"
measure python3 shop/measure.py --host "$built/flagstand" --results results/shop.json "$@"
