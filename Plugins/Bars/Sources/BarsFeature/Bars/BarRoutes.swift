internal import Calendars
internal import FeatureKit
internal import Media

@Record struct NewBar {
    /// The name of the bar.
    @Text(1...100) var name: String
    /// What the bar says about itself.
    @Text(0...2_000) var description = ""
    /// How many people it takes in one shift; by default the seats of its tables.
    @In(1...10_000) var capacity: Int?
    /// One of the types of the settings.
    @Text(Bar.typeLength) var type: String
    /// Where it is.
    var location: GeoPoint
    /// Where it is, in words.
    @Text(0...200) var address: String?
    /// Its time zone, such as Europe/Madrid; that of the settings by default.
    @Text(1...64) var zone: String?
    /// When it is open.
    var opening: Opening = Opening()
    /// Its tables; without any, only seats are counted.
    @Count(0...200) var tables: [Table] = []
}

/// A change of a bar: fields that are absent stay, lists are replaced.
@Record struct ChangeBar {
    /// Which bar.
    var bar: ID<Bar>
    /// The version that is changed; the request is refused where the bar has another one by now.
    var version: Int64?
    /// The name of the bar.
    @Text(1...100) var name: String?
    /// What the bar says about itself.
    @Text(0...2_000) var description: String?
    /// How many people it takes in one shift.
    @In(1...10_000) var capacity: Int?
    /// One of the types of the settings.
    @Text(Bar.typeLength) var type: String?
    /// Where it is.
    var location: GeoPoint?
    /// Where it is, in words; empty to remove it.
    @Text(0...200) var address: String?
    /// Its time zone; empty for that of the settings.
    @Text(0...64) var zone: String?
    /// When it is open.
    var opening: ChangeOpening?
    /// Its tables; empty to count seats only.
    @Count(0...200) var tables: [Table]?
}

@Record struct ChangeOpening {
    /// The days of the week; every day where there are none.
    @Count(0...7) var days: [Weekday]?
    /// The ids of the shifts; all where there are none.
    @Text(Shift.idLength) @Count(0...12) var shifts: [String]?
    /// Days on which it is closed all the same.
    @Count(0...100) var closures: [Closure]?
}

@Record struct NamedBar {
    /// Which bar.
    var bar: ID<Bar>
}

@Record struct RemoveBar {
    /// Which bar.
    var bar: ID<Bar>
    /// Whether future bookings are cancelled; otherwise they are in the way.
    var cancelBookings = false
}

/// A request whose body is an image as it is.
struct PutImage: Shaped, Codable {
    var bar: String
    var image: Media

    static let shape = Shape.object([
        Field("bar", ID<Bar>.shape, "Which bar."),
        Field("image", .media(upTo: Picture.mostBytes), "A PNG, JPEG or WebP."),
    ])
}

@Record struct TypeCounts {
    /// How many bars there are of each type.
    var types: [String: Int]
}

@Routes("bars") struct BarRoutes: RouteGroup {
    /// How many of the bookings that are in the way are shown.
    private static let mostInTheWay = 100

    let service: BarsService

    /// The types that a bar may have, with the number of bars of each.
    @Get("/types", .everyone)
    func types() -> TypeCounts {
        let counts = service.index.withLock { $0.counts }
        return TypeCounts(
            types: Dictionary(service.settings.types.map { ($0, counts[$0] ?? 0) }) { one, _ in one })
    }

    /// A bar.
    @Get("/{bar}", .everyone)
    func one(_ request: NamedBar, _ call: Call) async throws -> Bar.View {
        guard let bar = try await service.bars.get(request.bar) else { throw BarRefusal.noBar }
        return try view(bar, to: call)
    }

    /// Adds a bar, which belongs to the caller.
    @Post("/", .user)
    func add(_ request: NewBar, _ call: Call) async throws -> Bar.View {
        let (owner, settings) = (try service.user(call), service.settings)
        let bar = Bar(request, owner: owner, at: service.clock.now)
        let hasSeats = request.capacity != nil || !request.tables.isEmpty
        let problems =
            (hasSeats ? [] : ["capacity: a bar without tables needs it"]) + bar.problems(in: { _ in true }, settings)
            + zoneProblems(request.zone)
        guard problems.isEmpty else { throw BarRefusal.invalidBar(problems) }
        let stored = try await service.store.transaction { tx in
            guard try tx.count(service.bars, where: [.equals("owner", owner)]) < settings.mostBars else {
                throw BarRefusal.tooManyBars(settings.mostBars)
            }
            return try tx.insert(service.bars, bar)
        }
        show(stored)
        return try view(stored, to: call)
    }

    /// Changes a bar; bookings that would lose their place are in the way.
    @Patch("/{bar}", .user)
    func change(_ request: ChangeBar, _ call: Call) async throws -> Bar.View {
        let (settings, patch) = (service.settings, try request.patch)
        // It may read a file, which no transaction waits for.
        let zone = zoneProblems(request.zone)
        let stored = try await service.transact { transaction in
            let old = try own(request.bar, call, transaction.tx)
            guard request.version == nil || request.version == old.version else {
                throw BarRefusal.changedMeanwhile(old.version)
            }
            var bar = try patch.applied(to: old.document)
            (bar.name, bar.address) = (bar.name.trimmed, bar.address?.trimmed.nonEmpty)
            // Without a plan it has as many seats as before.
            if patch.says("tables"), !patch.says("capacity"), !bar.tables.isEmpty { bar.capacity = bar.tables.seats }
            let problems = bar.problems(in: patch.says, settings) + zone
            guard problems.isEmpty else { throw BarRefusal.invalidBar(problems) }
            guard bar != old.document else { return old }
            if bar.seatsOthers(than: old.document) {
                try refuse(transaction.bookingsInTheWay(of: bar, old), transaction)
            }
            let stored = try transaction.tx.put(service.bars, bar, id: old.id)
            if bar.name != old.document.name { try transaction.renameBookings(of: stored) }
            if bar.seatsOthers(than: old.document) { try transaction.reseat(stored) }
            return stored
        }
        show(stored)
        return try view(stored, to: call)
    }

    /// Removes a bar and its image; its bookings stay for whoever made them.
    @Delete("/{bar}", .user)
    func remove(_ request: RemoveBar, _ call: Call) async throws -> Done {
        try await service.transact { transaction in
            let bar = try own(request.bar, call, transaction.tx)
            if !request.cancelBookings { try refuse(transaction.futureBookings(of: bar.key), transaction) }
            try transaction.cancelFutureBookings(of: bar, why: "the bar is gone")
            try transaction.tx.blobs.delete(Picture.blob(of: bar.key))
            try transaction.tx.delete(service.bars, bar.id)
        }
        service.index.withLock { $0.remove(request.bar) }
        service.occupancy.changed([request.bar])
        return Done()
    }

    // MARK: - Images

    /// The image of a bar.
    @Get("/{bar}/image", .everyone)
    func image(_ request: NamedBar) async throws -> Media {
        try await service.store.read { snapshot in
            guard try snapshot.get(service.bars, request.bar) != nil else { throw BarRefusal.noBar }
            guard let image = try snapshot.blobs.get(Picture.blob(of: request.bar)) else { throw BarRefusal.noImage }
            return image
        }
    }

    /// Gives a bar an image, in place of the one that it has.
    @Put("/{bar}/image", .user)
    func imagePut(_ request: PutImage, _ call: Call) async throws -> Bar.View {
        let image = request.image
        // Read before the transaction, which may run again; refused after it is known whose bar it is.
        let header = Result { () throws(BarRefusal) in try ImageHeader(checking: image) }
        return try await edit(ID(request.bar), call) { bar, id, tx in
            let header = try header.get()
            let blob = try tx.blobs.put(
                Media(type: header.format.rawValue, bytes: image.bytes), id: Picture.blob(of: id))
            bar.image = Picture(
                type: blob.type, width: header.width, height: header.height, bytes: blob.size, tag: blob.hash)
        }
    }

    /// Removes the image of a bar.
    @Delete("/{bar}/image", .user)
    func imageRemove(_ request: NamedBar, _ call: Call) async throws -> Bar.View {
        try await edit(request.bar, call) { bar, id, tx in
            guard try tx.blobs.delete(Picture.blob(of: id)) else { throw BarRefusal.noImage }
            bar.image = nil
        }
    }

    private func edit(
        _ id: ID<Bar>, _ call: Call, _ change: @escaping @Sendable (inout Bar, ID<Bar>, StoreTransaction) throws -> Void
    ) async throws -> Bar.View {
        let stored = try await service.store.transaction { tx in
            var bar = try own(id, call, tx).document
            try change(&bar, id, tx)
            return try tx.put(service.bars, bar, id: id)
        }
        show(stored)
        return try view(stored, to: call)
    }

    // MARK: - Parts

    /// A bar that the caller may change.
    private func own(_ id: ID<Bar>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Bar> {
        _ = try service.user(call)
        guard let bar = try snapshot.get(service.bars, id) else { throw BarRefusal.noBar }
        guard service.runs(bar.document, call) else { throw BarRefusal.notYourBar }
        return bar
    }

    private func view(_ bar: Stored<Bar>, to call: Call) throws -> Bar.View { try service.view(bar, to: call) }

    /// Brings what depends on a bar up to date, also the time of the next midnight where its zone is new.
    private func show(_ bar: Stored<Bar>) {
        service.index.withLock { $0.update(bar) }
        service.occupancy.changed([bar.key])
        service.deadlines.set(.newDay, noLaterThan: service.schedule.zones.nextMidnight(after: service.clock.now))
    }

    private func zoneProblems(_ name: String?) -> [String] {
        guard let name = name?.nonEmpty else { return [] }
        do { _ = try service.schedule.zones.zone(name) } catch { return ["zone: \(error)"] }
        return []
    }

    private func refuse(_ bookings: [Stored<Booking>], _ transaction: BookingTransaction) throws {
        guard !bookings.isEmpty else { return }
        let some = try bookings.prefix(Self.mostInTheWay).map {
            try Value(encoding: service.view($0, in: nil, runsBar: true, at: transaction.now, transaction.tx))
        }
        throw BarRefusal.bookingsInTheWay(some, count: bookings.count)
    }
}

extension BarsService {
    /// A bar as the caller sees it.
    func view(_ bar: Stored<Bar>, to call: Call) throws -> Bar.View {
        var view = bar.view
        view.zone = try schedule.zone(named: bar.document.zone).name
        view.isYours = bar.document.owner != nil && call.caller.key == bar.document.owner
        return view
    }
}

extension ChangeBar {
    /// The fields of the request that are the bar's, as a patch.
    fileprivate var patch: Patch<Bar> {
        get throws {
            guard case .object(var changes) = try Value(encoding: self) else { return Patch(Members()) }
            (changes["bar"], changes["version"]) = (nil, nil)
            for field in ["address", "zone"] where changes[field] == "" { changes[field] = .null }
            return Patch(changes)
        }
    }
}

extension Bar {
    init(_ new: NewBar, owner: String, at now: Timestamp) {
        self.init(
            name: new.name.trimmed, description: new.description, capacity: new.capacity ?? new.tables.seats,
            type: new.type, location: new.location, address: new.address?.trimmed.nonEmpty, owner: owner,
            zone: new.zone,
            opening: new.opening, tables: new.tables, made: now)
    }

    /// Whether people sit, or come at times, other than before.
    fileprivate func seatsOthers(than old: Bar) -> Bool {
        capacity != old.capacity || tables != old.tables || opening != old.opening || zone != old.zone
    }
}

extension ImageHeader {
    /// Reads what somebody sends as an image.
    fileprivate init(checking media: Media) throws(BarRefusal) {
        guard let format = Format(media.bytes) else { throw .notAnImage }
        guard !format.contradicts(media.type) else { throw .otherFormat(said: media.type, is: format) }
        do { try self.init(media.bytes, format) } catch { throw .damagedImage(format, error) }
        let sides = 1...Picture.mostPixels
        guard sides.contains(width), sides.contains(height) else { throw .imageSize(width, height) }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
