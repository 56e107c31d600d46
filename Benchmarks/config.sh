#!/usr/bin/env bash
# config.sh: measures how long a big document takes from its bytes to its plan, and what it leaves behind; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

../Tools/swift.sh build -c release --package-path config --scratch-path .build/config

venv=$PWD/.build/config-venv
if [ ! -e "$venv/ready" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check PyYAML==6.0.3
    touch "$venv/ready"
fi

mkdir -p results
bench=.build/config/release/ConfigBench
"$bench" write .build/config.yaml
"$venv/bin/python" config/peers.py .build/config.yaml .build/config-peers.json
missed=0
measure "$bench" time .build/config-peers.json results/config.json || missed=$?
[ "$missed" -le 1 ] || exit "$missed"
measure "$bench" memory results/config-memory.json || missed=$?
exit "$missed"
