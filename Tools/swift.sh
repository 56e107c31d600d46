#!/usr/bin/env bash
# swift.sh build|test ARGUMENTS…: `swift`, with what every build of this repository needs: one scratch folder for all
# packages, so that what they share is compiled once, and the package of the host's tests where tests are asked for and
# no package is named.
#
# A cached build manifest does not notice edited manifests and new or renamed files of nested packages: the build says
# "complete" and the symbol is missing. Planning anew costs a third of a second. It also is what lets several packages
# share one scratch folder; with the cache a package would run another one's tests.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
verb=$1
shift
asked=" $verb $* "
# No debug information in a release, whose backtraces are made of symbols. The index stays: SwiftPM finds tests by it, and
# without it no package's tests build in a clean tree.
options=()
[[ $asked != *" -c release "* ]] || options+=(-debug-info-format none)
[[ $asked == *" --scratch-path "* ]] || options+=(--scratch-path "$root/.build")
[[ $asked == *" --package-path "* ]] || [[ $asked != *" test "* && $asked != *" --build-tests "* ]] ||
    options+=(--package-path "$root/Tests")
exec swift "$verb" --disable-build-manifest-caching --explicit-target-dependency-import-check error "${options[@]}" "$@"
