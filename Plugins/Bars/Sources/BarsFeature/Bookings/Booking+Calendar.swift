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
        let words = words(state)
        let lines = [words.sentence, tables.isEmpty ? nil : "Tables: \(tables.joined(separator: ", "))", note]
        let event = CalendarEvent(
            uid: "\(id)@bars.flagstand", starts: starts, ends: ends,
            // Where its time ran out nobody has changed it.
            sequence: changes + (state.isAlive || state == .noShow ? 0 : 1), status: words.status,
            summary: "\(barName), \(people == 1 ? "1 person" : "\(people) people")",
            description: lines.compactMap(\.self).joined(separator: "\n"),
            location: bar.map { [$0.name, $0.address].compactMap(\.self).joined(separator: ", ") },
            point: bar?.location, alarm: state == .confirmed && reminder > .zero ? reminder : nil)
        return ICS(product: "-//Flagstand//bars//EN", event, at: now)
    }

    /// How certain it is in a state, and what is said of it.
    private func words(_ state: State) -> (status: CalendarEvent.Status, sentence: String) {
        switch state {
        case .held: (.tentative, "Held, not booked yet: confirm it.")
        case .waiting: (.tentative, "You are on the wait list.")
        case .confirmed, .arrived: (.confirmed, "Booked.")
        case .noShow: (.confirmed, "You did not come.")
        case .cancelled: (.cancelled, why.map { "Cancelled: \($0)" } ?? "Cancelled.")
        case .over: (.cancelled, "It was not confirmed in time.")
        }
    }
}
