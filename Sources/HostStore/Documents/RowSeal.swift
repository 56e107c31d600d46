/// What shows whether a row is what was written: a checksum over all that it says, and over where it belongs.
///
/// So neither a changed byte nor a row of another place or time passes for what was written.
enum RowSeal {
    /// The seal of a document, or of its deletion.
    static func document(
        _ id: String, in collection: Int64, version: Int64, _ document: borrowing Span<UInt8>
    ) -> Int64 {
        seal(document, id: id, place: collection, version: version)
    }

    /// The seal of a part of a blob.
    static func part(_ number: Int64, of row: Int64, version: Int64, _ bytes: borrowing Span<UInt8>) -> Int64 {
        let seed = mixed(mixed(UInt64(bitPattern: row), UInt64(bitPattern: number)), UInt64(bitPattern: version))
        return Int64(bitPattern: XXH64.hash(bytes, seed: seed))
    }

    /// The seal of what is known of a blob.
    static func blob(_ id: String, row: Int64, version: Int64, facts: String) -> Int64 {
        seal(facts.utf8Span.span, id: id, place: row, version: version)
    }

    private static func seal(
        _ bytes: borrowing Span<UInt8>, id: String, place: Int64, version: Int64
    ) -> Int64 {
        let start = mixed(UInt64(bitPattern: place), UInt64(bitPattern: version))
        return Int64(bitPattern: XXH64.hash(bytes, seed: XXH64.hash(id.utf8Span.span, seed: start)))
    }

    private static func mixed(_ one: UInt64, _ other: UInt64) -> UInt64 {
        (one &* 0x9E37_79B9_7F4A_7C15 ^ other) &* 0xD6E8_FEB8_6659_FD93
    }
}
