internal import FeatureKit

extension Status {
    /// Whether it differs in its number only.
    func saysTheSame(as other: Status) -> Bool {
        var (one, two) = (self, other)
        (one.revision, two.revision) = (0, 0)
        return one == two
    }

    /// Whether people must know at once what it says otherwise than another: not until when it holds, how warm it is, nor who
    /// was heard again.
    func isNews(after other: Status) -> Bool { withoutRefreshes != other.withoutRefreshes }

    private var withoutRefreshes: Status {
        var status = self
        status.revision = 0
        // It may be that of a stale zone which nobody said anything of.
        status.validUntil = nil
        (status.temperature, status.humidity, status.wind, status.forecast) = (nil, nil, nil, nil)
        for index in status.zones.indices { status.zones[index].validUntil = nil }
        status.sources.ble = .init(mode: nil, senders: 0, heard: nil, validUntil: nil)
        status.sources.network?.at = nil
        status.sources.network?.updated = nil
        return status
    }

    /// What stays on the topic when nobody looks after it any more: no normal, and an evacuation as it is.
    func lastWord(at time: Timestamp) -> Status {
        var last = self
        if !stale { last.since = time }
        (last.mode, last.stale, last.ending, last.validUntil) = (mode.afterSilence, true, false, nil)
        last.look = Look(last.mode)
        for index in last.zones.indices {
            if !last.zones[index].stale { last.zones[index].since = time }
            last.zones[index].mode = last.zones[index].mode.afterSilence
            (last.zones[index].stale, last.zones[index].validUntil) = (true, nil)
        }
        for index in last.sectors.indices {
            if !last.sectors[index].stale { last.sectors[index].since = time }
            last.sectors[index].mode = last.sectors[index].mode.afterSilence
            last.sectors[index].stale = true
        }
        last.sources.ble = .init(mode: nil, senders: 0, heard: sources.ble.heard, validUntil: nil)
        last.sources.network?.stale = true
        return last
    }
}
