#!/usr/bin/env bash
# kit.sh TARGET: copies into TARGET what features are built and tested with: FeatureKit and FeatureTestKit, without the
# tests of either. The manifests stay as they are, for of a package that another one needs nobody asks for its tests.
set -euo pipefail
mkdir -p "$1"
target=$(realpath "$1")
cd "$(dirname "$0")/../Sources"

for package in FeatureKit FeatureTestKit; do
    rm -rf "${target:?}/$package"
    mkdir "$target/$package"
    for part in Package.swift KIT_VERSION Sources Plugins; do
        [ ! -e "$package/$part" ] || cp -R "$package/$part" "$target/$package/"
    done
done
