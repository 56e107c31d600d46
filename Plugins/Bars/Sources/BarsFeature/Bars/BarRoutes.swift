internal import Calendars
internal import FeatureKit
internal import Media

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
    @Get("/{bar}", .everyone)
    func one(bar: ID<Bar>, _ call: Call) async throws -> Bar.View {
        guard let found = try await bars.get(bar) else { throw BarRefusal.noBar }
        return try view(found, to: call)
    }

    /// Adds a bar, which belongs to the caller.
    @Post("/", .user)
    func add(_ draft: Bar.Draft, _ call: Call) async throws -> Bar.View {
        let (owner, settings) = (try user(call), settings)
        var bar = Bar(draft, owner: owner, made: clock.now)
        bar.tidy(saysCapacity: draft.capacity > 0)
        try (bar.problems(settings) + zoneProblems(bar.zone)).refuse()
        return try await store.transaction { [bar] tx in
            guard try tx.count(bars, where: [.equals("owner", owner)]) < settings.mostBars else {
                throw BarRefusal.tooManyBars(most: settings.mostBars)
            }
            return try show(tx.insert(bars, bar), to: call, tx)
        }
    }

    /// Changes a bar; bookings that would lose their place are in the way.
    @Patch("/{bar}", .user)
    func change(_ request: Bar.Change, _ call: Call) async throws -> Bar.View {
        // It may read a file, which no transaction waits for.
        let zone = zoneProblems(request.zone)
        let changed = try await transact(by: call) { transaction in
            let old = try ownBar(request.bar, call, transaction.tx)
            var bar = try old.changed(by: request)
            bar.tidy(saysCapacity: request.capacity != nil)
            try (bar.problems(transaction.settings, changing: old.document) + zone).refuse()
            guard bar != old.document else { return try view(old, to: call) }
            let seatsOthers = bar.seatsOthers(than: old.document)
            if seatsOthers { try refuse(transaction.bookingsInTheWay(of: bar, old), transaction) }
            let stored = try transaction.tx.put(bars, bar, id: old.id)
            if bar.name != old.document.name { try transaction.renameBookings(of: stored) }
            if seatsOthers { try transaction.reseat(stored) }
            return try show(stored, to: call, transaction.tx)
        }
        deadlines.set(.occupancy(request.bar), after: .zero)
        return changed
    }

    /// Removes a bar and its image; its bookings stay for the person who made them.
    /// - Parameter cancelBookings: Whether future bookings are cancelled; otherwise they are in the way.
    @Delete("/{bar}", .user)
    func remove(bar: ID<Bar>, cancelBookings: Bool = false, _ call: Call) async throws -> Done {
        try await transact(by: call) { transaction in
            _ = try ownBar(bar, call, transaction.tx)
            if !cancelBookings { try refuse(transaction.futureBookings(of: bar), transaction) }
            try transaction.cancelFutureBookings(of: bar, why: "the bar is gone")
            try transaction.tx.blobs.delete(Bar.image(of: bar))
            try transaction.tx.delete(bars, bar)
        }
        index.withLock { $0.remove(bar) }
        deadlines.set(.occupancy(bar), after: .zero)
        return Done()
    }

    // MARK: - Images

    /// The image of a bar.
    @Get("/{bar}/image", .everyone)
    func image(bar: ID<Bar>) async throws -> Media {
        try await store.read { snapshot in
            if let image = try snapshot.blobs.get(Bar.image(of: bar)) { return image }
            throw try snapshot.get(bars, bar) == nil ? BarRefusal.noBar : .noImage
        }
    }

    /// Gives a bar an image, in place of the one that it has.
    /// - Parameter image: A PNG, JPEG or WebP.
    @Put("/{bar}/image", .user)
    func imagePut(bar: ID<Bar>, image: ImageUpload, _ call: Call) async throws -> Bar.View {
        try await edit(bar, call) { document, tx in document.image = try image.store(as: Bar.image(of: bar), in: tx) }
    }

    /// Removes the image of a bar.
    @Delete("/{bar}/image", .user)
    func imageRemove(bar: ID<Bar>, _ call: Call) async throws -> Bar.View {
        try await edit(bar, call) { document, tx in
            guard try tx.blobs.delete(Bar.image(of: bar)) else { throw BarRefusal.noImage }
            document.image = nil
        }
    }

    private func edit(
        _ id: ID<Bar>, _ call: Call, _ change: @escaping @Sendable (inout Bar, StoreTransaction) throws -> Void
    ) async throws -> Bar.View {
        try await store.transaction { tx in
            var bar = try ownBar(id, call, tx).document
            try change(&bar, tx)
            return try show(tx.put(bars, bar, id: id), to: call, tx)
        }
    }

    // MARK: - Parts

    /// A bar that the caller runs.
    func ownBar(_ id: ID<Bar>, _ call: Call, _ snapshot: StoreSnapshot) throws -> Stored<Bar> {
        _ = try user(call)
        guard let bar = try snapshot.get(bars, id) else { throw BarRefusal.noBar }
        guard runs(bar.document, call) else { throw BarRefusal.notYourBar }
        return bar
    }

    /// Has what depends on a bar follow it, also the time of the next midnight where its zone is new.
    private func show(_ bar: Stored<Bar>, to call: Call, _ tx: StoreTransaction) throws -> Bar.View {
        tx.afterCommit {
            index.withLock { $0.update(bar) }
            deadlines.set(.newDay, noLaterThan: schedule.zones.nextMidnight(after: clock.now))
        }
        return try view(bar, to: call)
    }

    /// A bar as the caller sees it.
    func view(_ bar: Stored<Bar>, to call: Call) throws -> Bar.View {
        var view = bar.view
        view.zone = try schedule.zone(named: bar.document.zone).name
        view.isYours = bar.document.owner != nil && call.caller.key == bar.document.owner
        return view
    }

    private func zoneProblems(_ name: String?) -> [RequestProblem] {
        guard let name, !name.isEmpty else { return [] }
        do { _ = try schedule.zones.zone(name) } catch { return [RequestProblem("zone", "\(error)")] }
        return []
    }

    /// Refuses where bookings are in the way; a hundred of them are shown.
    private func refuse(_ bookings: [Stored<Booking>], _ transaction: BookingTransaction) throws {
        guard !bookings.isEmpty else { return }
        let shown = try bookings.prefix(100).map {
            let day = try transaction.tx.get(shiftDays, $0.document.shiftDay)?.document
            return try Value(encoding: view($0, in: day, runsBar: true, at: transaction.now, transaction.tx))
        }
        throw BarRefusal.bookingsInTheWay(count: bookings.count, bookings: shown)
    }
}
