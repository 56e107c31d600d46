package import FeatureKit

/// A single value as it was written, and what YAML 1.2's core schema makes of it.
package struct Scalar: Sendable, Equatable {
    /// How it was written, which decides what may be read into it.
    package enum Style: Sendable {
        /// Without quotes: may be a number, true, false or null.
        case plain
        /// In quotes: a text.
        case quoted
        /// After `|` or `>`: a text.
        case block
    }

    /// The text, exactly as the author wrote it, without quotes and escapes.
    package let raw: String
    package let style: Style

    /// The value by the core schema: only true, false, null and numbers are special, `on`, `NO` and `14:00` are texts.
    package var value: Value {
        guard style == .plain else { return .text(raw) }
        switch raw {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .boolean(true)
        case "false", "False", "FALSE": return .boolean(false)
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
        case ".nan", ".NaN", ".NAN": return .number(.nan)
        default: return CoreNumber.parse(raw) ?? .text(raw)
        }
    }

    package var isNull: Bool { style == .plain && ["", "~", "null", "Null", "NULL"].contains(raw) }
}

/// Numbers as the core schema writes them.
private enum CoreNumber {
    /// A decimal number beyond 64 bits comes out as the nearest fraction, as in JSON.
    static func parse(_ text: String) -> Value? {
        if let digits = dropping("0x", from: text) { return whole(digits, radix: 16) }
        if let digits = dropping("0o", from: text) { return whole(digits, radix: 8) }
        guard isDecimal(text.utf8) else { return nil }
        if let whole = Int64(text) { return .integer(whole) }
        return Double(text).map(Value.number)
    }

    private static func dropping(_ prefix: String, from text: String) -> Substring? {
        text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    private static func whole(_ digits: Substring, radix: Int) -> Value? {
        guard let first = digits.utf8.first, first != UInt8(ascii: "-"), first != UInt8(ascii: "+") else { return nil }
        return Int64(digits, radix: radix).map(Value.integer)
    }

    /// Matches `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
    private static func isDecimal(_ text: String.UTF8View) -> Bool {
        var rest = text[...]
        func skip(_ bytes: String) -> Bool {
            guard let first = rest.first, bytes.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func skipDigits() -> Int {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest = rest[digits.endIndex...]
            return digits.count
        }
        _ = skip("+-")
        let before = skipDigits()
        let after = skip(".") ? skipDigits() : 0
        guard before + after > 0 else { return false }
        if skip("eE") {
            _ = skip("+-")
            guard skipDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}
