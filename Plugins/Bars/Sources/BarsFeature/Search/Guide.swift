internal import FeatureKit

/// What searches look through: every bar, and what is free of it tomorrow.
///
/// It lies in memory and follows what is committed, so that a search touches no disk. News comes from many threads and in any
/// order: what comes late is known by its version, and what is deleted stays so.
struct Guide: Sendable {
    let hours: Hours
    let overbooking: Int64

    private var byName: Shelves<NameKey>
    private var bySpot: Shelves<SpotKey>
    /// The types and the zones by their numbers.
    private var kinds = Numbers()
    private var zones: [Zone] = []
    private var zoneNumbers = Numbers()

    private struct Kept: Sendable {
        var version: Int64
        var name: NameKey
        var spot: SpotKey
        var terms: Listing.Terms
        var type: String
        var sittings: SittingsSeen
    }

    private var bars: [String: Kept] = [:]
    private var strangers = Strangers()
    /// How many bars there are of each type.
    private(set) var counts: [String: Int64] = [:]

    init(_ settings: Bars.Settings, _ hours: Hours) {
        self.hours = hours
        overbooking = settings.overbooking
        byName = Shelves(shifts: hours.shifts.count)
        bySpot = Shelves(shifts: hours.shifts.count)
    }

    /// What a search takes and keeps, while others go on to show.
    var view: GuideView { GuideView(byName: byName, bySpot: bySpot, kinds: kinds, zones: zones, shifts: hours.shifts) }

    /// Takes a bar as it is now.
    mutating func show(_ bar: Stored<Bar>) {
        var sittings = SittingsSeen()
        if let kept = bars[bar.id] {
            guard kept.version < bar.version else { return }
            sittings = kept.sittings
            takeAway(bar.id, kept)
        } else {
            switch strangers[bar.id] {
            case .deleted: return
            case .early(let early): sittings = early
            case nil: break
            }
            strangers.remove(bar.id)
        }
        let listing = listing(bar, sittings)
        byName.insert(listing)
        bySpot.insert(listing)
        counts[bar.document.type, default: 0] += 1
        bars[bar.id] = Kept(
            version: bar.version, name: NameKey(listing), spot: SpotKey(listing), terms: listing.terms,
            type: bar.document.type, sittings: sittings)
    }

    /// Takes away a bar that was deleted.
    mutating func drop(_ id: String) {
        strangers.put(.deleted, id)
        guard let kept = bars.removeValue(forKey: id) else { return }
        takeAway(id, kept)
    }

    /// Takes a shift as it is now.
    mutating func show(_ sitting: Stored<Sitting>) {
        let document = sitting.document
        guard let day = Day(document.date), let shift = hours.shifts.firstIndex(where: { $0.id == document.shift })
        else { return }
        let one = SittingsSeen.One(
            day: SearchDay(day).number, shift: shift, version: sitting.version, taken: Int16(clamping: document.taken),
            fits: document.fits.map { Int16(clamping: $0) })
        guard var kept = bars[document.bar] else { return keep(one, ofStranger: document.bar) }
        guard kept.sittings.take(one) else { return }
        let nights = kept.sittings.nights(kept.terms, shifts: hours.shifts.count)
        byName.set(nights, of: kept.name)
        bySpot.set(nights, of: kept.spot)
        bars[document.bar] = kept
    }

    private mutating func keep(_ one: SittingsSeen.One, ofStranger id: String) {
        var sittings = SittingsSeen()
        switch strangers[id] {
        case .deleted: return
        case .early(let early): sittings = early
        case nil: break
        }
        if sittings.take(one) { strangers.put(.early(sittings), id) }
    }

    private mutating func takeAway(_ id: String, _ kept: Kept) {
        byName.remove(kept.name)
        bySpot.remove(kept.spot)
        counts[kept.type] = counts[kept.type].flatMap { $0 > 1 ? $0 - 1 : nil }
    }

    private mutating func listing(_ bar: Stored<Bar>, _ sittings: SittingsSeen) -> Listing {
        let document = bar.document
        let zone = hours.zone(of: document)
        let zoneNumber = zoneNumbers.number(of: zone.name)
        if zoneNumber == zones.count { zones.append(zone) }
        let space = Space(document, overbooking: overbooking)
        let terms = Listing.Terms(
            kind: UInt16(clamping: kinds.number(of: document.type)), zone: UInt16(clamping: zoneNumber),
            open: OpenDays(document, hours.shifts),
            seats: Int16(clamping: space.limit), hasTables: !space.tables.isEmpty,
            party: Int16(clamping: Sitting.largest(in: space)))
        return Listing(
            name: Array(document.name.folded.utf8),
            card: Listing.Card(
                id: bar.id, name: document.name, type: document.type, location: document.location,
                capacity: document.capacity, closures: OpenDays.closures(of: document)),
            terms: terms, spot: document.location.spot, nights: sittings.nights(terms, shifts: hours.shifts.count))
    }
}

/// Numbers for words, in the order of their coming.
struct Numbers: Sendable {
    private var known: [String: Int] = [:]

    subscript(word: String) -> Int? { known[word] }
    var count: Int { known.count }

    mutating func number(of word: String) -> Int {
        if let number = known[word] { return number }
        known[word] = known.count
        return known.count - 1
    }
}
