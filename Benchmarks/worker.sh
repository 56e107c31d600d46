#!/usr/bin/env bash
# worker.sh [RESTARTS]: measures a feature in a process of its own, and what restarts leave behind; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

../Tools/swift.sh build -c release --package-path worker --scratch-path .build/worker
measure .build/worker/release/WorkerBench .build/worker/release/libWiredFeature.so "${1:-1000}"
