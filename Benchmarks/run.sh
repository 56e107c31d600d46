#!/usr/bin/env bash
# run.sh: builds both sides and measures them in turns; see README.md. Ends with 1 where a bar is missed.
set -euo pipefail
cd "$(dirname "$0")"

root=$(cd .. && pwd)
built=$root/.build/release
swift=$root/Tools/swift.sh
scratch=.build/scratch

GO111MODULE=off go build -o .build/fanout-go go/fanout/main.go
"$swift" build -c release --package-path .
host=()
if [ -d "$root/Sources/flagstand" ]; then
    (cd "$root" && Tools/swift.sh build -c release && Tools/units.sh .build/release)
    host=(--host "$built/flagstand" --root "$root" --scratch "$PWD/$scratch")
fi

rm -rf "$scratch"
mkdir -p "$scratch" results
exec .build/release/bench --fanout .build/release/fanout --go .build/fanout-go --results results/latest.json "${host[@]}"
