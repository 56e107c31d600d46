#!/usr/bin/env bash
# test.sh [PACKAGE…]: builds and runs the tests of the packages in these folders, of all packages unless told, and sums up.
# What each run printed lies in .build/test-logs. A run in which no test runs has failed.
set -euo pipefail
cd "$(dirname "$0")/.."

longest_run=15m
built=.build/debug
logs=.build/test-logs
# How many tests run at the same time: all at once, each would wait for the others' computing, and limits would pass.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=8 NO_COLOR=1
# Suites that wait for nothing but the processor, those that wait for the disk, and those that start many hosts.
computing="FlagEngineTests|HostConfigTests|FlagBoardTests|ToldClientsTests|CrashTests|PrecedenceTests|ChangePlanPropertyTests"
stores="PowerCutTests|DiskFaultTests|DamageTests"
hosts="ChaosTests|RudeAddressTests|KilledHostTests|KilledChangeTests|KilledStoreTests|FightTests|GoneBackTests|RegistryTests|FirstFeaturePageTests"

features=$(Tools/features.sh)
if [ $# = 0 ]; then
    # shellcheck disable=SC2046,SC2086
    set -- Tests Sources/FeatureKit Sources/FeatureTestKit Sources/WebClient Sources/Libraries $(printf 'Plugins/%s\n' $features)
fi
rm -rf "$logs"
mkdir -p "$logs"

# step NAME COMMAND…: runs a command into a log of its own, and says what came of it.
step() {
    local name=$1 verdict=passed begun=$SECONDS log=$logs/${1//[\/ ]/-}.log count
    shift
    "$@" > "$log" 2>&1 || verdict=FAILED
    count=$(sed -nE 's/.*(with|and) ([0-9]+) (tests?|rules) .*/\2/p' "$log" | awk '{ sum += $1 } END { print sum + 0 }')
    count=$((count - $(grep -c '^➜ Test .* skipped' "$log" || true)))
    [[ $verdict$count$name != passed0[!b]* ]] || verdict='FAILED: no test ran'
    printf '%-32s %6d tests %5d s  %s\n' "$name" "$count" $((SECONDS - begun)) "$verdict" | tee "${log%.log}.verdict"
}

# tests PACKAGE ARGUMENT…: what `swift test --skip-build` does, but without planning a build again and without keeping
# its lock, for which tests that build something would wait.
tests() {
    local package=$1
    shift
    timeout --kill-after=30s "$longest_run" "$built/$(basename "$package")PackageTests.xctest" --testing-library swift-testing "$@"
}

# scenarios FEATURE…: those of its package and what every feature is held to, in the host and in a worker.
scenarios() {
    local units=.build/test-units/features
    Tools/units.sh "$built" .build/test-units
    timeout "$longest_run" "$built/flagstand" test --runs both "${@/#/$units/}"
}

# The kinds of tests that have limits, one after the other, so that none starves another.
limited() {
    local package
    for package in "$@"; do
        case $package in
        Tests)
            FLAGSTAND_KIT_IS_BUILT=1 step "Tests: hosts" tests Tests --filter "$hosts"
            step "Tests: stores" tests Tests --filter "$stores"
            step "Tests: HTTPServer" tests Tests --filter HTTPServerTests
            step "Tests: HostRuntime" tests Tests --filter HostRuntimeTests --skip "$computing|$hosts"
            step "Tests: others" tests Tests --skip "$computing|$stores|HTTPServerTests|HostRuntimeTests|$hosts"
            ;;
        Sources/WebClient) step "$package" tests "$package" ;;
        esac
    done
}

# Those that have none get the time that the others leave.
unlimited() {
    local package
    renice -n 5 "$BASHPID" > /dev/null
    # Swift has a thread for each core: with more tests that compute than cores, one that awaits hardly gets a turn.
    export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=2
    for package in "$@"; do
        case $package in
        Tests) step "Tests: computing" tests Tests --filter "$computing" ;;
        Sources/WebClient) ;;
        *) step "$package" tests "$package" ;;
        esac
    done
}

for package in "$@"; do
    if [ ! -f "$package/Package.swift" ]; then
        echo "error: there is no $package/Package.swift; the features are:" $features >&2
        exit 1
    fi
done
# These have tests with servers in Python.
case " $* " in *" Sources/WebClient "* | *" Sources/Libraries "*) Tools/python-tools.sh peers ;; esac
for package in "$@"; do step "build $package" Tools/swift.sh build --build-tests --package-path "$package"; done
if ! grep -q FAILED "$logs"/*.verdict; then
    unlimited "$@" &
    # The host itself is built with its tests, but with a feature's it is not; only scenarios need it.
    case " $* " in *" Tests "*) ;; *) step "build ." Tools/swift.sh build ;; esac
    limited "$@"
    wait
    # These start a host for each case, and would take the processor from tests that have limits.
    ids=()
    for package in "$@"; do
        case $package in Plugins/*) ids+=("$(sed -n 's/^id: *\([a-z0-9-]*\).*/\1/p' "$package/feature.yaml")") ;; esac
    done
    [ ${#ids[@]} = 0 ] || grep -q FAILED "$logs/build-..verdict" 2> /dev/null || step scenarios scenarios "${ids[@]}"
fi

# At the end, where a reader of the last lines finds it.
failures=()
for verdict in $(grep -l FAILED "$logs"/*.verdict); do failures+=("$(basename "$verdict" .verdict)" "${verdict%.verdict}.log"); done
if [ ${#failures[@]} != 0 ]; then
    Tools/failures.sh "${failures[@]}"
    exit 1
fi
