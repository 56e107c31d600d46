#!/usr/bin/env bash
# test.sh [PACKAGE…]: builds and runs the tests of the packages in these folders, of all packages unless told, and sums up.
# What each run printed lies in .build/test-logs. A run in which no test runs has failed.
set -euo pipefail
cd "$(dirname "$0")/.."

longest_run=15m
built=.build/debug
logs=.build/test-logs
# How many tests run at the same time: all at once, each would wait for the others' computing, and limits would pass.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8
# Suites that wait for nothing but the processor, those that wait for the disk, and those that start many hosts.
computing="FlagEngineTests|HostConfigTests|FlagBoardTests|ToldClientsTests|CrashTests|PrecedenceTests|ChangePlanPropertyTests"
stores="PowerCutTests|DiskFaultTests|DamageTests"
hosts="ChaosTests|RudeAddressTests|KilledHostTests|KilledChangeTests|KilledStoreTests|FightTests|GoneBackTests|RegistryTests|FirstFeaturePageTests"

features=$(Tools/features.sh)
if [ $# = 0 ]; then
    # shellcheck disable=SC2046,SC2086
    set -- Tests Sources/FeatureKit Sources/FeatureTestKit Sources/WebClient $(printf 'Plugins/%s\n' $features)
fi
rm -rf "$logs"
mkdir -p "$logs"

# step NAME COMMAND…: runs a command into a log of its own, and leaves a line of the summary beside it.
step() {
    local name=$1 verdict=passed count begun=$SECONDS
    local log=$logs/${name//[\/ ]/-}.log
    shift
    "$@" > "$log" 2>&1 || verdict=FAILED
    count=$(sed -n 's/.*Test run with \([0-9]*\) tests\{0,1\} .*/\1/p; s/.*: [0-9]* scenarios\{0,1\} and \([0-9]*\) rules passed.*/\1/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    count=$((count - $(grep -c '^➜ Test .* skipped' "$log" || true)))
    case $name in build*) ;; *) if [ "$verdict" = passed ] && [ "$count" = 0 ]; then verdict='FAILED: no test ran'; fi ;; esac
    printf '%-32s %6d tests %5d s  %s\n' "$name" "$count" $((SECONDS - begun)) "$verdict" | tee "${log%.log}.verdict"
    [ "$verdict" = passed ]
}

# tests PACKAGE ARGUMENTS…: runs a package's tests as `swift test --skip-build` would, but without its lock, which tests
# that build something would wait for, and without planning the build again.
tests() {
    local package=$1
    shift
    timeout --kill-after=30s "$longest_run" "$built/$(basename "$package")PackageTests.xctest" --testing-library swift-testing "$@"
}

# scenarios FEATURE…: what lies in their folders Scenarios, and conformance, in the host and in a worker.
scenarios() {
    local units=.build/test-units/features
    Tools/units.sh "$built" .build/test-units
    timeout "$longest_run" "$built/flagstand" test --runs both "${@/#/$units/}"
}

# The tests of the host, one kind after the other: each has limits, or keeps the disk busy, and would starve the others.
host_tests() {
    step "Tests: hosts" tests Tests --filter "$hosts"
    step "Tests: stores" tests Tests --filter "$stores"
    step "Tests: HTTPServerTests" tests Tests --filter HTTPServerTests
    step "Tests: HostRuntimeTests" tests Tests --filter HostRuntimeTests --skip "$computing|$hosts"
    step "Tests: others" tests Tests --skip "$computing|$stores|HTTPServerTests|HostRuntimeTests|$hosts"
    step Sources/WebClient tests Sources/WebClient
}

# What has no limits gets the time that the others leave.
computing_tests() {
    local package ids=()
    for package in "$@"; do
        step "$package" tests "$package"
        case $package in Plugins/*) ids+=("$(sed -n 's/^id: *\([a-z0-9-]*\).*/\1/p' "$package/feature.yaml")") ;; esac
    done
    [ ${#ids[@]} = 0 ] || step scenarios scenarios "${ids[@]}"
}

limited=()
unlimited=()
for package in "$@"; do
    if [ ! -f "$package/Package.swift" ]; then
        echo "error: there is no $package/Package.swift; the features are:" $features >&2
        exit 1
    fi
    case $package in Tests | Sources/WebClient) limited+=("$package") ;; *) unlimited+=("$package") ;; esac
    step "build $package" Tools/swift.sh build --build-tests --package-path "$package" || failed=1
done
