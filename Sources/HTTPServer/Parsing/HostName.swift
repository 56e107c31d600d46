/// Checks `host`, `host:port` and `[address]:port`, as `Host` and targets write them.
enum HostName {
    /// Whether the bytes can name a host; stricter than RFC 3986 where no real name needs its freedom.
    static func isValid(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return false }
        var index = range.lowerBound
        let isAddress = bytes[index] == UInt8(ascii: "[")
        if isAddress {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]"), in: range), end > index + 1 else { return false }
            for place in (index + 1)..<end where !isOfAddress(bytes[place]) { return false }
            index = end + 1
        } else {
            while index < range.upperBound, isOfName(bytes[index]) { index += 1 }
            guard index > range.lowerBound else { return false }
        }
        return isPort(bytes, index..<range.upperBound)
    }

    /// Nothing, or a colon and at most five digits.
    private static func isPort(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        guard bytes[range.lowerBound] == UInt8(ascii: ":"), range.count <= 6 else { return false }
        for place in (range.lowerBound + 1)..<range.upperBound where !ASCII.isDigit(bytes[place]) { return false }
        return true
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private static func isOfAddress(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
}
