#!/usr/bin/env bash
# ble-range.sh [FOLDER]: measures how far off ble's distances are on the ranging set; see README.md.
# Ends with 1 where the default is not what errs least, with 2 where the set is not on this machine.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
measure "$built/bench" ble-range "${1:-../../shared/data/ble/tetam_trk}"
