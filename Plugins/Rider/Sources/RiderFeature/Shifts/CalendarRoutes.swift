internal import Calendars
internal import Crypto
internal import FeatureKit

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

@Routes("rider", as: "calendarRoutes") extension RiderService {
    /// How long past shifts stay in the calendar.

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
        let person = try call.user()
        return try await store.transaction { tx in
            guard let known = try tx.first(calendars, where: [.equals("person", person)]) else {
                throw RiderRefusal.noCalendar
            }
            try tx.delete(calendars, known.id)
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
                throw RiderRefusal.noCalendar
            }
            let own = try find(
                [.equals("riderId", known.document.person), .from("startAt", since)],
                order: .by("startAt"), snapshot)
            return try own.filter { !$0.document.isDraft }.map { shift in
                event(of: shift, at: try snapshot.get(franchises, shift.document.franchiseId)?.document)
            }
        }
        return Media(
            type: "text/calendar; charset=utf-8",
            bytes: ICS(product: "-//Flagstand//rider//EN", events, at: clock.now).bytes)
    }

    private func event(of stored: Stored<Shift>, at franchise: Franchise?) -> CalendarEvent {
        let shift = stored.document
        return CalendarEvent(
            uid: "\(stored.id)@rider", starts: shift.startAt, ends: shift.endAt,
            sequence: Int(clamping: stored.version),
            status: shift.isConfirmed ? .confirmed : .tentative, summary: franchise?.name ?? "",
            description: shift.motoPlate, location: franchise?.name, point: franchise?.place)
    }

    private static func hash(_ secret: String) -> String { Hex.text(Hash.sha256(Array(secret.utf8))) }
}
