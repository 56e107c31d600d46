# traced-host.sh: to be sourced by what holds a host against a trace of its system calls. Sets work, state and trace; the
# host is ended, and $work removed, when the script ends.
# shellcheck shell=bash
work=$(realpath "$(mktemp -d)")
state=$work/state
trace=$work/trace

# start_host BUILT CALLS CONFIG: starts the host under strace and waits until it is ready.
start_host() {
    : > "$work/log"
    strace -f -y -s 64 -o "$trace" -e "trace=$2" \
        "$1/flagstand" run --config "$3" --state "$state" --listen 127.0.0.1:0 2> "$work/log" &
    strace=$!
    trap 'stop_host 2> /dev/null; rm -rf "$work"' EXIT
    # Whatever is answered from here on was asked for by the script; nothing else is, or it would be taken for an
    # acknowledgement.
    for _ in {1..300}; do
        if grep -q '^flagstand: ready' "$work/log" || ! kill -0 "$strace" 2> /dev/null; then break; fi
        sleep 0.2
    done
    if ! grep -q '^flagstand: ready' "$work/log"; then
        cat "$work/log" >&2
        exit 1
    fi
}

# stop_host: ends the host, and strace with it; strace itself takes no signal while it traces.
stop_host() {
    local host
    host=$(cat "/proc/$strace/task/$strace/children" 2> /dev/null || true)
    # shellcheck disable=SC2086
    [ -z "$host" ] || kill $host
    wait "$strace" || true
}

# ask METHOD PATH TYPE BODY: asks the host; the answer lies in $work/answer.
ask() {
    curl --silent --show-error --fail --max-time 30 --unix-socket "$state/door" -X "$1" \
        --header "Content-Type: $3" --output "$work/answer" --data-binary "$4" "http://host$2"
}
