/// A point in wall-clock time, to the nanosecond, printed as in RFC 3339: `2026-11-20T14:03:05.250Z`.
@frozen
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Nanoseconds since the start of 1970 in UTC.
    public let nanoseconds: Int64

    /// Makes a point in time from nanoseconds since the start of 1970 in UTC.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether the first point is before the second.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The point that is a duration later; it stops at the ends of the range.
    public func advanced(by duration: Duration) -> Timestamp {
        Timestamp(nanoseconds: Int64(clamping: Int128(nanoseconds) + duration.attoseconds / 1_000_000_000))
    }

    /// Whole seconds since the start of 1970 in UTC, as in tokens and HTTP.
    public var seconds: Int64 { nanoseconds.quotientAndRemainder(flooredBy: 1_000_000_000).quotient }

    /// The point in UTC, as in RFC 3339, with as many decimals as it needs.
    public var description: String {
        let (days, nanosecondOfDay) = nanoseconds.quotientAndRemainder(flooredBy: 86_400_000_000_000)
        let (year, month, day) = Self.date(daysSince1970: days)
        let (second, fraction) = nanosecondOfDay.quotientAndRemainder(dividingBy: 1_000_000_000)
        return unsafe String(unsafeUninitializedCapacity: 30) { text in
            var count = 0
            func put(_ byte: UInt8) {
                unsafe text.initializeElement(at: count, to: byte)
                count += 1
            }
            func put(_ number: Int64, _ width: Int, then mark: UInt8) {
                var (rest, place) = (number, count + width)
                while place > count {
                    place -= 1
                    unsafe text.initializeElement(
                        at: place, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
                    rest /= 10
                }
                count += width
                put(mark)
            }
            put(year, 4, then: UInt8(ascii: "-"))
            put(month, 2, then: UInt8(ascii: "-"))
            put(day, 2, then: UInt8(ascii: "T"))
            put(second / 3600, 2, then: UInt8(ascii: ":"))
            put(second / 60 % 60, 2, then: UInt8(ascii: ":"))
            put(second % 60, 2, then: UInt8(ascii: fraction > 0 ? "." : "Z"))
            switch fraction {
            case 0: break
            case _ where fraction % 1_000_000 == 0: put(fraction / 1_000_000, 3, then: UInt8(ascii: "Z"))
            case _ where fraction % 1_000 == 0: put(fraction / 1_000, 6, then: UInt8(ascii: "Z"))
            default: put(fraction, 9, then: UInt8(ascii: "Z"))
            }
            return count
        }
    }

    /// Reads a point in time in RFC 3339 format, with any offset, within the range from 1677 to 2262.
    public init?(_ text: String) {
        var text = text
        guard let timestamp = text.withUTF8({ unsafe Timestamp(utf8: $0) }) else { return nil }
        self = timestamp
    }

    /// Reads the bytes of a point in time as RFC 3339 writes it.
    @_spi(Hosting) public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        func number(_ range: Range<Int>) -> Int64? {
            guard range.upperBound <= bytes.count else { return nil }
            var value: Int64 = 0
            for index in range {
                let byte = unsafe bytes[index]
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        func isMark(_ index: Int, _ mark: Unicode.Scalar, or others: Unicode.Scalar...) -> Bool {
            guard index < bytes.count else { return false }
            let byte = unsafe UInt32(bytes[index])
            return byte == mark.value || others.contains { $0.value == byte }
        }
        guard bytes.count >= 20, isMark(4, "-"), isMark(7, "-"), isMark(10, "T", or: "t", " "), isMark(13, ":"),
            isMark(16, ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...Self.length(ofMonth: month, in: year)).contains(day),
            hour < 24, minute < 60, second < 61
        else { return nil }

        var index = 19
        var fraction: Int64 = 0
        if isMark(index, ".") {
            var end = index + 1
            while number(end..<end + 1) != nil { end += 1 }
            let digits = (index + 1)..<end
            guard (1...9).contains(digits.count), let value = number(digits) else { return nil }
            fraction = (digits.count..<9).reduce(value) { scaled, _ in scaled * 10 }
            index = digits.upperBound
        }
        var offset: Int64 = 0
        if isMark(index, "Z", or: "z") {
            index += 1
        } else {
            guard isMark(index, "+", or: "-"), isMark(index + 3, ":"), let hours = number(index + 1..<index + 3),
                let minutes = number(index + 4..<index + 6), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 3600 + minutes * 60) * (isMark(index, "-") ? -1 : 1)
            index += 6
        }
        guard index == bytes.count else { return nil }
        // A leap second comes at the end of a day in UTC and counts as the last second before it.
        let start = Self.days(year, month, day) * 86_400 + hour * 3600 + minute * 60 - offset
        guard second < 60 || (start + 60).isMultiple(of: 86_400),
            let nanoseconds = Int64(exactly: Int128(start + min(second, 59)) * 1_000_000_000 + Int128(fraction))
        else { return nil }
        self.nanoseconds = nanoseconds
    }

    private static func length(ofMonth month: Int64, in year: Int64) -> Int64 {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    // Both ways between dates and days count years from March, so that the leap day is a year's last.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month > 2 ? year : year - 1
        let (era, yearOfEra) = shifted.quotientAndRemainder(flooredBy: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(flooredBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension Int64 {
    fileprivate func quotientAndRemainder(flooredBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

extension Timestamp: Shaped, Codable {
    /// A point in time as in RFC 3339.
    public static var shape: Shape { .timestamp }
    /// Whatever the shape refuses is refused.
    public static var readsExactly: Bool { true }

    /// Reads a text as in RFC 3339.
    public init(from reader: inout RecordReader) throws(RecordError) {
        guard let timestamp = try unsafe reader.plainText({ unsafe Timestamp(utf8: $0) }) else {
            throw reader.error(.wrongType)
        }
        self = timestamp
    }

    /// Writes a text as in RFC 3339.
    public func write(to writer: inout RecordWriter) { writer.text(description) }

    /// Reads a text as in RFC 3339.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not a time as in RFC 3339: \(text)"))
        }
        self = timestamp
    }

    /// Writes a text as in RFC 3339.
    public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
