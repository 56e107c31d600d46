@_spi(Hosting) internal import FeatureKit
internal import Synchronization

/// The log of a worker's feature: lines that the host wants go there, no other is made.
final class WorkerLog: LogSink {
    private let connection: any WireConnection
    private let least = Atomic(0)
    private let dropped = Atomic<UInt64>(0)

    init(_ connection: any WireConnection) { self.connection = connection }

    /// Takes the place in `LogLevel.all` of the least level that is wanted.
    func want(_ level: UInt8) { least.store(Int(level), ordering: .relaxed) }

    func takes(_ level: LogLevel, from feature: String) -> Bool { level.rank >= least.load(ordering: .relaxed) }

    func write(_ record: LogRecord) {
        guard connection.waiting <= WireLimits.waitingLines else { return drop() }
        tellDropped(of: record.feature)
        let message = WireMessage(.log) { $0.record(record) }
        if let problem = message.problem {
            let line = LogRecord(
                level: record.level, feature: record.feature, message: "a line of the log can't be sent",
                fields: [("error", problem)])
            _ = connection.send(WireMessage(.log) { $0.record(line) })
        } else if !connection.send(message) {
            drop()
        }
    }

    private func drop() { dropped.add(1, ordering: .relaxed) }

    private func tellDropped(of feature: String) {
        guard dropped.load(ordering: .relaxed) > 0 else { return }
        let count = dropped.exchange(0, ordering: .relaxed)
        guard count > 0 else { return }
        let line = LogRecord(
            level: .warning, feature: feature, message: "lines of the log were dropped: the way to the host was full",
            fields: [("lines", "\(count)")])
        if !connection.send(WireMessage(.log) { $0.record(line) }) { dropped.add(count, ordering: .relaxed) }
    }
}
