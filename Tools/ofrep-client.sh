#!/usr/bin/env bash
# ofrep-client.sh: makes .build/tools/ofrep, a Python of its own with OpenFeature's client of the remote evaluation
# protocol, for the test that lets it ask the real host. What is there already is used; without a way to the package
# index the test is skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

# What is asked for by version stays as it is until somebody looks at a newer one.
packages="openfeature-sdk==0.10.0 openfeature-provider-ofrep==0.3.0"
tools=$PWD/.build/tools/ofrep

[ "$(cat "$tools/packages" 2> /dev/null)" != "$packages" ] || exit 0
rm -rf "$tools"
Tools/setup.sh python3-venv || true
# shellcheck disable=SC2086
if ! { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check $packages; } > /dev/null 2>&1; then
    rm -rf "$tools"
    echo "warning: OpenFeature's client can't be had; its test will be skipped" >&2
    exit 0
fi
echo "$packages" > "$tools/packages"
