/// Where a page of a search ended, as the text that brings the next one.
///
/// It holds what the last bar was ordered by and not how many were before it: whatever comes, moves and goes meanwhile, nothing
/// else is lost or repeated. With it goes a digest of the question and of itself: it fits its own question only.
struct SearchPlace: Equatable, Sendable {
    enum Rank: Equatable, Sendable {
        case name([UInt8])
        case distance(Double)
    }

    let rank: Rank
    let id: String

    /// Reads a text that came back.
    init?(_ text: String, of question: [UInt8], byDistance: Bool) {
        guard let bytes = Self.bytes(text), bytes.count > 8 else { return nil }
        let rest = bytes.dropFirst(8)
        guard Self.number(bytes.prefix(8)) == Self.digest(question + rest) else { return nil }
        let name: ArraySlice<UInt8>
        if byDistance {
            name = rest.prefix(8)
            guard name.count == 8 else { return nil }
            rank = .distance(Double(bitPattern: Self.number(name)))
        } else {
            name = rest.prefix(1 + Int(rest.first ?? 0))
            guard name.count == 1 + Int(rest.first ?? 0) else { return nil }
            rank = .name(Array(name.dropFirst()))
        }
        guard let id = String(validating: rest.dropFirst(name.count), as: UTF8.self) else { return nil }
        self.id = id
    }

    init(rank: Rank, id: String) {
        self.rank = rank
        self.id = id
    }

    /// The text for a question.
    func text(of question: [UInt8]) -> String {
        var rest: [UInt8]
        switch rank {
        case .distance(let distance): rest = Self.bytes(distance.bitPattern)
        case .name(let name): rest = [UInt8(clamping: name.count)] + name
        }
        rest += id.utf8
        // FNV-1a: who forges one gets to another place of the same question, no further.
        return (Self.bytes(Self.digest(question + rest)) + rest).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    private static func digest(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    private static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[start]), let low = value(digits[start + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// What a digit is worth; capitals are none, so that one place has one text.
    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
