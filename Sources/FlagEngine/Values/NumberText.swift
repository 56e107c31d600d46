/// Numbers as texts, the way JavaScript reads and writes them.
enum NumberText {
    /// The longest text that is read as a number.
    static let longest = 1_024

    /// The number that a text is, `.integer` where it is written as one; nil where it is none.
    ///
    /// Spaces around it don't count, and nothing at all is zero.
    static func read(_ text: TextRun) -> Operand? {
        guard text.count <= longest else { return nil }
        var start = 0
        var end = text.count
        while start < end, isSpace(text[start]) { start &+= 1 }
        while end > start, isSpace(text[end &- 1]) { end &-= 1 }
        guard start < end else { return .integer(0) }
        return unsafe Digits(TextRun(UnsafeBufferPointer(rebasing: text.bytes[start..<end])))?.number
    }

    /// A whole number as it is written.
    static func of(_ integer: Int64) -> String { String(integer) }

    /// A number as it is written: without a fraction where it has none, with an exponent where it is far from one.
    static func of(_ number: Double) -> String {
        if let integer = Int64(exactly: number) { return String(integer) }
        guard number.isFinite else { return number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity" }
        var digits = ""
        var point = 0
        var exponent = 0
        var parts = number.magnitude.description.split(separator: "e")
        if parts.count > 1 { exponent = Int(parts.removeLast()) ?? 0 }
        for character in parts.first ?? "" {
            if character == "." { point = digits.count } else { digits.append(character) }
        }
        if parts.first?.contains(".") != true { point = digits.count }
        // The digits stand behind a point that is to be moved by this.
        point += exponent
        let leading = digits.prefix { $0 == "0" }.count
        digits.removeFirst(leading)
        point -= leading
        while digits.last == "0" { digits.removeLast() }
        return (number < 0 ? "-" : "") + written(digits, point: point)
    }

    private static func written(_ digits: String, point: Int) -> String {
        let count = digits.count
        switch point {
        case count...21: return digits + String(repeating: "0", count: point - count)
        case 1...21: return "\(digits.prefix(point)).\(digits.dropFirst(point))"
        case -5...0: return "0." + String(repeating: "0", count: -point) + digits
        default:
            let fraction = count > 1 ? ".\(digits.dropFirst())" : ""
            return "\(digits.prefix(1))\(fraction)e\(point > 0 ? "+" : "-")\((point - 1).magnitude)"
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
}

/// The digits of a number as they are written.
private struct Digits {
    let number: Operand

    init?(_ text: TextRun) {
        let isNegative = text[0] == UInt8(ascii: "-")
        var index = isNegative || text[0] == UInt8(ascii: "+") ? 1 : 0
        var digits: UInt64 = 0
        var count = 0
        var exponent = 0
        var isWhole = true
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            if digit < 10 {
                digits = digits &* 10 &+ UInt64(digit)
                count &+= 1
                if !isWhole { exponent &-= 1 }
            } else if isWhole, text[index] == UInt8(ascii: ".") {
                isWhole = false
            } else {
                break
            }
            index &+= 1
        }
        guard count > 0 else { return nil }
        if index < text.count {
            guard text[index] | 0x20 == UInt8(ascii: "e") else { return nil }
            isWhole = false
            guard let written = Self.exponent(text, after: index) else { return nil }
            exponent &+= written
        }
        let integer = isNegative ? Int64(exactly: Int128(digits) * -1) : Int64(exactly: digits)
        if isWhole, count <= 19, let integer {
            number = .integer(integer)
        } else if count <= 19, digits <= 1 << 53, exponent >= -22, exponent <= 22 {
            // Both parts are exact, so that the one division or multiplication rounds only once.
            var power = 1.0
            for _ in 0..<exponent.magnitude { power *= 10 }
            let amount = exponent < 0 ? Double(digits) / power : Double(digits) * power
            number = .number(isNegative ? -amount : amount)
        } else {
            guard let slow = Double(text.string) else { return nil }
            number = .number(slow)
        }
    }

    private static func exponent(_ text: TextRun, after e: Int) -> Int? {
        var index = e &+ 1
        guard index < text.count else { return nil }
        let isNegative = text[index] == UInt8(ascii: "-")
        if isNegative || text[index] == UInt8(ascii: "+") { index &+= 1 }
        guard index < text.count else { return nil }
        var exponent = 0
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            // Beyond this nothing changes any more.
            if exponent < 1 << 20 { exponent = exponent &* 10 &+ Int(digit) }
            index &+= 1
        }
        return isNegative ? -exponent : exponent
    }
}
