/// A time as a clock shows it, such as 14:00, on no day in particular.
public struct TimeOfDay: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// How many seconds after midnight the clock shows it.
    public let second: Int

    /// Reads a time from `00:00` to `23:59`; nil where the text is none.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - Int(UInt8(ascii: "0")) }
        guard digits.allSatisfy((0...9).contains) else { return nil }
        let (hour, minute) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hour < 24, minute < 60 else { return nil }
        second = hour * 3_600 + minute * 60
    }

    init(second: Int) { self.second = second }

    /// 00:00.
    public static let midnight = TimeOfDay(second: 0)

    /// The time as it is written: `14:00`.
    public var description: String {
        [second / 3_600, second / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Whether a clock shows the one before the other.
    public static func < (one: TimeOfDay, other: TimeOfDay) -> Bool { one.second < other.second }
}
