/// Settings of the network or of a recording that can't be meant, or a recording that can't be played.
enum SourceProblem: Error, Equatable {
    case both
    /// It is no address of http or https.
    case noAddress(String)
    case staleTooSoon(Duration, every: Duration)
    case session(SessionProblem)
}

/// What is wrong with a recorded session.
struct SessionProblem: Error, Equatable {
    enum Reason: Equatable {
        case unreadable(errno: Int32)
        case notAFile
        case tooLarge(bytes: Int)
        case tooManyLines
        case lineTooLong(bytes: Int)
        case empty
        case noTime
        /// Its first line has the one kind of time, and this one the other.
        case otherTime
        case noMapping
        case json(String)
        case row(RowProblem)
        /// Files of one session count their time differently.
        case otherTimeThan(String)
    }

    let path: String
    /// From 1; nil where the file as a whole is meant.
    var line: Int?
    var column: Int?
    let reason: Reason
}
