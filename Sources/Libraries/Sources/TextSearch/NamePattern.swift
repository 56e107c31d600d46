internal import FeatureKit

/// A part of a name that somebody looks for, whatever its accents and case.
public struct NamePattern: Sendable, Equatable {
    /// The pattern as it is compared: folded, in UTF-8.
    public let bytes: [UInt8]
    let sketch: TextSketch

    /// Makes a pattern; nil where no letter is left of the text once it is folded.
    public init?(_ text: String) {
        bytes = Array(text.folded.utf8)
        guard !bytes.isEmpty else { return nil }
        sketch = TextSketch(bytes)
    }

    /// Whether a folded name holds the pattern.
    func isPart(of name: [UInt8]) -> Bool {
        let (name, bytes) = (name.span, bytes.span)
        guard name.count >= bytes.count else { return false }
        for start in 0...(name.count - bytes.count) where name[start] == bytes[0] {
            var same = 1
            while same < bytes.count, name[start + same] == bytes[same] { same += 1 }
            if same == bytes.count { return true }
        }
        return false
    }
}

/// Which letters and which pairs of letters a text has, in 128 bits: it tells most texts that lack a pattern without reading
/// them.
struct TextSketch: Sendable, Equatable {
    private var letters: UInt64 = 0
    private var pairs: UInt64 = 0

    init(_ bytes: [UInt8]) {
        var previous: UInt8?
        for byte in bytes {
            letters |= 1 << UInt64(Self.letter(byte))
            if let previous {
                pairs |= 1 << ((UInt64(previous) << 8 | UInt64(byte)) &* 0x9E37_79B9_7F4A_7C15 >> 58)
            }
            previous = byte
        }
    }

    /// Whether a text of this sketch may hold one of another sketch.
    func mayHold(_ other: TextSketch) -> Bool {
        other.letters & ~letters == 0 && other.pairs & ~pairs == 0
    }

    /// A bit of its own for each letter of the Latin alphabet and each digit.
    private static func letter(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a")
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 26 + byte - UInt8(ascii: "0")
        default: 36 + byte % 28
        }
    }
}
