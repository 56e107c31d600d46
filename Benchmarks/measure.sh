# measure COMMAND…: runs a measurement. With MOMENT=15s it is ended after that time, to see that it still runs at all: then
# a missed bar (1) is no failure, and any other code is. For the scripts beside this file, which source it.
measure() {
    local code=0
    [ -n "${MOMENT:-}" ] || { "$@"; return; }
    timeout --kill-after=5s "$MOMENT" "$@" || code=$?
    [ "$code" -le 1 ] || [ "$code" = 124 ]
}
