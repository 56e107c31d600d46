#!/usr/bin/env bash
# packages.sh: proves that the packages of this repository can share one scratch folder: no two have a target of the same
# name, all compile with the same settings, and no build passes flags of its own into the shared folder.
set -euo pipefail
cd "$(dirname "$0")/.."

problems=$(mktemp)
trap 'rm -f "$problems"' EXIT

# The fuzzers have settings and a scratch folder of their own.
mapfile -t manifests < <(git ls-files -co --exclude-standard '*Package.swift' ':!Fuzz' ':!Tests/HostTests/Fixtures/Outside')

for manifest in "${manifests[@]}"; do
    swift package dump-package --package-path "$(dirname "$manifest")" |
        sed -n '/^ *"name" : /{N; s/^ *"name" : "\([^"]*\)",\n *"packageAccess".*/\1/p}' | sed "s|\$| $manifest|"
done | sort | awk '
    $1 == name { print $2 ": error: the target " name " is also in " manifest "; all packages share one scratch folder" }
    { name = $1; manifest = $2 }' >> "$problems"

# settings MANIFEST: what every Swift target of a package is compiled with, a few of the host apart.
settings() {
    sed -n '/^let strict: \[SwiftSetting\] = \[/,/^\]/p' "$1" | grep -vE '^ *//|unsafeFlags|^ *\["-|^\]'
}
for manifest in "${manifests[@]}"; do
    if ! cmp -s <(settings "$manifest") <(settings Package.swift); then
        echo "$manifest: error: its settings differ from those in Package.swift:"
        diff <(settings Package.swift) <(settings "$manifest") || true
    fi
    if grep -nE 'Context\.environment' "$manifest"; then
        echo "$manifest: error: what depends on the environment is compiled again and again"
    fi
done >> "$problems"

# A line of a script that builds goes through Tools/swift.sh, and names a scratch folder where it adds flags.
git ls-files -co --exclude-standard Makefile .ci '*.sh' | xargs grep -nE '(^|[^/."`a-z])swift (build|test)|swift\.sh.*( -X|--sanitize)' |
    grep -vE '^Tools/(swift|packages)\.sh|:[0-9]+: *#|--scratch-path' |
    sed 's|\(^[^:]*:[0-9]*\):.*|\1: error: builds without Tools/swift.sh, or with flags of its own in the shared scratch folder|' >> "$problems" || true

cat "$problems" >&2
[ ! -s "$problems" ]
