#!/usr/bin/env bash
# store.sh [ROUNDS]: measures the store beside plain calls of SQLite that do the same work; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
# Below the results and not in /tmp, which may lie in memory: the disk is what is waited for.
mkdir -p results
work=$(mktemp -d results/store-XXXXXX)
trap 'rm -rf "$work"' EXIT
measure "$built/bench" --results results/store.json store "$work" "${1:-15}"
