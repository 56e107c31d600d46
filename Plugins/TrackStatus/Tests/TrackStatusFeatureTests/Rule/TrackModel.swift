import FeatureKit

@testable import TrackStatusFeature

/// The page's rules over plain lists, computed anew each time, in milliseconds.
struct TrackModel {
    struct Heard {
        let zone: Int
        let sender: Int
        let isKnown: Bool
        let isEvacuation: Bool
        var mode: Mode
        let from: Int
        let end: Int
        var isOver = false
    }
    struct Told {
        let report: NetworkReport
        let at: Int
        /// Since when each place says red without a break: -1 for the track, 1000 and more for sectors.
        let reds: [Int: Int]
    }
    struct Said: Equatable {
        var mode = Mode.unknown
        var isStale = true
    }

    let hold: Int
    let named: [NamedZone]
    let stale = 30_000
    var heard: [Heard] = []
    var told: Told?
    var isSilent = false
    var staff: [(zone: Int?, mode: Mode, end: Int?)] = []
    var evacuation: Set<Int>?
    var cleared: [ClaimSource: Int?] = [:]
    var presence: Presence?
    var now = 0
    /// What each zone was in last; 100 for the rest of the track.
    var last: [Int: (said: Said, byStaff: Bool)] = [:]
    var sectors: [Int: Said] = [:]
    /// When staff last said something of each zone, and of the whole track.
    var answered: [Int?: Int] = [:]

    /// The zones that somebody who is no stranger spoke of.
    var spokenOf: Set<Int> = [100]
    /// When the others go that are in a warning.
    var goes: [Int: Int] = [:]

    init(hold: Int, named: [NamedZone]) {
        spokenOf.formUnion(named.map(\.zone))
        self.hold = hold
        self.named = named
        for zone in named { last[zone.zone] = (Said(), false) }
        last[100] = (Said(), false)
    }

    // MARK: - What counts now

    func words(_ zone: Int) -> [Heard] {
        let senders = Set(heard.filter { $0.zone == zone }.map { [$0.sender, $0.isKnown ? 1 : 0] })
        return senders.compactMap { sender in
            heard.last { $0.zone == zone && [$0.sender, $0.isKnown ? 1 : 0] == sender }
        }.filter { !$0.isOver && now < $0.end }
    }

    /// When that sender was heard to change to what it says.
    func changed(_ word: Heard) -> Int? {
        var changed: Int?
        var before: Heard?
        for one in heard where one.zone == word.zone && one.sender == word.sender && one.isKnown == word.isKnown {
            if let last = before, !last.isOver, one.from < last.end {
                if last.mode != one.mode { changed = one.from }
            } else {
                changed = nil
            }
            before = one
        }
        return changed
    }

    func sectors(of zone: Int) -> [Int] { named.first { $0.zone == zone }?.sectors ?? [] }

    func counted(_ mode: Mode, _ report: NetworkReport) -> Mode {
        mode == .evacuation && cleared.keys.contains(.network(identity: report.identity)) ? .unknown : mode
    }

    func network(_ zone: Int) -> Mode? {
        guard let told, !isSilent else { return nil }
        let all =
            [told.report.mode] + sectors(of: zone).compactMap { told.report.sectors[$0] }
        return all.map { counted($0, told.report) }.max()
    }

    /// When the last of the network's red flags came that mean a zone.
    func red(_ zone: Int) -> Int? {
        ([-1] + sectors(of: zone).map { 1000 + $0 }).compactMap { told?.reds[$0] }.max()
    }

    /// When the red flag came that the network said of a zone before it fell silent, unless staff spoke of it since.
    func lastRed(_ zone: Int) -> Int? {
        guard isSilent, let red = red(zone) else { return nil }
        return [answered[zone], answered[nil]].compactMap(\.self).contains { $0 > red } ? nil : red
    }

    func staffSays(_ zone: Int) -> Mode? { staff.filter { $0.zone == nil || $0.zone == zone }.map(\.mode).max() }

    func says(_ zone: Int) -> Said {
        if let evacuation, evacuation.isEmpty || evacuation.contains(zone) {
            return Said(mode: .evacuation, isStale: false)
        }
        let words = zone == 100 ? [] : words(zone)
        let beacons = words.map(\.mode).max()
        let stays = lastRed(zone) != nil
        let network = network(zone) ?? (stays ? .redFlag : nil)
        let isNewer = red(zone).map { red in words.contains { (changed($0) ?? -1) <= red } } ?? false
        let table: Mode? =
            if let beacons, let network {
                if max(beacons, network) == .evacuation {
                    .evacuation
                } else if beacons == .redFlag || (network == .redFlag && isNewer) {
                    .redFlag
                } else if beacons == .unknown {
                    max(beacons, network)
                } else {
                    beacons
                }
            } else {
                beacons ?? network
            }
        guard let mode = [table, staffSays(zone)].compactMap(\.self).max() else {
            let last = last[zone]?.said.mode ?? .unknown
            return Said(mode: last == .normal ? .unknown : last, isStale: true)
        }
        return Said(mode: mode, isStale: stays && mode == .redFlag && ![beacons, staffSays(zone)].contains(mode))
    }

    func saysOfAll() -> Said {
        if evacuation != nil { return Said(mode: .evacuation, isStale: false) }
        let covered = named.flatMap(\.sectors)
        var all = last.filter { $0.key != 100 }.map(\.value.said)
        all += sectors.filter { !covered.contains($0.key) && $0.value.mode != .normal }.map(\.value)
        if let rest = last[100]?.said, last.count == 1 || (named.isEmpty && (!rest.isStale || rest.mode > .unknown)) {
            all.append(rest)
        }
        let worst = all.map(\.mode).max() ?? .unknown
        return Said(mode: worst, isStale: !all.contains { $0.mode == worst && !$0.isStale })
    }

    /// Looks at everything, and remembers it.
    mutating func decide(forgettingStaff: Bool = false, evacuations: Bool = false) {
        for zone in last.keys {
            if forgettingStaff, last[zone]?.byStaff == true { last[zone]?.said.mode = .unknown }
            if evacuations, last[zone]?.said.mode == .evacuation { last[zone]?.said.mode = .unknown }
            let said = says(zone)
            let byStaff =
                said.isStale && !(said.mode == .redFlag && lastRed(zone) != nil)
                ? last[zone]?.byStaff ?? false : evacuationCovers(zone) ? false : staffSays(zone) == said.mode
            last[zone] = (said, byStaff)
        }
    }

    /// Forgets the zones that only strangers spoke of who say no more.
    mutating func forgetStrangers() {
        for (zone, last) in last where !spokenOf.contains(zone) && words(zone).isEmpty {
            if goes[zone] == nil, last.said.mode > .unknown { goes[zone] = now + 600_000 }
            if goes[zone] ?? now <= now { (self.last[zone], goes[zone]) = (nil, nil) }
        }
    }

    func evacuationCovers(_ zone: Int) -> Bool { evacuation.map { $0.isEmpty || $0.contains(zone) } ?? false }

    // MARK: - Time

    var ends: [Int] {
        heard.filter { !$0.isOver }.map(\.end) + staff.compactMap(\.end) + cleared.values.compactMap(\.self)
            + goes.values
            + (isSilent ? [] : [told].compactMap { $0?.at }.map { $0 + stale })
    }

    mutating func advance(to time: Int) {
        for end in Set(ends).sorted() where end > now && end <= time {
            now = end
            for index in heard.indices where !heard[index].isOver && heard[index].end <= now {
                // A later word of the same sender took its place before it ran out.
                let one = heard[index]
                let isLast = heard.lastIndex {
                    $0.zone == one.zone && $0.sender == one.sender && $0.isKnown == one.isKnown
                }
                if isLast == index, one.isKnown { cleared[source(one)] = nil }
            }
            for (source, end) in cleared { if let end, end <= now { cleared[source] = nil } }
            staff.removeAll { $0.end.map { $0 <= now } ?? false }
            if let told, !isSilent, told.at + stale <= now {
                isSilent = true
                for sector in sectors.keys {
                    sectors[sector]?.isStale = true
                    if sectors[sector]?.mode == .normal { sectors[sector]?.mode = .unknown }
                }
            }
            decide()
            forgetStrangers()
        }
        now = time
    }

    // MARK: - What happens

    func source(_ word: Heard) -> ClaimSource { .beacon("beacon-\(word.sender)", zone: word.zone) }

    /// - Returns: Whether it claims an evacuation.
    mutating func hear(_ sender: Int, zone: Int, _ mode: Mode, isKnown: Bool, ttl: Int) -> Bool {
        guard presence != .gone else { return false }
        var word = Heard(
            zone: zone, sender: sender, isKnown: isKnown, isEvacuation: mode == .evacuation, mode: mode, from: now,
            end: now + ttl + hold)
        let isCleared = isKnown && cleared.keys.contains(source(word))
        let isNew = !words(zone).contains { $0.sender == sender && $0.isKnown == isKnown && $0.isEvacuation }
        if mode == .evacuation, !isKnown || isCleared { word.mode = .unknown }
        if isCleared { cleared[source(word)] = mode == .evacuation ? .some(nil) : nil }
        heard.append(word)
        goes[zone] = nil
        if isKnown { spokenOf.insert(zone) }
        if last[zone] == nil { last[zone] = (Said(), false) }
        decide()
        return mode == .evacuation && isKnown && !isCleared && isNew
    }

    mutating func note(_ next: Presence) {
        let isLost = next == .gone || (next == .coming && presence == .active)
        presence = next
        guard isLost else { return }
        for zone in last.keys {
            for word in words(zone) where cleared.keys.contains(source(word)) && word.isKnown {
                cleared[source(word)] = .some(now + 255_000 + hold)
            }
        }
        for index in heard.indices { heard[index].isOver = true }
        decide()
        forgetStrangers()
    }

    mutating func take(_ report: NetworkReport) {
        for source in cleared.keys {
            if source.statement != nil, source != report.source || !report.isEvacuation { cleared[source] = nil }
        }
        var reds: [Int: Int] = [:]
        let told = isSilent ? nil : told
        if report.mode == .redFlag { reds[-1] = told?.reds[-1] ?? now }
        for (sector, mode) in report.sectors where mode == .redFlag {
            reds[1000 + sector] = told?.reds[1000 + sector] ?? now
        }
        self.told = Told(report: report, at: now, reds: reds)
        isSilent = false
        sectors = report.sectors.mapValues { Said(mode: counted($0, report), isStale: false) }
        decide()
    }

    mutating func say(_ mode: Mode?, zone: Int?, end: Int?) {
        staff.removeAll { $0.zone == zone }
        guard let mode else { return decide(forgettingStaff: true) }
        staff.append((zone, mode, end))
        if let zone { spokenOf.insert(zone) }
        answered[zone] = now
        if let zone, last[zone] == nil { last[zone] = (Said(), false) }
        if zone == nil { sectors = sectors.filter { !$0.value.isStale } }
        decide()
    }

    mutating func raise(_ zones: Set<Int>) {
        evacuation = zones
        spokenOf.formUnion(zones)
        for zone in zones where last[zone] == nil { last[zone] = (Said(), false) }
        decide()
    }

    /// Everybody who says so is cleared with it.
    mutating func clear() -> Set<ClaimSource> {
        var raisers: Set<ClaimSource> = []
        for zone in last.keys { raisers.formUnion(words(zone).filter { $0.isKnown && $0.isEvacuation }.map(source)) }
        if let told, told.report.isEvacuation { raisers.insert(.network(identity: told.report.identity)) }
        evacuation = nil
        for source in raisers where !cleared.keys.contains(source) { cleared[source] = .some(nil) }
        for index in heard.indices where heard[index].isEvacuation && raisers.contains(source(heard[index])) {
            // What a word counted as when it was followed by another stays part of how its sender was heard to change.
            let one = heard[index]
            let isLast = heard.lastIndex { $0.zone == one.zone && $0.sender == one.sender && $0.isKnown == one.isKnown }
            if isLast == index { heard[index].mode = .unknown }
        }
        if let report = told?.report, !isSilent {
            sectors = report.sectors.mapValues { Said(mode: counted($0, report), isStale: false) }
        } else {
            for sector in sectors.keys where sectors[sector]?.mode == .evacuation { sectors[sector]?.mode = .unknown }
        }
        decide(evacuations: true)
        return raisers
    }
}
