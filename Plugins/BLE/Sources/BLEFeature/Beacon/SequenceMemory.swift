/// Remembers what each source said last, and tells news from repetitions and from what was overtaken.
struct SequenceMemory {
    enum Source: Hashable {
        /// One radio may speak for several zones, and counts for each of them.
        case beacon(Advertisement.Address, zone: UInt16)
        case staff(UInt32)
    }

    private struct Entry {
        let sequence: UInt16
        let expires: Duration
    }

    /// Anyone can invent sources; beyond this many the one whose word runs out first is forgotten.
    static let mostSources = 4096

    private var entries: [Source: Entry] = [:]
    /// How many were forgotten before their word had run out.
    private(set) var forgotten: UInt64 = 0

    /// How many sources are remembered.
    var count: Int { entries.count }

    /// Remembers a word that is news; throws why it is none.
    mutating func accept(
        _ sequence: UInt16, from source: Source, for ttl: Duration, at now: Duration
    ) throws(Refusal) {
        // Once its word has run out a source may start anywhere: it may have been switched off and on.
        if let last = entries[source], now < last.expires {
            guard sequence != last.sequence else { throw .repeated }
            // Staff sequences are cut from a clock and wrap each minute: they order nothing.
            if case .beacon = source, !Self.isAhead(sequence, of: last.sequence) { throw .overtaken }
        }
        if entries[source] == nil, entries.count >= Self.mostSources { makeRoom(at: now) }
        entries[source] = Entry(sequence: sequence, expires: now + ttl)
    }

    /// Serial number arithmetic (RFC 1982) on 16 bits; exactly half the circle away counts as not ahead.
    static func isAhead(_ new: UInt16, of old: UInt16) -> Bool { (1..<0x8000).contains(new &- old) }

    private mutating func makeRoom(at now: Duration) {
        entries = entries.filter { now < $0.value.expires }
        guard entries.count >= Self.mostSources,
            let first = entries.min(by: { $0.value.expires < $1.value.expires })
        else { return }
        entries[first.key] = nil
        forgotten += 1
    }
}
