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
        /// A variable of a scenario whose value is known only while that runs.
        case open
    }

    /// The text, exactly as the author wrote it, without quotes and escapes.
    package let raw: String
    package let style: Style

    /// The value by the core schema: only true, false, null and numbers are special, `on`, `NO` and `14:00` are texts.
    ///
    /// The first byte says what it may be besides a text; nearly all texts need no closer look.
    package var value: Value {
        guard style == .plain else { return .text(raw) }
        guard let first = raw.utf8.first else { return .null }
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return CoreNumber.parse(raw) ?? .text(raw)
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            return Self.words[raw] ?? CoreNumber.parse(raw) ?? .text(raw)
        case UInt8(ascii: "~"), UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "T"), UInt8(ascii: "t"),
            UInt8(ascii: "F"), UInt8(ascii: "f"):
            return Self.words[raw] ?? .text(raw)
        default: return .text(raw)
        }
    }

    package var isNull: Bool {
        guard style == .plain else { return false }
        guard let first = raw.utf8.first else { return true }
        switch first {
        case UInt8(ascii: "~"), UInt8(ascii: "N"), UInt8(ascii: "n"): return Self.words[raw] == .null
        default: return false
        }
    }

    private static let words: [String: Value] = [
        "~": .null, "null": .null, "Null": .null, "NULL": .null,
        "true": true, "True": true, "TRUE": true, "false": false, "False": false, "FALSE": false,
        ".inf": .number(.infinity), ".Inf": .number(.infinity), ".INF": .number(.infinity),
        "+.inf": .number(.infinity), "+.Inf": .number(.infinity), "+.INF": .number(.infinity),
        "-.inf": .number(-.infinity), "-.Inf": .number(-.infinity), "-.INF": .number(-.infinity),
        ".nan": .number(.nan), ".NaN": .number(.nan), ".NAN": .number(.nan),
    ]
}

/// Numbers as the core schema writes them.
private enum CoreNumber {
    /// A decimal number beyond 64 bits comes out as the nearest fraction, as in JSON.
    static func parse(_ text: String) -> Value? {
        // Swift takes exactly the whole numbers of the core schema.
        if let whole = Int64(text) { return .integer(whole) }
        if let digits = dropping("0x", from: text) { return whole(digits, radix: 16) }
        if let digits = dropping("0o", from: text) { return whole(digits, radix: 8) }
        guard isDecimal(text.utf8) else { return nil }
        return Double(text).map(Value.number)
    }

    private static func dropping(_ prefix: String, from text: String) -> Substring? {
        text.utf8.starts(with: prefix.utf8) ? text.dropFirst(prefix.count) : nil
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
