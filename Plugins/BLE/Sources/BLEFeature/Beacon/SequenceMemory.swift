/// Remembers what each source said last, and tells news from repetitions and from what was overtaken.
struct SequenceMemory {
    enum Source: Hashable {
        /// A sender that nobody knows, for each zone that it speaks of.
        case beacon(Advertisement.Address, zone: UInt16)
        /// A known beacon by its id, by whichever address its word came: what was recorded of it is no news from elsewhere.
        case known(String, zone: UInt16)
        case staff(UInt32, zone: UInt16)

        /// Staff sequences are cut from a clock and wrap each minute: they order nothing.
        fileprivate var isOrdered: Bool {
            if case .staff = self { false } else { true }
        }
    }

    private struct Entry {
        let sequence: UInt16
        let heard: Duration
        let expires: Duration
    }

    /// Anyone can invent sources; beyond this many those whose word runs out first are forgotten.
    static let mostSources = 4096
    /// So many are forgotten at a time: looking for them takes longer the more there are.
    static let forgottenAtOnce = mostSources / 8
    /// By how much listeners may be off who say when they heard something.
    static let skew = Duration.seconds(2)

    private var entries: [Source: Entry] = [:]
    /// How many were forgotten before their word had run out.
    private(set) var forgotten: UInt64 = 0

    /// How many sources are remembered.
    var count: Int { entries.count }

    /// Remembers a word that is news; throws why it is none.
    ///
    /// - Parameter now: When it was heard; among several listeners that may be before what was accepted last.
    mutating func accept(
        _ sequence: UInt16, from source: Source, for ttl: Duration, at now: Duration
    ) throws(AdvertRefusal) {
        let last = entries[source]
        // Once its word has run out a source may start anywhere: it may have been switched off and on.
        if let last, now < last.expires {
            guard sequence != last.sequence else { throw .repeated }
            // What was heard long before the last word is older, whatever its number says.
            guard now + Self.skew >= last.heard else { throw .overtaken }
            if source.isOrdered, !Self.isAhead(sequence, of: last.sequence) { throw .overtaken }
        }
        if last == nil, entries.count >= Self.mostSources { makeRoom(at: now) }
        entries[source] = Entry(sequence: sequence, heard: now, expires: now + ttl)
    }

    /// Serial number arithmetic (RFC 1982) on 16 bits; exactly half the circle away counts as not ahead.
    static func isAhead(_ new: UInt16, of old: UInt16) -> Bool { (1..<0x8000).contains(new &- old) }

    private mutating func makeRoom(at now: Duration) {
        entries = entries.filter { now < $0.value.expires }
        let surplus = entries.count - (Self.mostSources - Self.forgottenAtOnce)
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
