#!/usr/bin/env bash
# flags.sh: measures the flag engine beside other products' engines; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

../Tools/swift.sh build -c release --package-path flags --scratch-path .build/flags

venv=$PWD/.build/flags-venv
if [ ! -e "$venv/ready" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check openfeature-flagd-core==2.0.0 \
        yggdrasil-engine==2.0.0 flatbuffers eppo-server-sdk==4.4.1
    touch "$venv/ready"
fi

mkdir -p results
"$venv/bin/python" flags/peers.py .build/flags-peers.json
measure .build/flags/release/FlagBench .build/flags-peers.json results/flags.json
