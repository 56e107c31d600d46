internal import Calendars
internal import Crypto
internal import FeatureKit
internal import Rostering

/// A rider's shifts, and where a device goes on from.
@Record struct OwnWeek: Equatable {
    /// The published shifts, the earliest first.
    @Count(0...1_000) var shifts: [Shift.View]
    /// What `changes` takes as `since`.
    @In(0...Int64.max) var cursor: Int64
}

/// What became of a rider's shifts.
@Record struct OwnChanges: Equatable {
    /// The shifts that are new or have changed.
    @Count(0...5_000) var changed: [Shift.View]
    /// The shifts that are the caller's no more.
    @Count(0...5_000) var gone: [ID<Shift>]
    /// What to give as `since` next time.
    @In(0...Int64.max) var cursor: Int64
}

/// The secret by which a rider's calendar is read.
@Record @Collection("calendars", .unique(\.person), .unique(\.hash), person: .deletes(\.person))
struct CalendarSecret: Equatable {
    /// Whose calendar it is.
    @Text(1...256) var person: String
    /// The SHA-256 of the secret.
    @Text(64...64) var hash: String
}

/// Where a calendar is read.
@Record struct CalendarLink: Equatable {
    /// The path, for the calendars of phones; anyone who has it reads the calendar, and it is shown this once.
    @Text(1...200) var path: String
}

@Routes("rider", as: "ownRoutes") extension RiderService {
    /// The caller's own published shifts that are to come or worked on, in all franchises.
    @Get("/shifts/own", .user)
    func ownShifts(_ request: PageRequest, _ call: Call) async throws -> Page<Shift.View> {
        let (person, now) = (try call.user(), clock.now)
        // What was worked on before that has ended by itself.
        let own = try await store.read { try find("riderId", person, from: now.advanced(by: .hours(-48)), $0) }
        let open = own.map(\.seen).filter {
            !$0.isDraft && ($0.status == .active || $0.status == .scheduled && now < $0.endAt)
        }
        return Page(of: open, by: { "\($0.startAt) \($0.id)" }, request)
    }

    /// The caller's own published shifts of a week, for devices: unchanged, it is answered with 304.
    /// - Parameter week: A day of the week.
    @Get("/week", .user)
    func ownWeek(@Text(10...10) week: String, _ call: Call) async throws -> Media {
        let (person, days) = (try call.user(), try self.week(of: week))
        let found = try await store.read { try own(person, on: days, $0) }
        // What changed in other weeks comes with the changes once more, and leaves this answer as it was.
        let week = OwnWeek(shifts: found.map(\.seen), cursor: found.map(\.document.change).max() ?? 0)
        return Media(type: "application/json", bytes: Array(week.json.utf8))
    }

    /// What became of the caller's shifts since a device asked.
    /// - Parameter since: The cursor of the week or of the changes before.
    @Get("/week/changes", .user)
    func ownChanges(@In(0...Int64.max) since: Int64, _ call: Call) async throws -> OwnChanges {
        let person = try call.user()
        return try await store.read { snapshot in
            let last = try changes.get(in: snapshot)?.last ?? 0
            guard since <= last else { throw RiderRefusal.badCursor }
            let since: StoreCondition = .above("change", since)
            var changed = try find([.equals("riderId", person), since], snapshot)
            // Weeks that were published where they work.
            for franchise in try snapshot.all(members, where: [.equals("person", person)]).map(\.document.franchise) {
                for week in try snapshot.all(publications, where: [.equals("franchise", franchise), since]) {
                    let own = try own(person, on: self.week(of: week.document.monday), snapshot)
                    changed += own.filter { $0.document.franchiseId == franchise }
                }
            }
            let gone = try snapshot.all(givenUp, where: [.equals("person", person), since]).map(\.document.shift)
            let kept = Dictionary(changed.filter { !$0.document.isDraft }.map { ($0.key, $0) }) { $1 }
            return OwnChanges(
                changed: kept.values.sorted { $0.document.startAt < $1.document.startAt }.suffix(5_000).map(\.seen),
                gone: Set(gone).subtracting(kept.keys).sorted { $0.text < $1.text }.suffix(5_000),
                cursor: last)
        }
    }

    /// Makes a secret link to the caller's calendar; the one before is worth nothing any more.
    @Post("/calendar", .user)
    func calendarLink(_ call: Call) async throws -> CalendarLink {
        let person = try call.user()
        let secret = Base64URL.text(SecureRandom.bytes(18))
        try await store.transaction { tx in
            let known = try tx.first(calendars, where: [.equals("person", person)])
            try tx.put(
                calendars, CalendarSecret(person: person, hash: Self.hash(secret)), id: known?.key ?? .random())
        }
        return CalendarLink(path: "/api/v1/rider/calendars/\(secret)")
    }

    /// Revokes the link to the caller's calendar.
    @Delete("/calendar", .user)
    func calendarRevoke(_ call: Call) async throws -> Done {
        try await store.transaction { tx in
            let known = try tx.delete(calendars, where: [.equals("person", call.user())])
            guard !known.isEmpty else { throw RiderRefusal.unknown(what: "calendar") }
            return Done()
        }
    }

    /// A rider's published shifts, for the calendars of phones.
    /// - Parameter secret: The secret of the link.
    @Get("/calendars/{secret}", .beforeSigningIn)
    func calendar(@Text(1...100) secret: String) async throws -> Media {
        let since = clock.now.advanced(by: .zero - Self.keptOnDevices)
        let events = try await store.read { snapshot in
            guard let known = try snapshot.first(calendars, where: [.equals("hash", Self.hash(secret))]) else {
                throw RiderRefusal.unknown(what: "calendar")
            }
            let own = try find("riderId", known.document.person, from: since, snapshot)
            return try own.filter { !$0.document.isDraft }.map { stored in
                let shift = stored.document
                let place = try snapshot.get(franchises, shift.franchiseId)?.document
                return CalendarEvent(
                    uid: "\(stored.id)@rider", starts: shift.startAt, ends: shift.endAt,
                    sequence: Int(clamping: stored.version), status: shift.isConfirmed ? .confirmed : .tentative,
                    summary: place?.name ?? "", description: shift.motoPlate, location: place?.name, point: place?.place
                )
            }
        }
        return Media(
            type: "text/calendar; charset=utf-8",
            bytes: ICS(product: "-//Flagstand//rider//EN", events, at: clock.now).bytes)
    }

    // MARK: - Parts

    private static func hash(_ secret: String) -> String { Hex.text(Hash.sha256(Array(secret.utf8))) }

    /// A rider's published shifts on some days, each by the clock of its franchise.
    func own(_ person: String, on days: ClosedRange<Day>, _ snapshot: StoreSnapshot) throws -> [Stored<Shift>] {
        let (first, last) = (days.lowerBound, days.upperBound)
        // No clock is more than a day away from UTC.
        let (from, until) = (first.advanced(by: -1).start, last.advanced(by: 2).start)
        return try find("riderId", person, from: from, below: until, snapshot).filter { stored in
            !stored.document.isDraft && (first.description...last.description).contains(stored.document.date)
        }
    }
}
