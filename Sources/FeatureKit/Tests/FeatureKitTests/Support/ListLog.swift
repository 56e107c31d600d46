@_spi(Hosting) import FeatureKit

/// A log that keeps what it is told, from a level on.
final class ListLog: LogSink {
    private let least: LogLevel
    private let records = Lock<[LogRecord]>([])

    init(from least: LogLevel = .debug) { self.least = least }

    func takes(_ level: LogLevel, from feature: String) -> Bool { level >= least }
    func write(_ record: LogRecord) { records.withLock { $0.append(record) } }

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
