/// Decides when the writer runs a checkpoint: after it has acknowledged, and often enough that the log stays short.
struct LogKeeper {
    /// The pages by which the log grows from one checkpoint to the next: 4 MiB.
    static let usual = 1_024
    /// The pages of the log from which on checkpoints wait for readers, so that the log can restart: 64 MiB.
    static let long = 16_384
    /// How long a checkpoint waits for readers, in milliseconds.
    static let patience: Int32 = 100

    /// The pages of the log at the last checkpoint.
    private var tried = 0

    /// The checkpoint that is due with so many pages in the log; nil where none is.
    mutating func due(pages: Int) -> Connection.Checkpoint? {
        // A log that is shorter than before has restarted.
        if pages < tried { tried = 0 }
        guard pages >= tried + Self.usual else { return nil }
        tried = pages
        return pages >= Self.long ? .restart : .passive
    }

    /// Runs the checkpoint that is due; one that fails is tried again when the log has grown further.
    mutating func keep(_ connection: Connection) {
        guard let due = due(pages: connection.logPages) else { return }
        if due == .restart { connection.setPatience(Self.patience) }
        _ = try? connection.checkpoint(due)
        if due == .restart { connection.setPatience(Connection.patience) }
    }
}
