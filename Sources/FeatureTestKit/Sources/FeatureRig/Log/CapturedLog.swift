@_spi(Hosting) public import FeatureKit

/// Keeps every line that a feature logs.
public final class CapturedLog: Sendable {
    private let records = Lock<[LogRecord]>([])

    /// Every line, with its fields.
    @_spi(Hosting) public var lines: [LogRecord] { records.withLock { $0 } }

    /// Makes an empty log.
    public init() {}

    /// The log as the kit takes it.
    @_spi(Hosting) public var sink: any LogSink { Sink(log: self) }

    private struct Sink: LogSink {
        let log: CapturedLog
        func takes(_ level: LogLevel, from feature: String) -> Bool { true }
        func write(_ record: LogRecord) { log.records.withLock { $0.append(record) } }
    }

    /// The messages at a level, in order.
    public func messages(_ level: LogLevel) -> [String] {
        records.withLock { $0.filter { $0.level == level }.map(\.message) }
    }
}
