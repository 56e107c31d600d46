#!/usr/bin/env bash
# words.sh [--lower]: finds the private words of Tools/words.txt in prose: all of README.md and docs, and in Swift the
# comments, the texts in quotes and the names that are declared. `code` in prose is left out, since it is a name.
#
# Tools/words.allowed says how many an old file may still hold; any other file holds none. --lower takes from that list
# what has been cleaned, as `make format` does; nothing ever raises it. If you move a file, move its line by hand.
set -euo pipefail
cd "$(dirname "$0")/.."

git ls-files --cached --others --exclude-standard -- README.md 'docs/*.md' '*.swift' ':!docs/decisions' |
    LC_ALL=C awk -v lower="${1:-}" '
    function find(text, place,    word, one) {
        text = " " tolower(text) " "
        while (match(text, pattern)) {
            word = substr(text, RSTART + 1, RLENGTH - 2)
            text = substr(text, RSTART + RLENGTH - 1)
            hits[file]++
            for (one in plain) if (word ~ "^(" one ")$")
                report[file] = report[file] place ": error: \"" word "\": write " plain[one] "\n"
        }
    }
    # The comment of a line of Swift, its texts, and the name that it declares, word by word.
    function prose(line,    text, name) {
        if (line ~ /"""/) { block = !block; return "" }
        if (block) return line
        if (match(line, /\/\/.*/)) { text = substr(line, RSTART); line = substr(line, 1, RSTART - 1) }
        while (match(line, /"([^"\\]|\\.)*"/)) {
            text = text " " substr(line, RSTART, RLENGTH)
            line = substr(line, 1, RSTART - 1) substr(line, RSTART + RLENGTH)
        }
        if (!match(line, /(struct|class|enum|actor|protocol|typealias|func|case|let|var) +[A-Za-z]+/)) return text
        name = substr(line, RSTART, RLENGTH)
        gsub(/[A-Z]/, " &", name)
        return text " " name
    }
    BEGIN {
        while ((getline line < "Tools/words.txt") > 0)
            if (line !~ /^#/ && split(line, part, "\t") == 2) plain[part[1]] = part[2]
        for (one in plain) pattern = pattern (pattern ? "|" : "") one
        pattern = "[^a-z](" pattern ")[^a-z]"
        while ((getline line < "Tools/words.allowed") > 0) { split(line, part, " "); allowed[part[2]] = part[1] }
    }
    {
        file = $0; number = block = hits[file] = 0
        while ((getline line < file) > 0) {
            if (file ~ /\.swift$/) line = prose(line)
            gsub(/`[^`]*`|\/door/, "", line)
            find(line, file ":" ++number)
        }
        close(file)
    }
    END {
        for (file in hits) if (hits[file] > allowed[file] + 0) { printf "%s", report[file]; failed = 1 }
        for (file in allowed) if (!lower && hits[file] < allowed[file]) {
            printf "Tools/words.allowed: error: %s holds %d now: make format\n", file, hits[file]; failed = 1
        } else if (lower && hits[file] && allowed[file])
            print (hits[file] < allowed[file] ? hits[file] : allowed[file]), file | "LC_ALL=C sort -k 2 > Tools/words.allowed"
        exit failed
    }'
