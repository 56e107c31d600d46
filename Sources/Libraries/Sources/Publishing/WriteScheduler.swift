/// Decides what of a module's state is written next, and whether it is published before it lies on the disk; pure.
///
/// The owner of the state writes it behind its changes, each time as it is then, together with entries of a log. A change that
/// people see is held back until it is stored, for `patience` at most; a store that fails holds nothing back. An action that
/// counts only once it is stored, such as clearing an alarm, is tried once.
public struct WriteScheduler<Entry: Equatable & Sendable, Action: Equatable & Sendable>: Sendable {
    /// How long news wait to be on the disk before people are told all the same.
    public static var patience: Duration { .seconds(1) }
    /// Before the next try where the store fails.
    private static var pauses: [Duration] {
        [.milliseconds(100), .milliseconds(300), .seconds(1), .seconds(3), .seconds(5)]
    }
    /// So many entries of the log wait for a store that fails; beyond them the oldest are lost and counted.
    public static var mostEntries: Int { 1_000 }
    /// So many of them go with one write.
    public static var mostEntriesAtOnce: Int { 200 }

    /// One transaction; of its two kinds of content either may be nothing.
    public struct Write: Equatable, Sendable {
        /// The number of the state that is written; nil where only entries are.
        public fileprivate(set) var version: Int?
        /// What the log gets.
        public fileprivate(set) var entries: [Entry] = []
        /// How many entries are done with it.
        public fileprivate(set) var end = 0
        /// What counts once this is written.
        public var action: Action?
    }

    /// Makes a scheduler that has nothing to write.
    public init() {}

    /// The number of the state as it is now, of what lies on the disk, and of what people see something of.
    private var version = 0
    private var stored = 0
    private var seen = 0
    private var entries: [Entry] = []
    /// How many entries are written or lost.
    private var done = 0
    /// How many entries were lost.
    public private(set) var lost = 0
    private var action: (action: Action, entry: Entry)?
    /// Since when news are held back.
    public private(set) var held: Duration?
    /// How many writes have failed in a row.
    public private(set) var failures = 0

    /// Whether all that people see lies on the disk.
    public var isStored: Bool { seen <= stored }
    /// Before the next try; nil where the last one succeeded.
    public var pause: Duration? { failures == 0 ? nil : Self.pauses[min(failures, Self.pauses.count) - 1] }
    /// When people are told all the same.
    public var nextEnd: Duration? { held.map { $0 + Self.patience } }

    /// Takes that the state has changed; what people see of it is published once it is stored.
    public mutating func change(isSeen: Bool, at uptime: Duration) {
        version += 1
        guard isSeen else { return }
        seen = version
        // Nobody waits for a store that fails already.
        if held == nil, failures == 0 { held = uptime }
    }

    /// Takes an entry of the log.
    public mutating func add(_ entry: Entry) {
        if entries.count >= Self.mostEntries {
            entries.removeFirst()
            (done, lost) = (done + 1, lost + 1)
        }
        entries.append(entry)
    }

    /// Takes an action that counts once it is stored, and its entry in the log.
    public mutating func act(_ action: Action, _ entry: Entry) { self.action = (action, entry) }

    /// Takes the time; whether what was held back is published though it is not stored.
    public mutating func look(at uptime: Duration) -> Bool {
        guard let nextEnd, nextEnd <= uptime else { return false }
        held = nil
        return true
    }

    /// Whether there is something to write.
    public var hasWork: Bool { stored < version || action != nil || !entries.isEmpty }

    /// What is written now; nil where there is nothing.
    public mutating func next() -> Write? {
        guard hasWork else { return nil }
        var write = Write(version: stored < version || action != nil ? version : nil, action: action?.action)
        write.entries = Array(entries.prefix(Self.mostEntriesAtOnce))
        write.end = done + write.entries.count
        if let action { write.entries.append(action.entry) }
        action = nil
        return write
    }

    /// What a write means for an operator.
    public enum Turn: Sendable {
        /// Nothing that was not known.
        case goesOn
        /// The store begins to fail.
        case fails
        /// It works again.
        case worksAgain
    }

    /// Takes that nothing can be read.
    public mutating func failedToRead() {
        failures += 1
        held = nil
    }

    /// Takes that what was stored is read.
    public mutating func hasRead() { failures = 0 }

    /// Takes whether a write succeeded.
    public mutating func wrote(_ write: Write, isDone: Bool) -> Turn {
        let wasFailing = failures > 0
        guard isDone else {
            failures += 1
            held = nil
            // Whether it lies there is not known: the state as it is gets written over it.
            if write.action != nil { version += 1 }
            return wasFailing ? .goesOn : .fails
        }
        failures = 0
        let count = min(max(0, write.end - done), entries.count)
        entries.removeFirst(count)
        done += count
        if write.action == nil, let version = write.version { stored = max(stored, version) }
        if isStored { held = nil }
        return wasFailing ? .worksAgain : .goesOn
    }

    /// Takes that a stored action counts: memory holds the same, unless something has changed meanwhile.
    public mutating func did(with write: Write) {
        let isSame = version == write.version
        version += 1
        seen = version
        if isSame { stored = version }
        held = nil
    }
}
