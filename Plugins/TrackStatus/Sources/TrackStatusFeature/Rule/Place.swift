/// A zone, or the rest of the track: what lies in no zone that anybody knows.
struct Place {
    /// Nothing for the rest of the track.
    let zone: Int?
    /// What the settings say of it; nothing where it is only heard or spoken of.
    let named: NamedZone?
    var beacons = Beacons()
    var standing: Standing
    /// Whether somebody spoke of it who is no stranger: known beacons, the network, staff, or the settings.
    var isSpokenOf: Bool
    /// When a zone goes that only strangers spoke of, and of a warning.
    var goes: Duration?
    /// When staff last said something of it: no red flag of before stays after that.
    var answered: Duration?
    /// When a red flag was recalled that it was in before a restart.
    var recalled: Duration?

    init(zone: Int?, named: NamedZone? = nil, since: Moment) {
        self.zone = zone
        self.named = named
        isSpokenOf = zone == nil || named != nil
        standing = Standing(since: since)
    }

    var sectors: [Int] { named?.sectors ?? [] }

    /// When the red flag came that stays though nobody says so any more.
    func redFlagThatStays(_ network: NetworkWord) -> Duration? {
        let last = network.lastRedFlag(of: zone, in: sectors).flatMap { came in
            answered.map { came >= $0 } ?? true ? came : nil
        }
        return [last, recalled].compactMap(\.self).max()
    }

    /// How much is lost without it: the least gives way where there are too many.
    var weight: Weight {
        let verdict = standing.verdict
        return Weight(
            isWarning: !(verdict.isStale && verdict.mode <= .unknown), mode: verdict.mode, isFresh: !verdict.isStale,
            since: standing.since)
    }

    struct Weight: Comparable {
        /// Neither counting nor a warning: nothing is lost.
        let isWarning: Bool
        let mode: Mode
        let isFresh: Bool
        let since: Moment

        static func < (left: Weight, right: Weight) -> Bool {
            if left.isWarning != right.isWarning { return right.isWarning }
            if left.mode != right.mode { return left.mode < right.mode }
            if left.isFresh != right.isFresh { return right.isFresh }
            return left.since < right.since
        }
    }
}
