/// How numbers are ordered, whole ones and others, none of them rounded for it.
enum NumberOrder {
    /// Below zero where the left one is smaller, zero where neither is, else above; not to be asked for NaN.
    @inline(__always)
    static func of(_ left: Operand, _ right: Operand) -> Int {
        switch (left.kind, right.kind) {
        case (.integer, .integer): order(left.integer, right.integer)
        case (.integer, _): of(left.integer, right.number)
        case (_, .integer): -of(right.integer, left.number)
        default: order(left.number, right.number)
        }
    }

    private static func of(_ integer: Int64, _ number: Double) -> Int {
        // Whatever lies beyond 64 bits is greater or smaller than every whole number that they hold.
        guard let whole = Int64(exactly: number.rounded(.towardZero)) else { return number > 0 ? -1 : 1 }
        return integer != whole ? order(integer, whole) : order(0, number - number.rounded(.towardZero))
    }

    @inline(__always)
    private static func order<Number: Comparable>(_ left: Number, _ right: Number) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}
