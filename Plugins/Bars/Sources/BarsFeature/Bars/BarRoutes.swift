internal import Calendars
internal import FeatureKit
internal import Media
internal import TextSearch

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

@Routes("bars", as: "barRoutes") extension BarsService {
    /// The types that a bar may have, with the number of bars of each.
    @Get("/types", .everyone)
    func types() -> TypeCounts {
        let counts = index.withLock { $0.counts }
        return TypeCounts(types: Dictionary(settings.types.map { ($0, counts[$0] ?? 0) }) { one, _ in one })
    }

    /// A bar.
    /// - Parameter bar: Which bar.
    @Get("/{bar}", .everyone)
    func one(bar: ID<Bar>, _ call: Call) async throws -> Bar.View {
        guard let found = try await bars.get(bar) else { throw BarRefusal.noBar }
        return try view(found, to: call)
    }

    /// Adds a bar, which belongs to the caller.
    @Post("/", .user)
    func add(_ request: NewBar, _ call: Call) async throws -> Bar.View {
        let (owner, settings) = (try user(call), settings)
        let bar = Bar(request, owner: owner, at: clock.now)
        let hasSeats = request.capacity != nil || !request.tables.isEmpty
        try refuse(
            (hasSeats ? [] : ["capacity: a bar without tables needs it"]) + bar.problems(in: { _ in true }, settings)
                + zoneProblems(request.zone))
        let stored = try await store.transaction { tx in
            guard try tx.count(bars, where: [.equals("owner", owner)]) < settings.mostBars else {
                throw BarRefusal.tooManyBars(most: settings.mostBars)
            }
            return try tx.insert(bars, bar)
        }
        return try show(stored, to: call)
    }

    /// Changes a bar; bookings that would lose their place are in the way.
    @Patch("/{bar}", .user)
    func change(_ request: ChangeBar, _ call: Call) async throws -> Bar.View {
        let (settings, patch) = (settings, try request.patch)
        // It may read a file, which no transaction waits for.
        let zone = zoneProblems(request.zone)
        let stored = try await transact { transaction in
            let old = try ownBar(request.bar, call, transaction.tx)
            guard request.version == nil || request.version == old.version else {
                throw BarRefusal.changedMeanwhile(version: old.version)
            }
            var bar = try patch.applied(to: old.document)
            (bar.name, bar.address) = (bar.name.trimmed ?? "", bar.address?.trimmed)
            // Without a plan it has as many seats as before.
            if patch.says("tables"), !patch.says("capacity"), !bar.tables.isEmpty { bar.capacity = bar.tables.seats }
            try refuse(bar.problems(in: patch.says, settings) + zone)
            guard bar != old.document else { return old }
            let seatsOthers = bar.seatsOthers(than: old.document)
            if seatsOthers { try refuse(transaction.bookingsInTheWay(of: bar, old), transaction) }
            let stored = try transaction.tx.put(bars, bar, id: old.id)
            if bar.name != old.document.name { try transaction.renameBookings(of: stored) }
            if seatsOthers { try transaction.reseat(stored) }
            return stored
        }
        deadlines.set(.occupancy(stored.key), after: .zero)
        return try show(stored, to: call)
    }

    /// Removes a bar and its image; its bookings stay for the person who made them.
    /// - Parameter bar: Which bar.
    /// - Parameter cancelBookings: Whether future bookings are cancelled; otherwise they are in the way.
    @Delete("/{bar}", .user)
    func remove(bar: ID<Bar>, cancelBookings: Bool = false, _ call: Call) async throws -> Done {
        try await transact { transaction in
            _ = try ownBar(bar, call, transaction.tx)
            if !cancelBookings { try refuse(transaction.futureBookings(of: bar), transaction) }
            try transaction.cancelFutureBookings(of: bar, why: "the bar is gone")
            try transaction.tx.blobs.delete(Picture.blob(of: bar))
            try transaction.tx.delete(bars, bar)
        }
        index.withLock { $0.remove(bar) }
        deadlines.set(.occupancy(bar), after: .zero)
        return Done()
    }

    // MARK: - Images

    /// The image of a bar.
    /// - Parameter bar: Which bar.
    @Get("/{bar}/image", .everyone)
    func image(bar: ID<Bar>) async throws -> Media {
        try await store.read { snapshot in
            guard try snapshot.get(bars, bar) != nil else { throw BarRefusal.noBar }
            guard let image = try snapshot.blobs.get(Picture.blob(of: bar)) else { throw BarRefusal.noImage }
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
    /// - Parameter bar: Which bar.
    @Delete("/{bar}/image", .user)
    func imageRemove(bar: ID<Bar>, _ call: Call) async throws -> Bar.View {
        try await edit(bar, call) { bar, id, tx in
            guard try tx.blobs.delete(Picture.blob(of: id)) else { throw BarRefusal.noImage }
            bar.image = nil
        }
    }

    private func edit(
        _ id: ID<Bar>, _ call: Call, _ change: @escaping @Sendable (inout Bar, ID<Bar>, StoreTransaction) throws -> Void
    ) async throws -> Bar.View {
        let stored = try await store.transaction { tx in
            var bar = try ownBar(id, call, tx).document
            try change(&bar, id, tx)
            return try tx.put(bars, bar, id: id)
        }
        return try show(stored, to: call)
    }

    // MARK: - Parts

    /// A bar that the caller may change.
    private func ownBar(_ id: ID<Bar>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Bar> {
        _ = try user(call)
        guard let bar = try snapshot.get(bars, id) else { throw BarRefusal.noBar }
        guard runs(bar.document, call) else { throw BarRefusal.notYourBar }
        return bar
    }

    /// Brings what depends on a bar up to date, also the time of the next midnight where its zone is new.
    private func show(_ bar: Stored<Bar>, to call: Call) throws -> Bar.View {
        index.withLock { $0.update(bar) }
        deadlines.set(.newDay, noLaterThan: schedule.zones.nextMidnight(after: clock.now))
        return try view(bar, to: call)
    }

    /// A bar as the caller sees it.
    func view(_ bar: Stored<Bar>, to call: Call) throws -> Bar.View {
        var view = bar.view
        view.zone = try schedule.zone(named: bar.document.zone).name
        view.isYours = bar.document.owner != nil && call.caller.key == bar.document.owner
        return view
    }

    private func zoneProblems(_ name: String?) -> [String] {
        guard let name, !name.isEmpty else { return [] }
        do { _ = try schedule.zones.zone(name) } catch { return ["zone: \(error)"] }
        return []
    }

    private func refuse(_ problems: [String]) throws(RouteError) {
        guard !problems.isEmpty else { return }
        let more = problems.count > 20 ? ["and \(problems.count - 20) more"] : []
        throw .invalid((problems.prefix(20) + more).joined(separator: "; "))
    }

    /// Refuses where bookings are in the way; a hundred of them are shown.
    private func refuse(_ bookings: [Stored<Booking>], _ transaction: BookingTransaction) throws {
        guard !bookings.isEmpty else { return }
        let shown = try bookings.prefix(100).map {
            try Value(encoding: view($0, in: nil, runsBar: true, at: transaction.now, transaction.tx))
        }
        throw BarRefusal.bookingsInTheWay(count: bookings.count, bookings: shown)
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
            name: new.name.trimmed ?? "", description: new.description, capacity: new.capacity ?? new.tables.seats,
            type: new.type, location: new.location, address: new.address?.trimmed, owner: owner,
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
        guard !format.contradicts(media.type) else { throw .otherFormat(type: media.type, format: format.rawValue) }
        do { try self.init(media.bytes, format) } catch { throw .damagedPicture(format: format.name) }
        let sides = 1...20_000
        guard sides.contains(width), sides.contains(height) else { throw .pictureSize(width: width, height: height) }
    }
}
