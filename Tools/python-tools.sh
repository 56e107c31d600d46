#!/usr/bin/env bash
# python-tools.sh NAME…: makes .build/tools/NAME, a Python of its own with what the tests of that name let ask or answer:
#   ofrep   OpenFeature's client of the remote evaluation protocol, which asks the real host
#   peers   servers for mail and HTTP/2, and readers of what is sent to them
# What is there already is used. Without a way to the package index their tests are skipped, except in CI, where they fail.
set -euo pipefail
cd "$(dirname "$0")/.."

for name in "$@"; do
    # What is asked for by version stays as it is until somebody looks at a newer one.
    case $name in
    ofrep) packages="openfeature-sdk==0.10.0 openfeature-provider-ofrep==0.3.0" ;;
    peers) packages="aiosmtpd==1.4.6 cryptography==50.0.2 http-ece==1.2.1 hypercorn==0.18.0 py-vapid==1.9.6" ;;
    *) echo "error: there are no tools called $name" >&2 && exit 1 ;;
    esac
    tools=$PWD/.build/tools/$name
    [ "$(cat "$tools/packages" 2> /dev/null)" != "$packages" ] || continue
    rm -rf "$tools"
    Tools/setup.sh python3-venv || true
    # shellcheck disable=SC2086
    if { python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check $packages; } > /dev/null 2>&1; then
        echo "$packages" > "$tools/packages"
    else
        rm -rf "$tools"
        echo "warning: the Python packages of $name can't be had; tests that need them will be skipped" >&2
    fi
done
