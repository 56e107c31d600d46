internal import Calendars
internal import FeatureKit

extension Booking {
    /// The booking as an event of a calendar.
    ///
    /// - Parameters:
    ///   - bar: The bar, where there still is one.
    ///   - reminder: How long before it the calendar reminds; not at all where that is zero.
    ///   - now: When this is made.
    func calendar(
        id: ID<Booking>, of bar: Bar?, tables: [String], reminder: Duration, at now: Timestamp
    ) -> ICS {
        let state = state(at: now)
        let lines = [sentence(state), tables.isEmpty ? nil : "Tables: \(tables.joined(separator: ", "))", note]
        let event = CalendarEvent(
            uid: "\(id)@bars.flagstand", starts: starts, ends: ends,
            // Where its time ran out nobody has changed it.
            sequence: changes + (state.isAlive || state == .noShow ? 0 : 1), status: state.calendarStatus,
            summary: "\(barName), \(people == 1 ? "1 person" : "\(people) people")",
            description: lines.compactMap(\.self).joined(separator: "\n"),
            location: bar.map { [$0.name, $0.address].compactMap(\.self).joined(separator: ", ") },
            point: bar?.location, alarm: state == .confirmed && reminder > .zero ? reminder : nil)
        return ICS(product: "-//Flagstand//bars//EN", event, at: now)
    }

    private func sentence(_ state: State) -> String {
        switch state {
        case .held: "Held, not booked yet: confirm it."
        case .waiting: "You are on the wait list."
        case .confirmed, .arrived: "Booked."
        case .noShow: "You did not come."
        case .cancelled: why.map { "Cancelled: \($0)" } ?? "Cancelled."
        case .over: "It was not confirmed in time."
        }
    }
}

extension Booking.State {
    fileprivate var calendarStatus: CalendarEvent.Status {
        switch self {
        case .held, .waiting: .tentative
        case .confirmed, .arrived, .noShow: .confirmed
        case .cancelled, .over: .cancelled
        }
    }
}
