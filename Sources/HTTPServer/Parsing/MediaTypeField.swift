/// The field `Content-Type` (RFC 9110, 8.3).
package enum MediaTypeField {
    /// The longest type; RFC 6838 allows both of its names 127 characters.
    package static let longest = 255

    /// The type in lower case, without its parameters; nil where it is none.
    package static func type(_ field: String) -> String? {
        let bytes = field.utf8.span
        let end = bytes.firstIndex(of: UInt8(ascii: ";"), in: bytes.indices) ?? bytes.count
        let place = bytes.trimmed(0..<end)
        guard place.count <= longest, let slash = bytes.firstIndex(of: UInt8(ascii: "/"), in: place),
            isToken(bytes, place.lowerBound..<slash), isToken(bytes, slash + 1..<place.upperBound)
        else { return nil }
        return bytes.text(place).lowercased()
    }

    private static func isToken(_ bytes: borrowing Span<UInt8>, _ place: Range<Int>) -> Bool {
        for index in place where !ASCII.isToken(bytes[index]) { return false }
        return !place.isEmpty
    }
}
