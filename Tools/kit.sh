#!/usr/bin/env bash
# kit.sh TARGET: copies into TARGET what modules are built and tested with: the kit, its test kit and the libraries, without their
# tests. The manifests stay as they are: the tests of a package that another one depends on are never built.
set -euo pipefail
mkdir -p "$1"
target=$(realpath "$1")
cd "$(dirname "$0")/../Sources"

for package in FeatureKit FeatureTestKit Libraries WebClient; do
    rm -rf "${target:?}/$package"
    mkdir "$target/$package"
    for part in Package.swift KIT_VERSION Sources Plugins; do
        [ ! -e "$package/$part" ] || cp -RL "$package/$part" "$target/$package/"
    done
done
