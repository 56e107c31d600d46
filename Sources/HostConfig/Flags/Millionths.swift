/// Weights and percentages as exact numbers of millionths.
package enum Millionths {
    enum Fault: Error {
        case notANumber
        case tooFine
        case tooLarge
    }

    package static let one: UInt64 = 1_000_000
    package static let hundred = 100 * one
    /// The largest whole number that is read, which is flagd's.
    static let largest: UInt64 = 2_147_483_647

    private static let digits = 6

    /// Reads digits with at most six more after a point.
    static func parse(_ text: some StringProtocol) throws(Fault) -> UInt64 {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, whole.allSatisfy(isDigit) else { throw .notANumber }
        var millionths: UInt64 = 0
        if parts.count > 1 {
            guard !parts[1].isEmpty, parts[1].allSatisfy(isDigit) else { throw .notANumber }
            let trimmed = parts[1].reversed().drop { $0 == UInt8(ascii: "0") }.reversed()
            guard trimmed.count <= digits else { throw .tooFine }
            millionths = number(of: trimmed) * (trimmed.count..<digits).reduce(1) { power, _ in power * 10 }
        }
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 10, number(of: significant) <= largest else { throw .tooLarge }
        return number(of: significant) * one + millionths
    }

    /// The millionths of a percentage such as `12.5%`; nil for another text.
    static func percentage(_ text: String) -> Result<UInt64, Fault>? {
        guard text.utf8.last == UInt8(ascii: "%") else { return nil }
        do throws(Fault) {
            return .success(try parse(text.dropLast()))
        } catch .notANumber {
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// Writes millionths so that they are read as the same number.
    package static func print(_ millionths: UInt64) -> String {
        let (whole, rest) = millionths.quotientAndRemainder(dividingBy: one)
        guard rest > 0 else { return "\(whole)" }
        var fraction = String(String(rest + one).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(whole).\(fraction)"
    }

    private static func number(of digits: some Sequence<UInt8>) -> UInt64 {
        digits.reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
