/// The field `Cookie` (RFC 6265, 4.2).
package enum CookieField {
    /// The first value of a cookie, without the quotes that may stand around it.
    ///
    /// A cookie that breaks the grammar is passed over, and those around it still count: a browser sends what every
    /// page of a site has set.
    package static func value(of name: String, in field: String) -> String? {
        let field = field.utf8.span
        var start = 0
        while start < field.count {
            let end = field.firstIndex(of: UInt8(ascii: ";"), in: start..<field.count) ?? field.count
            if let value = value(of: name, field, field.trimmed(start..<end)) { return value }
            start = end + 1
        }
        return nil
    }

    private static func value(of name: String, _ field: borrowing Span<UInt8>, _ pair: Range<Int>) -> String? {
        guard let middle = field.firstIndex(of: UInt8(ascii: "="), in: pair),
            field.isText(name[...], in: pair.lowerBound..<middle)
        else { return nil }
        var value = (middle + 1)..<pair.upperBound
        let quote = UInt8(ascii: "\"")
        if value.count >= 2, field[value.lowerBound] == quote, field[value.upperBound - 1] == quote {
            value = (value.lowerBound + 1)..<(value.upperBound - 1)
        }
        for place in value where !isOfValue(field[place]) { return nil }
        return field.text(value)
    }

    private static func isOfValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }
}
