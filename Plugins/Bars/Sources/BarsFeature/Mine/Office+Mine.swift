internal import FeatureKit

// What somebody asks about themselves.
extension Office {
    // MARK: - The party

    func party(_ call: Call) async throws -> Party {
        let user = try user(call)
        let known = try await store.read { [self] snapshot in try person(user, snapshot) }
        return Party(people: known.party ?? Person.usualParty)
    }

    func putParty(_ request: Party, _ call: Call) async throws -> Party {
        let user = try user(call)
        try check(request.people)
        try await store.transaction { [self] tx in try remember(user, tx) { $0.party = request.people } }
        return request
    }

    // MARK: - Bars

    func mine(_ request: Mine, _ call: Call) async throws -> BarPage {
        let page = try await bars.query(
            where: [.equals("owner", try user(call))], order: .by("made"), limit: Int(request.limit),
            after: request.after.map(PageCursor.init))
        return BarPage(items: page.items.map { shown($0, to: call) }, next: page.next?.description)
    }

    /// The bars where somebody has booked and not cancelled, the one with the latest booking first.
    func myBookedBars(_ request: Mine, _ call: Call) async throws -> BarPage {
        let (user, now) = (try user(call), clock.now)
        let after = try request.after.map { (text) throws(RouteError) in
            guard let place = BookedBar(text) else { throw .noCursor }
            return place
        }
        let (found, next) = try await store.read { [self] snapshot in
            let all = try snapshot.query(
                bookings, where: [.equals("user", user)], order: .descending(by: "starts"),
                limit: BookedBar.mostBookings)
            let places = BookedBar.all(of: all.items, at: now).filter { place in after.map { place > $0 } ?? true }
            let page = places.prefix(Int(request.limit))
            return (
                try page.compactMap { try snapshot.get(bars, $0.bar) },
                page.count < places.count ? page.last?.description : nil
            )
        }
        return BarPage(items: found.map { shown($0, to: call) }, next: next)
    }

    // MARK: - Bookings

    /// How many bookings are looked at for one page, where most are not what was asked for.
    private static let mostLookedAt = 500

    func myBookings(_ request: MyBookings, _ call: Call) async throws -> BookingPage {
        let (user, now) = (try user(call), clock.now)
        let after = try request.after.map { (text) throws(RouteError) in
            guard let place = Moment.cut(text) else { throw .noCursor }
            return place
        }
        // All pages are of one moment, which their cursors hold: a question is the same only with the same moment.
        let asked = after?.moment ?? now.wholeSecond
        // What is to come has not ended; when that is, is not in the index, but no shift lasts longer.
        let conditions: [StoreCondition] =
            request.past
            ? [.equals("user", user)]
            : [
                .equals("user", user),
                .from("starts", asked.advanced(by: .zero - Shift.longest)),
            ]
        return try await store.read { [self] snapshot in
            var items: [BookingShown] = []
            var next = (after?.rest).map(PageCursor.init)
            var looked = 0
            while looked < Self.mostLookedAt {
                let page = try snapshot.query(
                    bookings, where: conditions, order: request.past ? .descending(by: "starts") : .by("starts"),
                    limit: Int(request.limit) - items.count, after: next)
                next = page.next
                looked += page.items.count
                for booking in page.items where booking.document.isToCome(at: now) != request.past {
                    items.append(try shown(booking, snapshot, to: call, at: now))
                }
                guard next != nil, items.count < request.limit else { break }
            }
            return BookingPage(items: items, next: next.map { Moment.text(asked, before: $0.description) })
        }
    }

    private func shown(
        _ booking: Stored<Booking>, _ snapshot: StoreSnapshot, to call: Call, at now: Timestamp
    ) throws(StoreError) -> BookingShown {
        let document = booking.document
        guard document.isToCome(at: now) else {
            return shown(booking, sitting: nil, of: nil, to: call, at: now)
        }
        var ahead: Int64?
        if document.state == .waiting, let place = document.place {
            ahead = Int64(
                try snapshot.count(
                    bookings,
                    where: [
                        .equals("sitting", document.sitting), .equals("state", Booking.State.waiting),
                        .below("place", place),
                    ]))
        }
        return shown(
            booking, sitting: try snapshot.get(sittings, document.sitting)?.document, ahead: ahead, of: nil, to: call,
            at: now)
    }
}

extension Booking {
    /// Whether somebody who looks at what is to come wants to see it.
    func isToCome(at now: Timestamp) -> Bool { state(at: now).isAlive && now < ends }
}
