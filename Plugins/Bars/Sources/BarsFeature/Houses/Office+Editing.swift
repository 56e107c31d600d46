internal import FeatureKit

// Bars that are changed and removed while people book there.
extension Office {
    /// How many of the bookings that are in the way are shown.
    static let mostInTheWay = 100
    /// How many documents are read at once where there may be any number of them.
    static let mostAtOnce = 500

    func change(_ request: ChangeBar, _ call: Call) async throws -> BarShown {
        // It may read a file, which no transaction waits for.
        let zone = BarProblem.all(ofZone: request.zone, hours)
        let stored = try await enter { [self] ledger in
            let old = try own(request.bar, call, ledger.tx)
            guard request.version == nil || request.version == old.version else {
                throw RouteError.changedMeanwhile(old.version)
            }
            let bar = old.document.changed(by: request)
            let problems = bar.problems(in: .init(request), settings: settings, hours: hours) + zone
            guard problems.isEmpty else { throw RouteError.wrong(problems) }
            guard bar != old.document else { return old }
            let seatsOthers = bar.seatsOthers(than: old.document)
            if seatsOthers { try refuse(ledger.inTheWay(of: bar, id: old.id), of: bar, call, ledger.now) }
            let stored = try ledger.tx.put(bars, bar, id: old.id)
            if bar.name != old.document.name { try ledger.rename(bookingsOf: stored) }
            if seatsOthers { try ledger.fill(sittingsOf: stored) }
            return stored
        }
        guide.withLock { $0.show(stored) }
        live.changed(stored.id)
        return shown(stored, to: call)
    }

    /// Its bookings stay, for whoever made them.
    func remove(_ request: RemoveBar, _ call: Call) async throws -> Done {
        try await enter { [self] ledger in
            let bar = try own(request.bar, call, ledger.tx)
            if !request.cancelBookings { try refuse(ledger.coming(to: bar.id), of: bar.document, call, ledger.now) }
            try ledger.cancelAll(of: bar, why: "the bar is gone")
            try ledger.dropSittings(of: bar.id)
            try ledger.tx.blobs.delete(Picture.blob(of: bar.id))
            try ledger.tx.delete(bars, bar.id)
        }
        guide.withLock { $0.drop(request.bar) }
        live.changed(request.bar)
        return Done()
    }

    /// Refuses where anything is in the way, and shows it.
    private func refuse(_ bookings: [Stored<Booking>], of bar: Bar, _ call: Call, _ now: Timestamp) throws {
        guard !bookings.isEmpty else { return }
        let some = try bookings.prefix(Self.mostInTheWay).map {
            try Value(encoding: shown($0, sitting: nil, of: bar, to: call, at: now))
        }
        throw RouteError.bookingsInTheWay(some, of: bookings.count)
    }
}

extension Ledger {
    /// Everybody who is still to come to a bar, or waits for that.
    fileprivate func coming(to bar: String) throws -> [Stored<Booking>] {
        // By the clock of UTC it may be another day than there.
        let start = Day(utc: now).advanced(by: -1)
        var (found, page) = ([Stored<Booking>](), PageCursor?.none)
        repeat {
            let part = try tx.query(
                office.bookings, where: [.equals("bar", bar), .from("date", start.description)],
                limit: Office.mostAtOnce, after: page)
            found += part.items.filter { $0.document.starts > now && $0.document.state(at: now).isAlive }
            page = part.next
        } while page != nil
        return found
    }

    /// Tells everybody who is to come what the bar is called now.
    fileprivate mutating func rename(bookingsOf bar: Stored<Bar>) throws {
        for booking in try coming(to: bar.id) {
            var document = booking.document
            document.barName = bar.document.name
            try write(document, booking.id, in: nil, telling: .changed)
        }
    }

    /// Takes away what is known of past days, too.
    fileprivate func dropSittings(of bar: String) throws {
        while true {
            let sat = try tx.query(
                office.sittings, where: [.equals("bar", bar)], limit: Office.mostAtOnce
            ).items
            guard !sat.isEmpty else { return }
            for sitting in sat { try tx.delete(office.sittings, sitting.id) }
        }
    }
}

extension Bar {
    /// The bar as somebody wants to have it; what they don't name stays.
    fileprivate func changed(by request: ChangeBar) -> Bar {
        var bar = self
        if let name = request.name { bar.name = name.trimmed }
        if let description = request.description { bar.description = description }
        if let type = request.type { bar.type = type }
        if let location = request.location { bar.location = location }
        if let address = request.address?.trimmed { bar.address = address.isEmpty ? nil : address }
        if let zone = request.zone { bar.zone = zone.isEmpty ? nil : zone }
        if let days = request.opening?.days { bar.opening.days = days }
        if let shifts = request.opening?.shifts { bar.opening.shifts = shifts }
        if let closures = request.opening?.closures { bar.opening.closures = closures }
        if let tables = request.tables {
            bar.tables = tables
            // Without a plan it has as many seats as it had, unless told.
            if !tables.isEmpty { bar.capacity = tables.seats }
        }
        if let capacity = request.capacity { bar.capacity = capacity }
        return bar
    }

    /// Whether people sit, or come at times, other than before.
    fileprivate func seatsOthers(than old: Bar) -> Bool {
        capacity != old.capacity || tables != old.tables || opening != old.opening || zone != old.zone
    }
}

extension Bar.Said {
    fileprivate init(_ request: ChangeBar) {
        self.init(
            name: request.name != nil, address: request.address != nil, type: request.type != nil,
            capacity: request.capacity != nil, tables: request.tables != nil, opening: request.opening != nil)
    }
}
