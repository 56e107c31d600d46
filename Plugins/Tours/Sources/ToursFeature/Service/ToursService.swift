internal import Calendars
internal import FeatureKit
internal import Geography
internal import ShopContracts
internal import Speech

/// What all routes share: collections, the stops of routes in memory, who listens.
@Resources struct ToursService: Sendable {
    let store: Store
    let blobs: Blobs
    let bus: Bus
    let clock: FeatureClock
    let flags: Flags
    let log: Log

    let routes: StoredCollection<TourRoute>
    let stops: StoredCollection<Stop>
    let walks: StoredCollection<Walk>
    let grants: StoredCollection<KeptGrant>
    let scores: StoredCollection<Score>
    let awards: StoredCollection<Award>
    let demoSeeded: StoredValue<DemoSeeded>

    let settings: Tours.Settings
    let zones: Zones
    let sounds: SpeechSounds
    /// Where sounds and packages are packed.
    let packing = WorkQueue(atOnce: 1, mostWaiting: 64)
    /// The players of the walks that were used last.
    let players: Lock<BoundedCache<ID<Walk>, Player>>
    /// The stops and fences of the routes that were used last.
    let trails: Lock<BoundedCache<ID<TourRoute>, Trail>>
    /// The number of the last event of each walk that somebody listens to.
    let news: LiveState<ID<Walk>, Int64>
    /// How many listen to each walk.
    let listeners: Lock<[ID<Walk>: Int]>

    static let mostPackageBytes = 60 << 20
    static let autoPlay = Flag(
        "tours.auto-play", default: true, "Whether a stop is spoken as soon as it is reached, rather than on request.")

    init(_ settings: Tours.Settings, _ context: FeatureContext) throws {
        try self.init(
            context, settings: settings, zones: Zones(), sounds: SpeechSounds(),
            players: Lock(BoundedCache(limit: settings.mostPlayers)), trails: Lock(BoundedCache(limit: 1_000)),
            news: LiveState(on: context.clock), listeners: Lock([:]))
    }

    /// The key of who calls: a person's or, before they sign in, their device's.
    func person(_ call: Call) throws(ToursRefusal) -> String {
        guard let key = call.caller.key, key.count <= 256 else { throw .nobody }
        return key
    }

    /// The key of who calls, to whom first moves what they did on this device as a guest.
    func person(_ call: Call, in tx: StoreTransaction) throws -> String {
        let person = try person(call)
        guard call.caller.isSignedIn, let device = call.caller.device, device != person else { return person }
        for stored in try tx.query(walks, where: [.equals("person", device)], limit: 100).items {
            var walk = stored.document
            walk.person = person
            try tx.put(walks, walk, id: stored.id)
        }
        for stored in try tx.query(awards, where: [.equals("person", device)], limit: 100).items {
            var award = stored.document
            award.person = person
            let isKnown = try tx.first(awards, where: award.sameAward) != nil
            try tx.delete(awards, stored.id)
            guard !isKnown else { continue }
            try tx.insert(awards, award)
            try tx.update(scores, where: [.equals("person", person)], or: Score(person: person)) { $0.add(award) }
        }
        if let score = try tx.first(scores, where: [.equals("person", device)]) { try tx.delete(scores, score.id) }
        return person
    }
}

/// A route's stops in their order, and the fences around them.
struct Trail: Sendable {
    let route: Stored<TourRoute>
    let stops: [Stored<Stop>]
    let fences: Geofences
    /// The fence of the first stop alone.
    let preview: Geofences

    init(_ route: Stored<TourRoute>, _ stops: [Stored<Stop>]) {
        (self.route, self.stops) = (route, stops)
        let all = stops.compactMap { stop in
            Fence(
                id: stop.id, .circle(stop.document.place, radius: stop.document.triggerRadiusMeters),
                order: stop.document.order)
        }
        (fences, preview) = (Geofences(all), Geofences(all.prefix(1)))
    }

    subscript(id: ID<Stop>) -> Stored<Stop>? { stops.first { $0.key == id } }
}
