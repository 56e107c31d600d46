@_spi(Hosting) internal import FeatureKit

/// A point in time as clauses compare it, in nanoseconds since 1970; what can't be counted lies at the ends.
enum ClauseTime {
    /// Seconds since 1970.
    @inline(__always)
    static func read(_ seconds: Int64) -> Int64 {
        let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? (seconds < 0 ? .min : .max) : nanoseconds
    }

    /// Seconds since 1970, with a fraction; nil for what is no number.
    static func read(_ seconds: Double) -> Int64? {
        guard !seconds.isNaN else { return nil }
        let nanoseconds = (seconds * 1_000_000_000).rounded()
        return Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max)
    }

    /// RFC 3339 with any offset, or a date alone, which means its first moment in UTC.
    static func read(_ text: TextRun) -> Int64? {
        guard text.count == 10 else { return unsafe Timestamp(utf8: text.bytes)?.nanoseconds }
        let midnight: StaticString = "T00:00:00Z"
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { bytes in
            for index in 0..<10 {
                unsafe bytes[index] = text[index]
                unsafe bytes[10 + index] = midnight.utf8Start[index]
            }
            return unsafe Timestamp(utf8: UnsafeBufferPointer(bytes))?.nanoseconds
        }
    }
}
