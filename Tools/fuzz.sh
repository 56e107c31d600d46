#!/usr/bin/env bash
# fuzz.sh [HARNESS…]: fuzzes each harness of Fuzz/ for SECONDS_EACH seconds (30 by default) and fails on a finding.
# fuzz.sh --build only builds them.
# What was found lies in the file that is named; `.build/fuzz/release/<Harness>Fuzz FILE` shows it again.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${SECONDS_EACH:-30}
built=.build/fuzz/release

# All that the harnesses link gets the fuzzer's counters, and can be looked into as tests do. `-sanitize=fuzzer` itself would put
# the fuzzer's `main` into the compiler's plugins as well. These are no concern of the leak checker.
coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
ASAN_OPTIONS=detect_leaks=0 Tools/swift.sh build -c release --package-path Fuzz --scratch-path .build/fuzz --sanitize address \
    -Xswiftc -sanitize-coverage="$coverage" -Xswiftc -enable-testing -Xswiftc -use-ld=lld
[ "${1:-}" != --build ] || exit 0
[ $# != 0 ] || set -- $(ls Fuzz/corpus)

# The backtracer waits for a terminal that the fuzzer does not have.
export SWIFT_BACKTRACE=enable=no
failed=0
for harness in "$@"; do
    new=.build/fuzz/corpus/$harness
    findings=.build/fuzz/findings/$harness
    log=.build/fuzz/$harness.log
    mkdir -p "$new" "$findings"
    printf '%-8s ' "$harness"
    if "$built/${harness}Fuzz" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$findings/" "$new" "Fuzz/corpus/$harness" > "$log" 2>&1 < /dev/null; then
        sed -n 's/^stat::number_of_executed_units: *\(.*\)/\1 inputs, nothing found/p' "$log"
    else
        failed=1
        echo "FAILED, see $log and $(ls -t "$findings"/* | head -n 1)"
        grep -m 3 -E 'Finding: |Fatal error|ERROR: |SUMMARY' "$log" || true
    fi
done
exit "$failed"
