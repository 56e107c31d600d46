/// What a field's values become where they are compared.
@_spi(Hosting) public enum KeyKind: String, Sendable, Hashable {
    /// Booleans, whole numbers, durations and timestamps.
    case integer
    /// Numbers.
    case number
    /// Texts, by their bytes in UTF-8.
    case text
    /// Texts without accents and case.
    case folded
}

/// A value as indexes compare it: nothing first, then numbers, then texts by their bytes; SQLite's own order.
///
/// Whole numbers and numbers with a fraction compare by what they are worth, exactly, so `1` is `1.0` and `-0.0` is `0`.
/// There is no key that is not a number.
@_spi(Hosting) public enum StoreKey: Sendable {
    case null
    case integer(Int64)
    case number(Double)
    case text(String)

    /// The key of a number; what is none becomes nothing, as in SQLite.
    public init(_ number: Double) { self = number.isNaN ? .null : .number(number) }
}

extension StoreKey: Comparable, Hashable {
    /// Whether neither comes before the other.
    public static func == (left: StoreKey, right: StoreKey) -> Bool { left.order(to: right) == 0 }

    /// Whether one comes before the other.
    public static func < (left: StoreKey, right: StoreKey) -> Bool { left.order(to: right) < 0 }

    /// Feeds what it is worth.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number):
            // The numbers that equal a whole one have its hash.
            if let integer = Int64(exactly: number) { hasher.combine(integer) } else { hasher.combine(number) }
        case .text(let text):
            // Not the hash of the String, for which é and e with an accent are the same.
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }

    /// Below zero where this comes first, above where the other does.
    private func order(to other: StoreKey) -> Int {
        switch (self, other) {
        case (.null, .null): 0
        case (.null, _): -1
        case (_, .null): 1
        case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.number(let left), .number(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.integer(let left), .number(let right)): Self.order(left, right)
        case (.number(let left), .integer(let right)): -Self.order(right, left)
        case (.text(let left), .text(let right)): Self.order(left, right)
        case (.text, _): 1
        case (_, .text): -1
        }
    }

    private static func order(_ integer: Int64, _ number: Double) -> Int {
        // 2^63, which is no whole number of 64 bits with sign any more; -2^63 is the last that is one.
        guard number < 0x1p63 else { return -1 }
        guard number >= -0x1p63 else { return 1 }
        let whole = Int64(number)
        guard integer == whole else { return integer < whole ? -1 : 1 }
        let fraction = number - Double(whole)
        return fraction > 0 ? -1 : fraction < 0 ? 1 : 0
    }

    private static func order(_ left: String, _ right: String) -> Int {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                for index in 0..<min(left.count, right.count) {
                    let (mine, other) = unsafe (left[index], right[index])
                    if mine != other { return mine < other ? -1 : 1 }
                }
                return left.count < right.count ? -1 : left.count > right.count ? 1 : 0
            }
        }
    }
}
