/// How many bytes something has, as people write it: `200MiB`, `1.5GiB`, or plain bytes.
package enum SizeText {
    /// The most that is read: beyond it nobody means what they wrote.
    package static let most = 1 << 50

    private static let units: [(name: String, bytes: Int)] = [
        ("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("", 1),
    ]

    /// What `parse` reads as a regular expression of JSON Schema, except for what is more than `most`.
    static let pattern = "^[0-9]{1,16}(\\.[0-9]{1,3})?([KMGT]iB)$|^[0-9]{1,16}$"

    /// Reads a size; nil for a text that is none.
    package static func parse(_ text: String) -> Int? {
        guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
        let parts = text.dropLast(unit.name.count).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = digits(parts[0], most: 16) else { return nil }
        let (bytes, isTooMuch) = whole.multipliedReportingOverflow(by: unit.bytes)
        guard !isTooMuch, bytes <= most else { return nil }
        guard parts.count == 2 else { return bytes }
        // A part of a byte is none.
        guard unit.bytes > 1, let part = digits(parts[1], most: 3) else { return nil }
        let scale = (0..<parts[1].count).reduce(1) { power, _ in power * 10 }
        let (all, _) = bytes.addingReportingOverflow(unit.bytes / scale * part + unit.bytes % scale * part / scale)
        return all <= most ? all : nil
    }

    /// Writes a size in the largest unit of which there is one, with one digit behind the point where it is not exact.
    package static func print(_ bytes: Int) -> String {
        let unit = units.first { bytes >= $0.bytes } ?? ("", 1)
        let (whole, rest) = bytes.quotientAndRemainder(dividingBy: unit.bytes)
        guard rest > 0 else { return "\(whole)\(unit.name)" }
        // Never more than there is, so that what is not yet full does not look so.
        let tenth = Int(Double(rest) / Double(unit.bytes) * 10)
        return "\(whole).\(tenth)\(unit.name)"
    }

    private static func digits(_ text: Substring, most: Int) -> Int? {
        guard (1...most).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }
}
