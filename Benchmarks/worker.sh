#!/usr/bin/env bash
# worker.sh [RESTARTS]: measures a feature in a process of its own, and what restarts leave behind; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench WiredFeature
mkdir -p results
measure "$built/bench" --results results/worker.json worker "$built/libWiredFeature.so" "${1:-1000}"
