#!/usr/bin/env bash
# ble-range.sh [FOLDER]: measures how far off ble's distances are on the ranging set; see README.md.
# Ends with 1 where the default is not what errs least, with 2 where the set is not on this machine.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

set_folder=${1:-../../shared/data/ble/tetam_trk}
../Tools/swift.sh build -c release --package-path ble-range --scratch-path .build/ble-range
measure .build/ble-range/release/RangeBench "$set_folder"
