#!/usr/bin/env bash
# fences.sh: measures what a fix takes among many fences; see README.md. Ends with 1 where a bar is missed, with 2 where it could
# not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
mkdir -p results
measure "$built/bench" --results results/geofences.json geofences
