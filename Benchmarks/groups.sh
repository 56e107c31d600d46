#!/usr/bin/env bash
# groups.sh [OPTION…]: builds the host, holds at random that nobody sees more of others than they may, while it is killed, and measures
# how soon 10,000 members of groups know where the others are; see README.md.
# Options are those of groups/measure.py. Ends with 1 where a bar is missed, with 2 where it could not be measured.
set -euo pipefail
cd "$(dirname "$0")"
. ./measure.sh

build_host
mkdir -p results .build
cc -O2 -Wall -Wextra -Werror -o .build/crowd groups/crowd.c
ulimit -n "$(ulimit -Hn)"
# Whose place somebody sees is no measurement: for a moment, too, it is held to the end.
python3 groups/privacy.py --host "$built/flagstand" ${MOMENT:+--steps 4000 --kills 4}
[ -z "${MOMENT:-}" ] || set -- --members 400 --seconds 5 "$@"
measure python3 groups/measure.py --host "$built/flagstand" --crowd .build/crowd --results results/groups.json "$@"
