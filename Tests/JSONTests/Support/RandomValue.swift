import FeatureKit
import TestSupport

extension SeededGenerator {
    /// Plain data of any kind, with what is likely to go wrong in it.
    mutating func value(depth: Int = 4) -> Value {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &self) {
        case 0: return .null
        case 1: return .boolean(.random(using: &self))
        case 2: return .integer(integer())
        case 3: return .number(number())
        case 4, 5: return .text(text())
        case 6: return .list((0..<Int.random(in: 0...5, using: &self)).map { _ in value(depth: depth - 1) })
        default:
            let count = one(of: [0, 1, 2, 3, 5, 8, 17, 20])
            return .object(Members((0..<count).map { _ in (text(), value(depth: depth - 2)) }))
        }
    }

    mutating func integer() -> Int64 {
        switch Int.random(in: 0..<4, using: &self) {
        case 0: Int64.random(in: -3...3, using: &self)
        case 1: one(of: [.min, .max, .min + 1, .max - 1, 9_007_199_254_740_993, -9_007_199_254_740_992])
        default: Int64.random(in: .min ... .max, using: &self) >> Int64.random(in: 0...63, using: &self)
        }
    }

    mutating func number() -> Double {
        switch Int.random(in: 0..<5, using: &self) {
        case 0:
            return one(of: [
                0, -0.0, 1, 1e22, 1e23, .leastNonzeroMagnitude, 1.7976931348623157e308, 2.2250738585072014e-308, 0.1,
            ])
        case 1: return Double(Int64.random(in: -1000...1000, using: &self)) / 100
        case 2: return Double(integer())
        default:
            while true {
                let number = Double(bitPattern: next())
                if number.isFinite { return number }
            }
        }
    }

    mutating func text() -> String {
        let pieces: [String] = [
            "a", "b", "key", "\"", "\\", "/", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "€", "😀",
            "\u{2028}",
            "\u{2029}", "\u{FEFF}", "\u{10FFFF}", "12345678", "a name that is longer", "K", "\u{212A}",
        ]
        let count = one(of: [0, 1, 1, 1, 2, 2, 3, 8, 20])
        return (0..<count).map { _ in one(of: pieces) }.joined()
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
