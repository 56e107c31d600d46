#!/usr/bin/env bash
# features.sh: prints the built-in features' folders under Plugins/, one on a line, and fails when the list in
# Package.swift and the folder differ.
set -euo pipefail
cd "$(dirname "$0")/.."

listed=$(sed -n '/^let features = \[/,/\]/p' Package.swift | grep -o '"[^"]*"' | tr -d '"' | sort)
there=$(find Plugins -mindepth 2 -maxdepth 2 -name Package.swift -printf '%h\n' | sed 's|^Plugins/||' | sort)

if [ "$listed" != "$there" ]; then
    comm -23 <(echo "$listed") <(echo "$there") |
        sed 's|.*|Package.swift: error: the features list names "&", but there is no Plugins/&/Package.swift|' >&2
    comm -13 <(echo "$listed") <(echo "$there") |
        sed 's|.*|Package.swift: error: Plugins/& is not in the features list; add "&"|' >&2
    exit 1
fi
echo "$listed"
