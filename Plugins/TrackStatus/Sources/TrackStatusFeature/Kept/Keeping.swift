/// Decides what is written next, and whether people are told of it before it lies on the disk.
///
/// It is pure: time is an argument.
struct Keeping {
    /// So long an evacuation waits to be on the disk before people are told of it all the same.
    static let patience = Duration.seconds(1)
    /// So long people are left with what they were told last while a slow store has not said what holds: that may be an
    /// evacuation, which no slow disk takes back.
    static let silence = Duration.seconds(5)
    /// Before the next try where the store fails.
    static let pauses: [Duration] = [.milliseconds(100), .milliseconds(300), .seconds(1), .seconds(3), .seconds(5)]

    /// The number of what is to be kept now.
    private(set) var version = 0
    /// The newest that lies there.
    private(set) var kept = 0
    /// The newest that people see something of.
    private var seen = 0
    /// Since when people wait to be told of something.
    private(set) var held: Duration?
    private(set) var failures = 0
    var backlog = Backlog()
    private var isLastNew = false
    private(set) var clearing: Write.Clearing?
    /// When nobody waits for the store any more that has not said what holds.
    let speaks: Duration

    init(at uptime: Duration) { speaks = uptime + Self.silence }

    /// Whether what people see lies on the disk.
    var isKept: Bool { kept >= seen }
    /// Before the next try; nil where the last one did.
    var pause: Duration? { failures == 0 ? nil : Self.pauses[min(failures, Self.pauses.count) - 1] }
    /// When people are told all the same.
    var nextEnd: Duration? { held.map { $0 + Self.patience } }

    /// Whether a store that has said nothing yet may still say what holds.
    func isAwaited(at uptime: Duration) -> Bool { failures == 0 && uptime < speaks }

    // MARK: - What is to be kept

    /// Notes that what is kept has changed.
    ///
    /// - Parameter isSeen: Whether people are to be told of it, which waits until it lies there.
    mutating func change(isSeen: Bool, at uptime: Duration) {
        version += 1
        guard isSeen else { return }
        seen = version
        // A store that fails already keeps nobody waiting.
        if held == nil, failures == 0 { held = uptime }
    }

    /// Notes that what was last said has changed.
    mutating func lastChanged() { isLastNew = true }

    /// Takes the second step of a clearing, which is tried once.
    mutating func clear(_ clearing: Write.Clearing) { self.clearing = clearing }

    /// Takes the time; true where people are to be told of something that is not kept yet.
    mutating func look(at uptime: Duration) -> Bool {
        guard let nextEnd, nextEnd <= uptime else { return false }
        held = nil
        return true
    }

    // MARK: - Writing

    /// What is written now; nil where there is nothing to write.
    ///
    /// - Parameters:
    ///   - document: What is to be kept; asked with the clearing that it is the second step of.
    ///   - last: What was last said.
    ///   - reserved: The revisions that are wanted.
    mutating func next(
        _ document: (Write.Clearing?) -> Kept, last: () -> LastSaid, reserved: Int?
    ) -> Write? {
        var write = Write(version: version)
        (write.entries, write.end) = backlog.next
        if let clearing {
            write.entries.append(clearing.entry)
            write.clearing = clearing
        }
        if clearing != nil || kept < version { write.kept = document(clearing) }
        if isLastNew { write.last = last() }
        write.reserved = reserved
        guard !write.isEmpty else { return nil }
        (isLastNew, clearing) = (false, nil)
        return write
    }

    /// What a write has come to.
    enum Turn {
        case goesOn, fails, worksAgain
    }

    /// Takes that nothing can be read, so that nothing is written over it either.
    mutating func failedToRead() {
        failures += 1
        held = nil
    }

    /// Takes what became of a write.
    mutating func wrote(_ write: Write, isDone: Bool) -> Turn {
        let wasFailing = failures > 0
        guard isDone else {
            failures += 1
            held = nil
            if write.last != nil { isLastNew = true }
            // Whether the second step lies there is not known: what holds is written over it.
            if write.clearing != nil { version += 1 }
            return wasFailing ? .goesOn : .fails
        }
        failures = 0
        backlog.wrote(until: write.end)
        if write.clearing == nil, write.kept != nil { kept = max(kept, write.version) }
        if isKept { held = nil }
        return wasFailing ? .worksAgain : .goesOn
    }

    /// Takes that a clearing that lies on the disk counts: what is in memory is that, unless something else has changed meanwhile.
    mutating func cleared(with write: Write) {
        let isSame = version == write.version
        version += 1
        seen = version
        if isSame { kept = version }
        held = nil
    }
}
