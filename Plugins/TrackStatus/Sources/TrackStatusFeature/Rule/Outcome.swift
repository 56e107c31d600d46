extension TrackState {
    /// What came of something that was taken.
    struct Outcome: Equatable {
        /// Whether people must know at once.
        var isChanged = false
        /// Whether something moved that may wait: until when it holds, how warm it is.
        var isRefreshed = false
        /// Who began to say that there is an evacuation.
        ///
        /// Told once, for as long as who said it goes on without a break.
        var claims: [EvacuationClaim] = []
        /// Who was silenced by clearing an evacuation, and now said something else or nothing for too long: what it says
        /// next counts again, and it needs no remembering any more.
        var forgotten: Set<EvacuationClaim.Source> = []
        /// Who nobody knows and yet spoke of an evacuation, told once like `claims`; it counts as unknown.
        var doubts: [Doubt] = []
    }

    /// An evacuation that a stranger speaks of.
    struct Doubt: Equatable {
        let address: String
        let zone: Int
    }

    /// What found no room, since the start.
    struct Displaced: Equatable {
        var senders: UInt64 = 0
        var zones: UInt64 = 0
        var sectors: UInt64 = 0
    }
}

extension TrackState.Outcome {
    /// What came of one thing after the other.
    mutating func add(_ next: TrackState.Outcome) {
        isChanged = isChanged || next.isChanged
        isRefreshed = isRefreshed || next.isRefreshed
        claims += next.claims
        forgotten.formUnion(next.forgotten)
        doubts += next.doubts
    }
}
