/// When the writer moves the log into the file: after it has acknowledged, and often enough that the log stays short.
struct LogKeeper {
    /// From how many pages on the log is moved: 4 MiB.
    static let usual = 1_024
    /// From how many pages on the readers are waited for, so that the log can begin anew: 64 MiB.
    static let long = 16_384
    /// How long they are waited for, in milliseconds.
    static let patience: Int32 = 100

    /// How many pages there were when it was tried last.
    private var tried = 0

    /// What is due with so many pages in the log.
    mutating func due(pages: Int) -> Connection.Checkpoint? {
        // A log that is shorter than before has begun anew.
        if pages < tried { tried = 0 }
        guard pages >= tried + Self.usual else { return nil }
        tried = pages
        return pages >= Self.long ? .restart : .passive
    }

    /// Does what is due; what can't be done now is tried again when the log has grown on.
    mutating func keep(_ connection: Connection) {
        guard let due = due(pages: connection.logPages) else { return }
        if due == .restart { connection.setPatience(Self.patience) }
        _ = try? connection.checkpoint(due)
        if due == .restart { connection.setPatience(Connection.patience) }
    }
}
