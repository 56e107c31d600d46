#!/usr/bin/env bash
# notifications.sh [OPTION…]: builds the host and the feature `sender`, and has mails and pushes delivered while the host is killed;
# see README.md. Options are those of deliveries/deliver.py. Ends with 1 where something does not hold, with 2 where it could not be
# tried.
set -euo pipefail
cd "$(dirname "$0")/.."
. Benchmarks/measure.sh
root=$PWD

Tools/python-tools.sh peers
Tools/swift.sh build -c release
Tools/units.sh .build/release

cd Benchmarks
"$root/Tools/swift.sh" build -c release --package-path deliveries --product SenderFeature
"$root/Tools/swift.sh" build -c release --package-path deliveries --product listeners
units=$PWD/.build/notifications-units
rm -rf "$units"
mkdir -p "$units/sender" results
cp Units/sender/feature.yaml "$root/.build/release/libSenderFeature.so" "$units/sender/"
"$root/.build/release/flagstand" pack "$units" > /dev/null
ulimit -n "$(ulimit -Hn)"
measure python3 deliveries/announce.py --host "$root/.build/release/flagstand" --units "$units" \
    --listeners "$root/.build/release/listeners" --results results/announcements.json \
    ${MOMENT:+--people 500 --waiting 5000 --rounds 2}
[ -z "${MOMENT:-}" ] || set -- --people 200 --kills 1 "$@"
measure python3 deliveries/deliver.py --host "$root/.build/release/flagstand" --units "$units" \
    --python "$root/.build/tools/peers/bin/python" --results results/notifications.json "$@"
