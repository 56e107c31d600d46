internal import FeatureKit

extension Office {
    func calendar(_ request: NamedBooking, _ call: Call) async throws -> Media {
        let (user, now) = (try user(call), clock.now)
        return try await store.read { [self] snapshot in
            guard let booking = try snapshot.get(bookings, request.booking) else { throw RouteError.noBooking }
            let document = booking.document
            let bar = try snapshot.get(bars, document.bar)?.document
            guard document.user == user else {
                throw bar.map { runs($0, call) } == true ? RouteError.notYourBooking : .noBooking
            }
            let ics = document.calendar(
                id: booking.id, of: bar,
                tables: try snapshot.get(sittings, document.sitting)?.document.tables(of: booking.id) ?? [], at: now)
            return Media(type: "text/calendar; charset=utf-8", bytes: ics.bytes)
        }
    }
}
