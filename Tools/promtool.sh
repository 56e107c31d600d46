#!/usr/bin/env bash
# promtool.sh: puts promtool into .build/tools, for the test that holds /metrics against it.
# Debian has it only in the package of the server, which would be started; so the package is unpacked, not installed.
set -euo pipefail
cd "$(dirname "$0")/.."

tools=$PWD/.build/tools
[ ! -x "$tools/promtool" ] || exit 0
if [ -x /usr/bin/promtool ]; then
    mkdir -p "$tools"
    exec ln -sf /usr/bin/promtool "$tools/promtool"
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
chmod 755 "$scratch"
cd "$scratch"
if ! { apt-get -qq download prometheus || { apt-get -qq update && apt-get -qq download prometheus; }; } > /dev/null 2>&1; then
    echo "warning: promtool can't be had; its test will be skipped" >&2
    exit 0
fi
dpkg-deb -x prometheus_*.deb unpacked
mkdir -p "$tools"
cp unpacked/usr/bin/promtool "$tools/promtool"
