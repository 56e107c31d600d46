#!/usr/bin/env bash
# sanitize.sh: runs the tests of the kit, the runtime, stores and HTTP under the thread sanitizer, and proves that such a run can fail.
set -euo pipefail
cd "$(dirname "$0")/.."

under_sanitizer() {
    TSAN_OPTIONS=halt_on_error=1 Tools/swift.sh test --sanitize=thread --scratch-path .build/sanitize "$@"
}

under_sanitizer --package-path Sources/FeatureKit
under_sanitizer --package-path Sources/FeatureTestKit
under_sanitizer --filter "HostRuntimeTests|FlagEngineTests.SharingTests"
# Power cuts and faults are about files; what is looked at there is the same.
under_sanitizer --filter "HostStoreTests" --skip "HostStoreTests\.(PowerCut|DiskFault|Damage|ForgetfulFolder)Tests"
# What reads a request's bytes is pure, and keeps the threads that the tests with clients and limits need.
under_sanitizer --filter "HTTPServerTests|HostHTTPTests" \
    --skip "HTTPServerTests\.(ASCII|Mutation|Target|HTTPDate|Request|Field)Tests"

echo 'now the deliberate race, which has to be found'
log=.build/sanitize/race.log
if FLAGSTAND_RACE=1 under_sanitizer --package-path Sources/FeatureKit --filter DeliberateRace > "$log" 2>&1; then
    echo "error: the deliberate race went unnoticed, so the sanitizer's verdict means nothing; see $log" >&2
    exit 1
fi
if ! grep -qE 'ThreadSanitizer: .*race' "$log"; then
    echo "error: the deliberate race failed for another reason; see $log" >&2
    exit 1
fi
echo 'found: the thread sanitizer is clean where it should be, and can fail'
