public import BluetoothCaptures

/// Remembers what each sender said last, and tells news from repetitions and from what was overtaken.
public struct SequenceMemory: Sendable {
    /// Who sends sequences that belong together.
    public enum Sender: Hashable, Sendable {
        /// An unknown sender, for each zone that it speaks of.
        case beacon(Advertisement.Address, zone: UInt16)
        /// A known beacon, whatever its address: its recorded word from another address is no news.
        case known(String, zone: UInt16)
        /// A staff beacon.
        case staff(UInt32, zone: UInt16)

        /// Staff sequences are cut from a clock and wrap each minute: they order nothing.
        fileprivate var isOrdered: Bool {
            if case .staff = self { false } else { true }
        }
    }

    /// Why a word is no news.
    public enum Problem: Error, Sendable {
        case repeated, overtaken
    }

    private struct Entry {
        let sequence: UInt16
        let heard: Duration
        let expires: Duration
    }

    /// How many senders are remembered; anyone can invent them, and those whose word runs out first are forgotten.
    public static let mostSenders = 4096
    /// How many are forgotten at a time, since finding them takes a look at all.
    static let forgottenAtOnce = mostSenders / 8
    /// How far off a listener may be that says when it heard something.
    static let skew = Duration.seconds(2)

    private var entries: [Sender: Entry] = [:]
    /// How many were forgotten before their word had run out.
    public private(set) var forgotten: UInt64 = 0

    /// Remembers nothing yet.
    public init() {}

    /// How many senders are remembered.
    public var count: Int { entries.count }

    /// Remembers a word that is news.
    ///
    /// - Parameter now: When it was heard; with several listeners that may be before the last word.
    /// - Throws: Why it is no news.
    public mutating func accept(
        _ sequence: UInt16, from sender: Sender, for ttl: Duration, at now: Duration
    ) throws(Problem) {
        let place = entries.index(forKey: sender)
        // Once its word has run out a sender may start anywhere: it may have been switched off and on.
        if let last = place.map({ entries.values[$0] }), now < last.expires {
            guard sequence != last.sequence else { throw .repeated }
            // What was heard long before the last word is older, whatever its sequence says.
            guard now + Self.skew >= last.heard else { throw .overtaken }
            if sender.isOrdered, !Self.isAhead(sequence, of: last.sequence) { throw .overtaken }
        }
        let entry = Entry(sequence: sequence, heard: now, expires: now + ttl)
        if let place { return entries.values[place] = entry }
        if entries.count >= Self.mostSenders { makeRoom(at: now) }
        entries[sender] = entry
    }

    /// Serial number arithmetic (RFC 1982) on 16 bits; exactly half the circle away counts as not ahead.
    static func isAhead(_ new: UInt16, of old: UInt16) -> Bool { (1..<0x8000).contains(new &- old) }

    private mutating func makeRoom(at now: Duration) {
        entries = entries.filter { now < $0.value.expires }
        let surplus = entries.count - (Self.mostSenders - Self.forgottenAtOnce)
        guard surplus > 0 else { return }
        let first = entries.values.map(\.expires).sorted()[surplus - 1]
        var left = surplus
        entries = entries.filter { entry in
            guard left > 0, entry.value.expires <= first else { return true }
            left -= 1
            return false
        }
        forgotten += UInt64(surplus)
    }
}
