@_spi(Hosting) import FeatureKit
import HTTPServer
import Synchronization

/// Which trace a request belongs to, as W3C Trace Context has it.
package struct TraceContext: Sendable, Hashable {
    /// The trace's id: 128 bits, never all zero.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Reads a `traceparent` field; nil where it does not follow the rules, which means that it does not count.
    package init?(traceparent text: String) {
        var text = text
        guard let trace = text.withUTF8({ Self.read(unsafe Span(_unsafeElements: $0)) }) else { return nil }
        self = trace
    }

    /// The id as 32 hexadecimal digits.
    package var id: String { hexadecimal(high) + hexadecimal(low) }

    private func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

// MARK: - Reading

extension TraceContext {
    /// `00-`, 32 digits of the trace, `-`, 16 of the parent, `-`, 2 of flags.
    private static let length = 55

    /// A later version may say more after a dash; of what it says the first parts mean the same.
    private static func read(_ bytes: borrowing Span<UInt8>) -> TraceContext? {
        let dash = UInt8(ascii: "-")
        guard bytes.count >= length, bytes[2] == dash, bytes[35] == dash, bytes[52] == dash,
            let version = number(bytes, 0..<2), version != 0xFF,
            bytes.count == length || (version > 0 && bytes[length] == dash),
            let high = number(bytes, 3..<19), let low = number(bytes, 19..<35), high | low != 0,
            let parent = number(bytes, 36..<52), parent != 0, number(bytes, 53..<55) != nil
        else { return nil }
        return TraceContext(high: high, low: low)
    }

    /// Hexadecimal digits, which have to be in lower case.
    private static func number(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var number: UInt64 = 0
        for index in range {
            let digit: UInt8
            switch bytes[index] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = bytes[index] &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = bytes[index] &- UInt8(ascii: "a") &+ 10
            default: return nil
            }
            number = number << 4 | UInt64(digit)
        }
        return number
    }
}

// MARK: - Making

extension TraceContext {
    /// The trace of a request: the client's own where it sent just one that is good, or a new one.
    static func of(_ request: Request) -> TraceContext {
        let sent = request.values(of: "traceparent")
        if sent.count == 1, let trace = TraceContext(traceparent: sent[0]) { return trace }
        return .next()
    }

    private static let made = Atomic<UInt64>(0)
    private static let seeds = (high: UInt64.random(in: .min ... .max), low: UInt64.random(in: .min ... .max))

    /// A new trace.
    ///
    /// Counted and mixed rather than drawn: no two of one process are the same, and nothing has to be asked of the
    /// system for each request. Nobody may build on an id being a secret.
    package static func next() -> TraceContext {
        let number = made.add(1, ordering: .relaxed).newValue
        let low = mix(seeds.low &+ number)
        return TraceContext(high: mix(seeds.high &+ number), low: low == 0 ? 1 : low)
    }

    /// Spreads a number over all bits; different numbers stay different.
    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
