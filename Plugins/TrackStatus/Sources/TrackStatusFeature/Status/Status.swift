internal import FeatureKit

/// What the flags say now: on the track as a whole, in each zone and in each sector, and whose word that is.
@Record @Topic("track.status", retain: .latest, watchable: true) struct Status: Equatable {
    /// The worst zone's mode; where stale, the last known warning or unknown.
    var mode: Mode
    /// Whether the safety car, virtual or not, is about to leave.
    var ending: Bool
    /// Whether nobody who counts says so any more; never with normal.
    var stale: Bool
    /// Whose word it goes back to, once anybody said something.
    var source: Source?
    /// When mode or stale last changed.
    var since: Timestamp
    /// Until when the mode holds if nothing more is heard.
    var validUntil: Timestamp?
    /// A number that grows with each status, also across restarts.
    @In(0...9_007_199_254_740_991) var revision = 0
    /// How to draw the mode.
    var look: Look
    /// What the one adds whose mode it is.
    @Text(1...500) var message: String?
    /// The air in °C: the network's, else the median of the beacons'.
    var temperature: Double?
    /// The air's humidity in percent.
    var humidity: Double?
    /// The wind as the network gives it.
    var wind: Double?
    /// The forecast as the network words it.
    @Text(1...200) var forecast: String?
    /// The evacuation that holds.
    var evacuation: Evacuation?
    /// Each zone, by number.
    @Count(0...1_024) var zones: [Zone]
    /// Each sector that the network reports, by number.
    @Count(0...256) var sectors: [Sector]
    /// What each source says by itself.
    var sources: Sources
}

extension Status {
    /// The longest message, problem and reason, in characters.
    static let longestText = 500
    /// The longest route and forecast, in characters.
    static let longestRoute = 200

    /// An evacuation that holds, even if nobody repeats it; stored as it is shown.
    @Record struct Evacuation: Equatable {
        /// Whether more than a single beacon reports it.
        var confirmed: Bool
        /// When it was raised.
        var since: Timestamp
        /// Where; empty for everywhere.
        @In(0...65_535) @Count(0...1_024) var zones: [Int]
        /// What people are told.
        @Text(1...500) var message: String?
        /// The way out.
        @Text(1...200) var route: String?
        /// The first beacon that signed its report; a second one confirms.
        @Text(1...64) var signer: String?
        /// Whether it is stored, so that it outlives the host.
        var kept = true
        /// Until when the second step of clearing can be taken.
        var clearingUntil: Timestamp?

        /// It only grows, to everywhere beyond `mostZones`; only clearing takes a zone back.
        mutating func extend(to more: some Collection<Int>) {
            let all = Set(zones).union(more)
            zones = zones.isEmpty || more.isEmpty || all.count > TrackState.mostZones ? [] : all.sorted()
        }

        func covers(_ zone: Int?) -> Bool { zones.isEmpty || zone.map(zones.contains) ?? false }
    }

    @Record struct Zone: Equatable {
        /// The zone's number.
        @In(0...65_535) var zone: Int
        /// What the settings call it.
        @Text(1...64) var name: String?
        /// What counts there; where stale, the last known warning or unknown.
        var mode: Mode
        /// Whether nobody who counts says so any more.
        var stale: Bool
        /// Whose word it goes back to.
        var source: Source?
        /// When mode or stale last changed.
        var since: Timestamp
        /// Until when the mode holds if nothing more is heard.
        var validUntil: Timestamp?
        /// What staff say of this zone alone.
        @Text(1...500) var message: String?
    }

    @Record struct Sector: Equatable {
        /// The sector's number.
        @In(0...255) var sector: Int
        /// Its flag.
        var mode: Mode
        /// Whether the network says nothing any more.
        var stale: Bool
        /// When mode or stale last changed.
        var since: Timestamp
    }

    /// What each source says, whatever becomes of it.
    @Record struct Sources: Equatable {
        /// The beacons together.
        var ble: Beacons
        /// The network, once anything is known of it.
        var network: Network?
        /// The worst that staff say, while they say something.
        var staff: StaffWord?
    }

    @Record struct Beacons: Equatable {
        /// The worst that counts, anywhere.
        var mode: Mode?
        /// How many senders count.
        @In(0...1_024) var senders: Int
        /// When one was last heard.
        var heard: Timestamp?
        /// Until when one of them says that mode.
        var validUntil: Timestamp?
    }

    @Record struct Network: Equatable {
        /// What it said last of the track as a whole.
        var mode: Mode?
        /// When its report last came.
        var at: Timestamp?
        /// When that was written, by its own clock.
        var updated: Timestamp?
        /// Whether that no longer counts.
        var stale: Bool
        /// Why nothing comes.
        @Text(1...500) var problem: String?
        /// What it adds.
        @Text(1...500) var message: String?
    }
}

extension Status {
    /// Whether people must know at once what differs from another status: not until when it holds, how warm it is, or
    /// who was heard again.
    func isNews(after other: Status) -> Bool { news != other.news }

    private var news: Status {
        var news = self
        (news.revision, news.validUntil) = (0, nil)
        (news.temperature, news.humidity, news.wind, news.forecast) = (nil, nil, nil, nil)
        for index in zones.indices { news.zones[index].validUntil = nil }
        news.sources.ble = Beacons(senders: 0)
        news.sources.network?.at = nil
        news.sources.network?.updated = nil
        return news
    }

    /// What remains when nobody looks after it any more: nothing is normal, and an evacuation holds.
    func last(at time: Timestamp) -> Status {
        var last = self
        if !stale { last.since = time }
        (last.mode, last.stale, last.ending, last.validUntil) = (mode.afterSilence, true, false, nil)
        last.look = Look(last.mode)
        for (index, zone) in zones.enumerated() {
            if !zone.stale { last.zones[index].since = time }
            (last.zones[index].mode, last.zones[index].stale) = (zone.mode.afterSilence, true)
            last.zones[index].validUntil = nil
        }
        last.sectors = sectors.map {
            Sector(sector: $0.sector, mode: $0.mode.afterSilence, stale: true, since: $0.stale ? $0.since : time)
        }
        last.sources.ble = Beacons(senders: 0, heard: sources.ble.heard)
        last.sources.network?.stale = true
        return last
    }
}
