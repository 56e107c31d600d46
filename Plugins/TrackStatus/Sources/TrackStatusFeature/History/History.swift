internal import FeatureKit
internal import LiveTiming

/// A change of the status, or something that staff did or were refused.
@Record @Collection("history", .on(\.number), person: .anonymises(\.by)) struct HistoryEntry: Equatable {
    enum What: String, CaseIterable, Shaped {
        case status, said, withdrawn, raised, confirmed, clearingBegan, clearingRefused, clearingEnded, cleared
    }

    /// Its place in the history.
    @In(0...9_007_199_254_740_991) var number = 0
    /// When it happened.
    var at: Timestamp
    /// What happened.
    var what: What
    /// The status that it made, or during which it happened.
    @In(0...9_007_199_254_740_991) var revision: Int
    /// What the whole track was then.
    var mode: Mode
    /// Whether that was stale.
    var stale: Bool
    /// Whose word the mode went back to.
    var source: Source?
    /// Which zones changed, as far as they have room.
    @Count(0...100) var zones: [ZoneMode] = []
    /// How many more changed.
    @In(0...65_536) var moreZones = 0
    /// The zone that staff spoke of.
    @In(0...65_535) var zone: Int?
    /// Who did it.
    @Text(1...200) var by: String?
    /// Why, in their words.
    @Text(1...500) var reason: String?
    /// What people are shown of it, or why a clearing ended or was refused.
    @Text(1...500) var message: String?

    init(
        _ what: What, at moment: Moment, in status: Status, by: String? = nil, reason: String? = nil,
        message: String? = nil
    ) {
        self.init(
            at: moment.wall, what: what, revision: status.revision, mode: status.mode, stale: status.stale, by: by,
            reason: reason, message: message.map { String($0.prefix(Status.longestText)) })
    }

    /// What changed from one status to the next.
    init(_ status: Status, after last: Status?, by: String?, reason: String?, at moment: Moment) {
        self.init(.status, at: moment, in: status, by: by, reason: reason, message: status.message)
        let before = Dictionary((last?.zones ?? []).map { ($0.zone, $0) }) { first, _ in first }
        let changed = status.zones.filter { zone in
            before[zone.zone].map { ($0.mode, $0.stale) != (zone.mode, zone.stale) } ?? true
        }
        source = status.source
        zones = changed.prefix(100).map { ZoneMode($0) }
        moreZones = changed.count - zones.count
    }
}

/// What the board keeps and publishes.
@Resources struct TrackResources: Sendable {
    let store: Store
    let state: StoredValue<PersistedState>
    let history: StoredCollection<HistoryEntry>
    let status: Publisher<Status>
    let notices: Publisher<Notice>
    let speech: Publisher<Speech>
    let session: Publisher<TimingSession>

    /// Writes all of it or nothing, and keeps so many entries of the history.
    func write(_ state: PersistedState?, _ entries: [HistoryEntry], keeping most: Int) async throws {
        try await store.transaction { [self] tx in
            if let state { try self.state.put(state, in: tx) }
            guard !entries.isEmpty else { return }
            let newest = try tx.query(history, order: .descending(by: "number"), limit: 1).items.first
            var number = newest?.document.number ?? 0
            for var entry in entries {
                number += 1
                entry.number = number
                try tx.insert(history, entry, id: "\(number)")
            }
            try tx.delete(history, where: [.upTo("number", number - most)], limit: 500)
        }
    }
}
