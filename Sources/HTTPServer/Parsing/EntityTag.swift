/// The field `If-None-Match` (RFC 9110, 13.1.2).
package enum EntityTag {
    /// Whether the field names a tag, or any with `*`; `W/` makes no difference, as is asked for there.
    ///
    /// - Parameters:
    ///   - field: The field's values, joined by commas where there are several.
    ///   - tag: The tag with its quotes, as the response shows it.
    package static func matches(_ field: String, _ tag: String) -> Bool {
        let field = field.utf8.span
        let whole = field.trimmed(0..<field.count)
        if field.isExactly("*", in: whole) { return true }
        let tag = opaque(tag)
        var start = whole.lowerBound
        while start < whole.upperBound {
            // A comma may stand inside of quotes, so that the list can't be cut at its commas.
            while start < whole.upperBound, ASCII.isBlank(field[start]) || field[start] == UInt8(ascii: ",") {
                start += 1
            }
            if whole.upperBound - start > 2, field.isExactly("W/", in: start..<(start + 2)) { start += 2 }
            guard start < whole.upperBound, field[start] == UInt8(ascii: "\""),
                let end = field.firstIndex(of: UInt8(ascii: "\""), in: (start + 1)..<whole.upperBound)
            else { return false }
            if field.isText(tag, in: start..<(end + 1)) { return true }
            start = end + 1
        }
        return false
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
