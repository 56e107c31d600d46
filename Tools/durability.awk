# durability.awk: reads what `strace -f -y` wrote of a host, and holds each acknowledged change against what came before
# it. Between two acknowledgements there must be, in this order and all of them done: an fsync of a new file, its rename
# to the name that counts, and an fsync of the folder; and of each text in revisions/ the same before the file that names
# it gets its name. Prints what is missing, and at last how many were acknowledged.
#
# -v FOLDER=…: the state folder

# A call that another thread interrupts in the trace is put together again.
{
    pid = $1
    line = $0
    sub(/^[0-9]+ +/, "", line)
    if (line ~ /<unfinished \.\.\.>$/) {
        sub(/ *<unfinished \.\.\.>$/, "", line)
        begun[pid] = line
        if (isAnswer(line)) answer()
        next
    }
    if (line ~ /^<\.\.\. [a-z0-9_]+ resumed>/) {
        sub(/^<\.\.\. [a-z0-9_]+ resumed>/, "", line)
        line = begun[pid] line
        # What an answer says leaves the process when the call begins.
        if (isAnswer(line)) next
    }
    if (isAnswer(line)) {
        answer()
        next
    }
    if (line !~ /= 0$/) next
    if (line ~ /^f(data)?sync\(/) {
        path = between(line, "<", ">")
        fresh[path] = 1
        if (path == FOLDER && renamed != "") {
            synced = renamed
            renamed = ""
        }
        if (path == FOLDER "/revisions") texts = ""
    } else if (line ~ /^rename/) {
        split(line, words, "\"")
        if (words[2] !~ /\.new$/ || words[4] ~ /\.previous$/) next
        place = folder(words[4])
        if (place != FOLDER && place != FOLDER "/revisions") next
        if (!(words[2] in fresh)) tell(words[4] " got its name before its bytes were synced")
        delete fresh[words[2]]
        if (place == FOLDER) {
            # What an index names has to be there before it.
            if (texts != "") tell(words[4] " came before " texts " had its name for good")
            renamed = words[4]
        } else {
            texts = words[4]
        }
    }
}

function folder(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}

function tell(what) {
    print what
    bad++
}

function between(text, left, right,    start, rest) {
    start = index(text, left)
    rest = substr(text, start + 1)
    return substr(rest, 1, index(rest, right) - 1)
}

function isAnswer(text) { return text ~ /^(write|writev|sendto|sendmsg|send)\(.*HTTP\/1\.1 2[0-9][0-9]/ }

function answer() {
    acknowledged++
    if (renamed != "") tell("acknowledgement " acknowledged " came before the folder was synced, after " renamed)
    else if (synced == "") tell("acknowledgement " acknowledged " came before anything was synced")
    renamed = synced = ""
}

END {
    printf "%d acknowledged, %d mistakes\n", acknowledged, bad
    exit !(acknowledged > 0 && bad == 0)
}
