#!/usr/bin/env bash
# access.sh [TOKENS]: measures how long tokens take that come for the first time, and again, beside bare OpenSSL; see
# README.md. Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 access/tokens.py "$work" "${1:-300}"
mkdir -p results
measure "$built/bench" --results results/access.json access "$work"
