@_spi(Hosting) internal import FeatureKit

/// The entries that wait for the writer, within bounds; what does not fit is counted.
///
/// One feature fills no more than its share: what the host and the others have to say still finds room.
struct LogQueue {
    /// The most entries that wait.
    static let mostEntries = 4096
    /// The most bytes of text that wait.
    static let mostBytes = 4 * 1024 * 1024
    /// What one feature may fill of each: a quarter.
    static let share = 4

    private struct Load {
        var entries = 0
        var bytes = 0
    }

    private var entries: [LogEntry] = []
    private var all = Load()
    private var loads: [String: Load] = [:]
    private var lost: [String: Int] = [:]

    /// Takes an entry if there is room for it.
    ///
    /// - Returns: whether the writer has to be woken, because nothing waited before.
    mutating func add(_ entry: LogEntry) -> Bool {
        let size = entry.size
        guard fits(size, into: all, share: 1), fits(size, into: loads[entry.source] ?? Load(), share: entry.share)
        else {
            lose(entry)
            return false
        }
        all.entries += 1
        all.bytes += size
        loads[entry.source, default: Load()].entries += 1
        loads[entry.source, default: Load()].bytes += size
        entries.append(entry)
        return entries.count == 1
    }

    /// Counts an entry as lost.
    mutating func lose(_ entry: LogEntry) { lost[entry.source, default: 0] += 1 }

    /// Hands everything over, with the number of entries of each source that were lost after the last one of it.
    mutating func takeAll() -> (entries: [LogEntry], lost: [String: Int]) {
        defer {
            entries = []
            all = Load()
            loads.removeAll(keepingCapacity: true)
            lost.removeAll(keepingCapacity: true)
        }
        return (entries, lost)
    }

    private func fits(_ size: Int, into load: Load, share: Int) -> Bool {
        load.entries < Self.mostEntries / share && load.bytes + size <= Self.mostBytes / share
    }
}

extension LogEntry {
    /// Who says it.
    fileprivate var source: String {
        switch self {
        case .line: LogRecord.host
        case .record(let record, _): record.feature
        case .late(let late, _): late.feature
        }
    }

    /// The host may fill all of the queue: it says little, and what it says explains the rest.
    fileprivate var share: Int { source == LogRecord.host ? 1 : LogQueue.share }
}

extension LogRecord {
    /// Whom the host's own lines come from; no feature is called so.
    static let host = "host"
}
