/// Percent-encoded parts of a path.
enum PathText {
    /// The bytes that a segment stands for; nil where an escape is broken.
    static func bytes(of path: borrowing Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            if path[index] == UInt8(ascii: "%") {
                guard range.upperBound - index > 2, let high = digit(path[index + 1]), let low = digit(path[index + 2])
                else { return nil }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(path[index])
                index += 1
            }
        }
        return bytes
    }

    /// The text that a segment stands for; nil where it is none, or one of the dots that mean a way through folders.
    static func text(of path: borrowing Span<UInt8>, _ range: Range<Int>) -> String? {
        guard let bytes = bytes(of: path, range), let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        return text == "." || text == ".." ? nil : text
    }

    /// Whether every escape in a path is whole and spells UTF-8.
    static func isSound(_ path: borrowing Span<UInt8>) -> Bool {
        var index = 0
        while index < path.count {
            if path[index] == UInt8(ascii: "%") {
                return bytes(of: path, 0..<path.count).flatMap { String(validating: $0, as: UTF8.self) } != nil
            }
            index &+= 1
        }
        return true
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
