#!/usr/bin/env bash
# test.sh [PACKAGE…]: runs the tests of the packages in these folders, of all packages unless told, and sums up.
# A package in which no test runs has failed.
set -euo pipefail
cd "$(dirname "$0")/.."

longest_run=15m
logs=.build/test-logs
# How many tests run at the same time: all at once, each would wait for the others' computing, and limits would pass.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
computing="FlagEngineTests|HostConfigTests|FlagBoardTests|ToldClientsTests|CrashTests|PrecedenceTests|ChangePlanPropertyTests"
stores="PowerCutTests|DiskFaultTests|DamageTests"
served="HTTPServerTests"
runtime="HostRuntimeTests"
builds="FirstFeaturePageTests"
hosts="ChaosTests|RudeAddressTests|KilledHostTests|KilledChangeTests|KilledStoreTests|FightTests|GoneBackTests|RegistryTests"

features=$(Tools/features.sh)
if [ $# = 0 ]; then
    # shellcheck disable=SC2046,SC2086
    set -- . Sources/FeatureKit Sources/FeatureTestKit Sources/WebClient $(printf 'Plugins/%s\n' $features)
fi
mkdir -p "$logs"

# within_limit COMMAND…: ends a run that hangs. Only on an interrupt does `swift test` take the test process with it.
within_limit() {
    timeout --foreground --signal=INT --kill-after=30s "$longest_run" "$@"
}

# test_package FOLDER: builds and tests one package. The nested ones share a scratch folder and so one build of the kit.
# Those of the engine and of documents compute without a pause, those of stores' files wait for the disk, one
# builds a feature with the kit, and those of servers have limits: each kind runs apart, so that none starves another.
test_package() {
    if [ "$1" = . ]; then
        Tools/swift.sh build && Tools/swift.sh build --build-tests && within_limit Tools/swift.sh test --skip-build --skip "$computing|$stores|$served|$runtime|$builds|$hosts" &&
            within_limit Tools/swift.sh test --skip-build --filter "$computing" &&
            within_limit Tools/swift.sh test --skip-build --filter "$stores" &&
            within_limit Tools/swift.sh test --skip-build --filter "$served" &&
            within_limit Tools/swift.sh test --skip-build --filter "$runtime" --skip "$computing|$hosts" &&
            within_limit Tools/swift.sh test --skip-build --filter "$builds" &&
            within_limit Tools/swift.sh test --skip-build --filter "$hosts"
    else
        within_limit Tools/swift.sh test --package-path "$1" --scratch-path .build/packages || return
        # Features once more over the wire of a worker, inside the test's process.
        case $1 in
        Plugins/*) FLAGSTAND_RUNS=worker within_limit Tools/swift.sh test --skip-build --package-path "$1" --scratch-path .build/packages ;;
        esac
    fi
}

failed=0
summary=()
failures=()
for package in "$@"; do
    name=${package/#./flagstand}
    if [ ! -f "$package/Package.swift" ]; then
        echo "error: there is no $package/Package.swift; the features are:" $features >&2
        exit 1
    fi
    printf '\n── %s ──\n' "$name"
    log=$logs/${name//\//-}.log
    verdict=passed
    test_package "$package" 2>&1 | tee "$log" || verdict=FAILED
    count=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    count=$((count - $(grep -c '^➜ Test .* skipped' "$log" || true)))
    if [ "$verdict" = passed ] && [ "$count" = 0 ]; then verdict='FAILED: no test ran'; fi
    [ "$verdict" = passed ] || failed=1
    summary+=("$(printf '%-24s %6d tests  %s' "$name" "$count" "$verdict")")
    if [ "$verdict" != passed ]; then failures+=("$name" "$log"); fi
done

# At the end once more, where a reader of the last lines finds it.
if [ "$failed" != 0 ]; then Tools/failures.sh "${failures[@]}"; fi
printf '\n'
printf '%s\n' "${summary[@]}"
exit "$failed"
