#!/usr/bin/env bash
# mutation.sh: breaks each rule of the conformance suite on purpose, in every way that the feature Faulty knows, and shows
# what the suite says of each. It fails where a break goes unnoticed, where the unbroken feature does not pass, and where
# nothing breaks a rule.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/mutation.log
mkdir -p .build
Tools/swift.sh build --build-tests
verdict=0
FLAGSTAND_MUTATIONS=all Tools/swift.sh test --skip-build --filter HostTests.MutationTests >"$log" 2>&1 || verdict=$?

sed -n 's/^| \(.*\) | \(.*\) |$/\1|\2/p' "$log" | cut -c1-160 | column -t -s '|'
noticed=$(grep -c '^| ' "$log" || true)
known=$(grep -c '^ *case .* = "[a-z-]*\.' Tests/HostTests/Fixtures/Faulty/Sources/FaultyFeature/Break.swift)
if [ "$verdict" != 0 ] || [ "$noticed" != "$known" ]; then
    grep -E '^✘|recorded an issue' "$log" || tail -n 20 "$log"
    echo "error: of $known breaks $noticed were noticed; $log tells more" >&2
    exit 1
fi
echo "all $known breaks were noticed, each by its rule"
