#!/usr/bin/env bash
# config.sh: measures how long a big document takes from its bytes to its plan, and what it leaves behind; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
python=$(make_venv config PyYAML==6.0.3)
mkdir -p results
"$built/bench" config write .build/config.yaml
"$python" config/peers.py .build/config.yaml .build/config-peers.json
missed=0
measure "$built/bench" --results results/config.json config time .build/config-peers.json || missed=$?
[ "$missed" -le 1 ] || exit "$missed"
measure "$built/bench" --results results/config-memory.json config memory || missed=$?
exit "$missed"
