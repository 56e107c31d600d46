#!/bin/sh
# stamp.sh KIT_VERSION-FILE SWIFTC OUTPUT: writes the Swift source that puts the stamp into a library.
#
# The ELF section `flagstand_kit` holds 48 bytes, little-endian:
#   0  "flagstnd"
#   8  the kit's major version, 4 bytes
#  12  the kit's minor version, 4 bytes
#  16  the compiler's version as text, padded with zeros to 32 bytes
set -eu

refuse() {
    echo "error: $1" >&2
    exit 1
}

# words COUNT TEXT: the text as that many 64-bit literals, padded with zeros.
words() {
    { printf %s "$2"; head -c $((8 * $1)) /dev/zero; } | head -c $((8 * $1)) | od -An -v -w8 -tx8 |
        sed 's/^ */0x/' | paste -sd, | sed 's/,/, /g'
}

kit=$(cat "$1")
echo "$kit" | grep -qxE '[0-9]{1,9}\.[0-9]{1,9}' || refuse "$1 holds '$kit'; it has to be MAJOR.MINOR, as in 1.0"
major=${kit%.*} minor=${kit#*.}

compiler=$("$2" --version 2>/dev/null | sed -n 's/.*Swift version \([^ ]*\).*/\1/p' | head -n 1)
[ -n "$compiler" ] || refuse "$2 --version does not name a Swift version"
[ "${#compiler}" -le 31 ] || refuse "the compiler's version '$compiler' is longer than 31 characters"

cat > "$3.new" <<SWIFT
// Made by KitStamp; the kit's version stands in KIT_VERSION.

@section("flagstand_kit") @used
private let kitStamp: (UInt64, UInt32, UInt32, UInt64, UInt64, UInt64, UInt64) = (
    $(words 1 flagstnd), $major, $minor, $(words 4 "$compiler")
)

/// What this module was built with.
enum KitBuild {
    static let major: UInt32 = $major
    static let minor: UInt32 = $minor
    static let compiler = "$compiler"
}
SWIFT
mv "$3.new" "$3"
