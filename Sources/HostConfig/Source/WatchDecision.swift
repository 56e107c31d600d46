/// Decides when a watched file is told to have changed, or to be gone.
///
/// A file that was made in place may still be empty or half written, and half a document can be a valid one that
/// switches features off. So such a file is told when its writer closes it. Where that was perhaps before it was
/// watched, a file that rests for `settle` is taken as closed; if it does not rest, its writer's close is still to come.
struct WatchDecision {
    /// How long a file has to rest whose writer's close may have been missed.
    static let settle = Duration.milliseconds(5)

    /// What is to be done.
    struct Answer: Equatable {
        var event: FileEvent?
        /// When to call `look` again.
        var lookAt: Duration?
    }

    private struct Waiting {
        let file: FileIdentity
        /// When it has rested long enough; nil while only its writer's close counts.
        var until: Duration?
    }

    /// The file as it was told last; nil where it was gone.
    private var told: FileIdentity?
    private var waiting: Waiting?

    /// Whether there is a file that may not have been written to its end.
    var isWaiting: Bool { waiting != nil }

    /// Begins with what was there when the watch began, which is not told.
    init(found: FileIdentity?) { told = found }

    /// Decides about news and what the path leads to after them.
    mutating func handle(_ news: WatchChanges, found: FileIdentity?, now: Duration) -> Answer {
        guard let file = found else {
            waiting = nil
            defer { told = nil }
            return Answer(event: told == nil ? nil : .gone)
        }
        if news.isWritten || news.arrival == .placed || news.isIncomplete { return tell(file) }
        // A number is given to the next file that is made, so a made one is another one even with the same number.
        let isAnother = told?.number != file.number || news.arrival == .created
        guard isAnother else { return told?.access == file.access ? Answer() : tell(file) }
        if let waiting, waiting.file.number == file.number, news.arrival == .none {
            return Answer(lookAt: waiting.until)
        }
        // A second name is only given to what has been written under the first one.
        guard file.kind == .file, file.names == 1 else { return tell(file) }
        let until = file.version.size == 0 ? nil : now + Self.settle
        waiting = Waiting(file: file, until: until)
        return Answer(lookAt: until)
    }

    /// Decides whether a file that is waited for has rested.
    mutating func look(found: FileIdentity?, now: Duration) -> Answer {
        guard let file = found, let waiting, let until = waiting.until else { return Answer() }
        guard now >= until else { return Answer(lookAt: until) }
        guard file.number != waiting.file.number || file.version != waiting.file.version else { return tell(file) }
        self.waiting?.until = nil
        return Answer()
    }

    private mutating func tell(_ file: FileIdentity) -> Answer {
        told = file
        waiting = nil
        return Answer(event: .changed)
    }
}
