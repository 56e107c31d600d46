public import CSV
public import Calendars

extension Day {
    /// Reads a day such as 20261127.
    public init?(compact text: String) {
        guard text.utf8.count == 8 else { return nil }
        self.init("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    }
}

extension CSVTable.Row {
    /// A time such as 8:05:00 or 25:10:00 in seconds; nil where there is none.
    public func time(_ column: Int?) -> Int32? { Int32(clock: bytes(column)) }
    /// A time by the name of its column.
    public func time(_ name: String) -> Int32? { Int32(clock: bytes(name)) }
}

extension Int32 {
    /// Seconds of a time such as 8:05:00 or 25:10:00; nil where it is none.
    public init?(clock text: String) { self.init(clock: Array(text.utf8)[...]) }

    init?(clock bytes: ArraySlice<UInt8>) {
        var (parts, part) = ((Int32(-1), Int32(-1)), Int32(-1))
        for byte in bytes {
            switch byte {
            case 48...57 where part < 1_000: part = Swift.max(part, 0) * 10 + Int32(byte - 48)
            case 58 where part >= 0 && parts.0 < 0: (parts.0, part) = (part, -1)
            case 58 where part >= 0 && parts.1 < 0: (parts.1, part) = (part, -1)
            default: return nil
            }
        }
        guard (0..<60).contains(parts.1), (0..<60).contains(part) else { return nil }
        self = parts.0 * 3_600 + parts.1 * 60 + part
    }
}
