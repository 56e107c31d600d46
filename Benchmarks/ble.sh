#!/usr/bin/env bash
# ble.sh [delivery]: measures what hearing advertisements takes, how soon it is told, and what a flood leaves behind; see README.md.
# Ends with 1 where a bar is missed.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_inside ble-bench
mkdir -p results
measure "$inside/ble-bench" --results results/ble.json ble "$@"
