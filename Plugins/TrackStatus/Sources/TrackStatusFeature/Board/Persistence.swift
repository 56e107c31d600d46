internal import FeatureKit

/// What outlasts every end of the module: the evacuation, staff's words, and what the flags were last.
@Record @Collection("state") struct PersistedState: Equatable {
    /// The evacuation that holds.
    var evacuation: Status.Evacuation?
    /// The word that cleared the last one.
    @Text(0...64) var cleared: String?
    /// Whose report was cleared and goes on; of more the rest is raised again, which is once too often.
    @Count(0...2_048) var silenced: [ClaimSource] = []
    /// What staff say.
    @Count(0...1_025) var words: [StaffWord] = []
    /// What the whole track was last.
    var mode: Mode = .unknown
    /// What zones were last, where that was a warning.
    @Count(0...1_024) var zones: [ZoneMode] = []
    /// The revision of the last status.
    @In(0...9_007_199_254_740_991) var revision = 0
}

/// A zone, as it was.
@Record struct ZoneMode: Equatable {
    /// The zone.
    @In(0...65_535) var zone: Int
    /// Its mode.
    var mode: Mode
    /// Whether nobody who counted said so any more.
    var stale = false

    init(_ zone: Status.Zone) { self.init(zone: zone.zone, mode: zone.mode, stale: zone.stale) }
}
