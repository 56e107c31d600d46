# store-durability.awk: reads what `strace -f -y` wrote of a host, and holds each acknowledged write to a feature's store
# against what came before it. Between two acknowledgements something must have been written to the store's log, and all
# of that must have been synced when the second one goes out. Prints what is missing, and at last how many were acknowledged.
#
# -v LOG=…: the store's log

# A call that another thread interrupts in the trace is put together again. It counts as a write from where it begins, and
# as a sync where it ends; only what was written before it began is synced by it.
{
    pid = $1
    line = $0
    sub(/^[0-9]+ +/, "", line)
    if (line ~ /<unfinished \.\.\.>$/) {
        sub(/ *<unfinished \.\.\.>$/, "", line)
        begun[pid] = line
        begin(line)
        next
    }
    if (line ~ /^<\.\.\. .* resumed>/) {
        sub(/^<\.\.\. .* resumed>/, "", line)
        if (!(pid in begun)) next
        line = begun[pid] line
        delete begun[pid]
        end(line)
        next
    }
    begin(line)
    end(line)
}

function begin(text) {
    if (text ~ /^(write|writev|sendto|sendmsg|send)\(.*HTTP\/1\.1 200/) answer()
    if (index(text, "<" LOG ">") == 0) return
    if (text ~ /^(pwrite64|write)\(/) written++
    if (text ~ /^f(data)?sync\(/) before[pid] = written
}

function end(text) {
    if (index(text, "<" LOG ">") == 0 || text !~ /^f(data)?sync\(/ || text !~ /= 0$/) return
    if (before[pid] > synced) synced = before[pid]
}

function answer() {
    acknowledged++
    if (written == last) tell("acknowledgement " acknowledged " came before anything was written")
    else if (synced < written) tell("acknowledgement " acknowledged " came before the log was synced")
    last = written
}

function tell(what) {
    print what
    bad++
}

END {
    printf "%d acknowledged, %d mistakes\n", acknowledged, bad
    exit !(acknowledged > 0 && bad == 0)
}
