/// Undoes percent-encoding.
enum PercentCoding {
    /// The text that the bytes stand for; nil where an escape is broken or what comes out is no UTF-8.
    ///
    /// - Parameter plusIsSpace: As forms and queries write it.
    static func decoded(
        _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false
    ) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        guard append(bytes, range, plusIsSpace: plusIsSpace, to: &decoded) else { return nil }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Appends the bytes that the bytes stand for; false where an escape is broken.
    static func append(
        _ bytes: borrowing Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool, to decoded: inout [UInt8]
    ) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "%"):
                guard range.upperBound - index > 2, let high = ASCII.hexValue(bytes[index + 1]),
                    let low = ASCII.hexValue(bytes[index + 2])
                else { return false }
                decoded.append(high << 4 | low)
                index += 2
            case UInt8(ascii: "+") where plusIsSpace: decoded.append(ASCII.space)
            case let byte: decoded.append(byte)
            }
            index += 1
        }
        return true
    }
}
