extension JSONScanner {
    /// Reads a number; it becomes an integer if it is written as one and fits 64 bits with sign.
    ///
    /// `-0` is the whole number 0: without a fraction it is whole, and a field that takes whole numbers takes it. To
    /// keep the sign of zero, write `-0.0`.
    mutating func number() throws(JSONFault) {
        let start = position
        var decimal = Decimal(isNegative: byte == UInt8(ascii: "-"))
        if decimal.isNegative { position &+= 1 }
        let isZero = byte == UInt8(ascii: "0")
        decimal.firstDigit = position
        try digits(into: &decimal)
        if isZero, position &- decimal.firstDigit > 1 { throw JSONFault(.leadingZero, at: start) }

        var isWhole = true
        if byte == UInt8(ascii: ".") {
            isWhole = false
            position &+= 1
            let point = position
            try digits(into: &decimal)
            decimal.exponent = point &- position
        }
        decimal.lastDigit = position
        if byte | 0x20 == UInt8(ascii: "e") {
            isWhole = false
            position &+= 1
            try exponent(into: &decimal)
        }
        if isWhole, let integer = decimal.integer { return try append(JSONToken(integer: integer, at: start)) }
        let number = decimal.number(on: text)
        guard number.isFinite else { throw JSONFault(.numberTooLarge, at: start) }
        try append(JSONToken(number: number, at: start))
    }

    private mutating func digits(into decimal: inout Decimal) throws(JSONFault) {
        let start = position
        var index = start
        var digits = decimal.digits
        while true {
            let digit = text[byte: index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            digits = digits &* 10 &+ UInt64(digit)
            index &+= 1
        }
        guard index > start else { throw JSONFault(.wantedDigit, at: start) }
        decimal.digits = digits
        decimal.count &+= index &- start
        position = index
    }

    private mutating func exponent(into decimal: inout Decimal) throws(JSONFault) {
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") { position &+= 1 }
        let start = position
        var exponent = 0
        while true {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // Larger exponents make no difference, however many digits fit into a text.
            if exponent < 1 << 40 { exponent = exponent &* 10 &+ Int(digit) }
            position &+= 1
        }
        guard position > start else { throw JSONFault(.wantedDigit, at: start) }
        decimal.exponent &+= isNegative ? -exponent : exponent
    }
}

/// A number as written in decimal digits.
private struct Decimal {
    let isNegative: Bool
    /// The digits as an integer; correct for at most 19 digits.
    var digits: UInt64 = 0
    var count = 0
    /// The power of ten to multiply by.
    var exponent = 0
    /// The range of the digits, with the decimal point among them.
    var firstDigit = 0
    var lastDigit = 0

    init(isNegative: Bool) { self.isNegative = isNegative }

    var integer: Int64? {
        guard count <= 19 else { return nil }
        if isNegative {
            return digits <= UInt64(Int64.max) + 1 ? Int64(truncatingIfNeeded: 0 &- digits) : nil
        }
        return Int64(exactly: digits)
    }

    /// The nearest `Double`; infinite if the number is too large.
    func number(on tape: TapeView) -> Double {
        // Both operands are exact, so the one division or multiplication rounds only once.
        if count <= 19, digits <= 1 << 53, exponent >= -22, exponent <= 22 {
            var power = 1.0
            for _ in 0..<exponent.magnitude { power *= 10 }
            let number = exponent < 0 ? Double(digits) / power : Double(digits) * power
            return isNegative ? -number : number
        }
        return slowNumber(on: tape)
    }

    /// The most digits that determine the nearest number; of further ones it only matters whether any is not zero.
    private static let mostDigits = 800

    private func slowNumber(on tape: TapeView) -> Double {
        var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        var taken = 0
        var left = 0
        var restIsZero = true
        for index in firstDigit..<lastDigit {
            let byte = tape[byte: index]
            if byte == UInt8(ascii: ".") || (taken == 0 && byte == UInt8(ascii: "0")) { continue }
            if taken < Self.mostDigits {
                text.append(byte)
                taken += 1
            } else {
                left += 1
                if byte != UInt8(ascii: "0") { restIsZero = false }
            }
        }
        guard taken > 0 else { return isNegative ? -0.0 : 0 }
        if left > 0, !restIsZero {
            text.append(UInt8(ascii: "1"))
            left -= 1
        }
        text += "e\(exponent + left)".utf8
        return Double(String(decoding: text, as: UTF8.self)) ?? .infinity
    }
}
