#!/usr/bin/env bash
# track.sh: builds the host and measures how soon a thousand apps know of an evacuation; see README.md. Ends with 1 where a bar
# is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
mkdir -p results
ulimit -n "$(ulimit -Hn)"
measure python3 track/measure.py --host "$built/flagstand" --results results/track.json "$@"
