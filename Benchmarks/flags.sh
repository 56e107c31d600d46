#!/usr/bin/env bash
# flags.sh: measures the flag engine beside other products' engines; see README.md.
# Ends with 1 where a bar is missed, with 2 where something could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_products bench
python=$(make_venv flags openfeature-flagd-core==2.0.0 yggdrasil-engine==2.0.0 flatbuffers eppo-server-sdk==4.4.1)
mkdir -p results
"$python" flags/peers.py .build/flags-peers.json
measure "$built/bench" --results results/flags.json flags .build/flags-peers.json
