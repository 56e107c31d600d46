public import FeatureKit

/// Makes values of a fuzzer's bytes, so that each change of a byte is a change of a value.
public struct Seed {
    private var bytes: ArraySlice<UInt8>

    /// Keeps a fuzzer's bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    /// The next byte; zero after the last one.
    public mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// A number from zero on, smaller than the bound.
    public mutating func below(_ bound: Int) -> Int { Int(byte()) % bound }

    /// One of the elements.
    public mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A text of the words that matter, or of any bytes.
    public mutating func text(_ words: [String]) -> String {
        let choice = below(words.count + 2)
        if choice < words.count { return words[choice] }
        let count = choice == words.count ? below(8) : below(64)
        return String(decoding: (0..<count).map { _ in byte() }, as: UTF8.self)
    }

    /// Anything but a list and an object.
    public mutating func scalar(_ words: [String]) -> Value {
        switch below(9) {
        case 0: .null
        case 1: .boolean(below(2) == 1)
        case 2: .integer(Int64(Int8(bitPattern: byte())))
        case 3: .integer(pick([.min, .max, 1 << 53, -1 << 53, 1_700_000_000, 1 << 31]))
        case 4: .number(Double(Int8(bitPattern: byte())) / 8)
        case 5: .number(pick([-0.0, 1e300, -1e300, 5e-324, 1e21, 0.1, 9_223_372_036_854_775_808]))
        default: .text(text(words))
        }
    }

    /// A scalar, or a list or an object that goes so deep.
    public mutating func value(depth: Int, _ words: [String]) -> Value {
        switch depth > 0 ? below(6) : 0 {
        case 4: return .list((0..<below(6)).map { _ in value(depth: depth - 1, words) })
        case 5:
            var members = Members()
            for _ in 0..<below(5) { members[text(words)] = value(depth: depth - 1, words) }
            return .object(members)
        default: return scalar(words)
        }
    }
}
