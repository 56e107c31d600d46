@_spi(Hosting) public import FeatureKit

/// Keeps every line that a feature logs.
public final class CapturedLog: LogSink {
    private let records = Lock<[LogRecord]>([])

    /// Makes an empty log.
    public init() {}

    /// Takes every level.
    public func takes(_ level: LogLevel, from feature: String) -> Bool { true }

    /// Keeps a line.
    public func write(_ record: LogRecord) { records.withLock { $0.append(record) } }

    /// What was said at a level, in order.
    public func messages(_ level: LogLevel) -> [String] {
        records.withLock { $0.filter { $0.level == level }.map(\.message) }
    }
}
