internal import CLinux

/// What a batch of notices says about the hops of a chain.
struct WatchChanges: Equatable {
    /// How the last thing that appeared under a hop's name came there.
    enum Arrival: Equatable {
        /// Nothing appeared.
        case none
        /// It was made there, perhaps by somebody who still writes it.
        case created
        /// It was put there whole: renamed, or a link.
        case placed
    }

    /// Whether anything happened on the way or to the file at all.
    var isRelevant = false
    var arrival = Arrival.none
    /// Whether a writer has closed the file since it arrived.
    var isWritten = false
    /// Whether a writer is at work that has not closed the file; nil where that is not known.
    var isBeingWritten: Bool?
    /// Whether notices were lost, so that anything may have happened.
    var isIncomplete = false

    /// Takes the next notice about a name on the way, or about the last thing on it.
    mutating func take(_ notice: Inotify.Notice, isLast: Bool) {
        isRelevant = true
        if notice.isOne(of: IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM) {
            isWritten = false
            isBeingWritten = false
            arrival = notice.isOne(of: IN_CREATE) ? .created : notice.isOne(of: IN_MOVED_TO) ? .placed : .none
        } else if isLast, notice.isOne(of: IN_CLOSE_WRITE) {
            isWritten = true
            isBeingWritten = false
        } else if isLast, notice.isOne(of: IN_MODIFY) {
            isBeingWritten = true
        }
    }
}
