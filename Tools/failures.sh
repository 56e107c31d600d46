#!/usr/bin/env bash
# failures.sh [NAME LOG]…: what went wrong in these logs of test runs, in few lines: the issues that were recorded, the
# errors of the build, and the tests that began and never ended, which is how a run that hangs looks.
set -euo pipefail

most_lines=40

while [ $# -gt 1 ]; do
    printf '\n── what failed in %s ──\n' "$1"
    { grep -aE -A 6 '^ *✘|error: |Fatal error|recorded an issue' "$2" || tail -n 5 "$2"; } | cut -c1-300 | awk '!seen[$0]++' | head -n "$most_lines"
    { awk '
        /^◇ Test .* started\.$/ && !/^◇ Test (case|run) / { name = $0; sub(/^◇ Test /, "", name); sub(/ started\.$/, "", name); begun[name] = 1 }
        /^(✔|✘|➜) Test / { for (name in begun) if (index($0, " Test " name " ")) delete begun[name] }
        END { for (name in begun) print "did not end: " name }
    ' "$2" || true; } | head -n "$most_lines"
    shift 2
done
