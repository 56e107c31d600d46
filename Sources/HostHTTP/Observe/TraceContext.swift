/// Which trace a request belongs to, as W3C Trace Context has it.
package struct TraceContext: Sendable, Hashable {
    /// The trace's id: 128 bits, never all zero.
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id as 32 hexadecimal digits.
    package var id: String {
        [high, low].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
