internal import FeatureKit

extension Office {
    func calendar(_ request: NamedBooking, _ call: Call) async throws -> Media {
        let (user, now) = (try user(call), clock.now)
        return try await store.read { [self] snapshot in
            guard let booking = try snapshot.get(bookings, request.booking), booking.document.user == user else {
                throw RouteError.noBooking
            }
            let document = booking.document
            let ics = document.calendar(
                id: booking.id, of: try snapshot.get(bars, document.bar)?.document,
                tables: try snapshot.get(sittings, document.sitting)?.document.tables(of: booking.id) ?? [], at: now)
            return Media(type: "text/calendar; method=PUBLISH; charset=utf-8", bytes: ics.bytes)
        }
    }
}
