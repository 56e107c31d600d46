/// The entries that wait for the writer, within bounds; what does not fit is counted.
struct LogQueue {
    /// The most entries that wait.
    static let mostEntries = 4096
    /// The most bytes of text that wait.
    static let mostBytes = 4 * 1024 * 1024

    private var entries: [LogEntry] = []
    private var bytes = 0
    private var lost = 0

    /// Takes an entry if there is room for it.
    ///
    /// - Returns: whether the writer has to be woken, because nothing waited before.
    mutating func add(_ entry: LogEntry) -> Bool {
        let size = entry.size
        guard entries.count < Self.mostEntries, bytes + size <= Self.mostBytes else {
            lost += 1
            return false
        }
        bytes += size
        entries.append(entry)
        return entries.count == 1
    }

    /// Hands everything over, with the number of entries that were lost after the last one of it.
    mutating func takeAll() -> (entries: [LogEntry], lost: Int) {
        defer { self = LogQueue() }
        return (entries, lost)
    }
}
