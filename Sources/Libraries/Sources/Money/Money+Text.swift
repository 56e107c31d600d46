/// How amounts are written.
public enum MoneyStyle: String, CaseIterable, Sendable {
    /// `1.234,50 €`
    case spanish = "es"
    /// `€1,234.50`
    case english = "en"

    fileprivate var point: Character { self == .spanish ? "," : "." }
    fileprivate var comma: Character { self == .spanish ? "." : "," }
}

extension Money {
    /// The amount as people write it.
    public func text(_ style: MoneyStyle) -> String {
        let digits = String(minor.magnitude)
        let decimals = Self.decimals(of: currency)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        var text = padded.dropLast(decimals).enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (padded.count - decimals - digit.offset) % 3 == 0 { text.append(style.comma) }
            text.append(digit.element)
        }
        if decimals > 0 { text += "\(style.point)\(padded.suffix(decimals))" }
        let sign = minor < 0 ? "-" : ""
        let symbol = Self.symbol(of: currency)
        return switch style {
        case .spanish: "\(sign)\(text)\u{A0}\(symbol ?? currency)"
        case .english: symbol.map { "\(sign)\($0)\(text)" } ?? "\(sign)\(currency)\u{A0}\(text)"
        }
    }

    /// Reads an amount as people write it, with the currency's symbol or code or without.
    ///
    /// Thousands are separated everywhere or nowhere. More decimals than the currency has are refused.
    public init(_ text: String, in currency: String, _ style: MoneyStyle) throws(MoneyProblem) {
        var rest = text.filter { !$0.isWhitespace }[...]
        let isNegative = rest.hasPrefix("-")
        if isNegative { rest.removeFirst() }
        for name in [currency, Self.symbol(of: currency)].compactMap(\.self) {
            if rest.hasPrefix(name) {
                rest.removeFirst(name.count)
                break
            } else if rest.hasSuffix(name) {
                rest.removeLast(name.count)
                break
            }
        }
        let parts = rest.split(separator: style.point, omittingEmptySubsequences: false)
        let groups = parts[0].split(separator: style.comma, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : ""
        let missing = Self.decimals(of: currency) - decimals.count
        guard parts.count <= 2, parts.count == 1 || !decimals.isEmpty, missing >= 0,
            groups.count == 1 || (1...3 ~= groups[0].count && groups.dropFirst().allSatisfy { $0.count == 3 }),
            (groups + [decimals]).joined().allSatisfy({ $0.isASCII && $0.isNumber }), !parts[0].isEmpty
        else { throw .notAnAmount(text) }
        guard let minor = Int64(groups.joined() + decimals + String(repeating: "0", count: missing)) else {
            throw .tooLarge
        }
        try self.init(checking: Int128(isNegative ? -minor : minor), currency)
    }

    /// The amount as tables for programs have it: digits and a point, without the currency.
    public var plain: String {
        let (digits, decimals) = (String(minor.magnitude), Self.decimals(of: currency))
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        let text = decimals == 0 ? digits : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
        return minor < 0 ? "-" + text : text
    }

    private static func symbol(of currency: String) -> String? {
        ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥"][currency]
    }
}

extension Percent {
    /// The percentage as people write it, without the sign: `8.25` or `21`.
    public func text(_ style: MoneyStyle) -> String {
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        return rest == 0 ? "\(whole)" : "\(whole)\(style.point)\(rest < 10 ? "0" : "")\(rest)"
    }
}
