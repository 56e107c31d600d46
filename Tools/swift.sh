#!/usr/bin/env bash
# swift.sh build|test ARGUMENTS…: `swift`, with what every build of this repository needs.
#
# A cached build manifest does not notice edited manifests and new or renamed files of nested packages: the build says
# "complete" and the symbol is missing. Planning anew costs a third of a second. It also is what lets several packages
# share one scratch folder, and with it one build of the kit; with the cache a package would run another one's tests.
set -euo pipefail

verb=$1
shift
exec swift "$verb" --disable-build-manifest-caching --explicit-target-dependency-import-check error "$@"
