@_spi(Hosting) import FeatureKit

/// A log that keeps what it is told, from a level on.
final class ListLog: LogSink {
    private final class Watch: Sendable {
        let tell: @Sendable () -> Void
        init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }
    }

    private let least: Lock<LogLevel>
    private let watches = Lock<[Watch]>([])
    private let records = Lock<[LogRecord]>([])

    init(from least: LogLevel = .debug) { self.least = Lock(least) }

    func takes(_ level: LogLevel, from feature: String) -> Bool { level >= least.withLock { $0 } }
    func write(_ record: LogRecord) { records.withLock { $0.append(record) } }

    func watchLevels(_ tell: @escaping @Sendable () -> Void) -> (any AnyObject & Sendable)? {
        let watch = Watch(tell)
        watches.withLock { $0.append(watch) }
        return watch
    }

    /// Wants other lines from now on.
    func want(from level: LogLevel) {
        least.withLock { $0 = level }
        for watch in watches.withLock({ $0 }) { watch.tell() }
    }

    /// The lines as `level feature: message name=value`.
    var lines: [String] {
        records.withLock { records in
            records.map { record in
                "\(record.level) \(record.feature): \(record.message)"
                    + record.fields.map { " \($0)=\($1)" }.joined()
            }
        }
    }
}
