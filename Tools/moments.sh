#!/usr/bin/env bash
# moments.sh: builds every benchmark and runs it for a moment, to see that it still runs; what it measures then says nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

export MOMENT=${MOMENT:-15s}
logs=$PWD/.build/moments
mkdir -p "$logs"
failed=()
for script in Benchmarks/*.sh; do
    name=$(basename "$script" .sh)
    [ "$name" != measure ] || continue
    begun=$SECONDS
    verdict=runs
    "$script" > "$logs/$name.log" 2>&1 || { verdict=FAILED; failed+=("$name"); }
    printf '%-12s %5d s  %s\n' "$name" $((SECONDS - begun)) "$verdict"
done
for name in "${failed[@]}"; do
    printf '\n── %s ──\n' "$name"
    tail -n 20 "$logs/$name.log"
done
[ ${#failed[@]} = 0 ]
