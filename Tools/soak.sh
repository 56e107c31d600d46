#!/usr/bin/env bash
# soak.sh [MINUTES]: proves at length what `make test` proves in three rounds: that hosts which are killed keep what they
# acknowledged, that power cuts lose nothing, that a feature's harm stays its own, that the conformance suite notices each
# break of its rules, and that the first feature's page holds from a clean kit on. Once through takes about half an hour.
# With MINUTES the parts go on in turns until that time is over, each time with other seeds, and no part begins after it.
set -euo pipefail
cd "$(dirname "$0")/.."

minutes=${1:-}
end=$((SECONDS + ${minutes:-0} * 60))
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 NO_COLOR=1
export FLAGSTAND_SOAK=${FLAGSTAND_SOAK:-20}

say() { printf '\n── %s ──\n' "$*"; }

# part COMMAND…: one part, unless the time is over.
part() { if [ -n "$minutes" ] && [ "$SECONDS" -ge "$end" ]; then say "no time is left for: $*"; else "$@"; fi; }

# tests FILTER: the host's tests of that name, at length; what they printed is shown where one fails.
tests() {
    say "$1, $FLAGSTAND_SOAK rounds"
    timeout --kill-after=30s 60m .build/debug/TestsPackageTests.xctest --testing-library swift-testing --filter "$1" > .build/soak.log 2>&1 ||
        { Tools/failures.sh soak .build/soak.log; exit 1; }
    tail -n 1 .build/soak.log
}

synced() {
    say 'what is synced before it is acknowledged'
    Tools/swift.sh build -c release
    Tools/units.sh .build/release
    Tools/durability.sh .build/release
    Tools/swift.sh build -c release --package-path Tests/HostTests/Fixtures/Pantry
    Tools/store-durability.sh .build/release
}

cycles() {
    say 'every feature started and stopped a hundred times'
    .build/release/flagstand test --all --filter conformance --cycles 100
}

Tools/swift.sh build --build-tests
part tests 'Killed(Host|Change|Store)Tests|FightTests'
part tests 'PowerCutTests|DiskFaultTests'
part tests ChaosTests
part tests MutationTests
FLAGSTAND_MUTATED=worker part tests MutationTests
part tests FirstFeaturePageTests
part synced
part cycles
while [ "$SECONDS" -lt "$end" ]; do
    part tests 'Killed(Host|Change|Store)Tests|FightTests'
    part tests 'PowerCutTests|DiskFaultTests'
done
