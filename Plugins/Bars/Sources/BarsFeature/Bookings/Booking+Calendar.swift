internal import Calendars
internal import FeatureKit

extension Booking {
    /// The booking as an event of a calendar, with an alarm two hours before it.
    ///
    /// - Parameters:
    ///   - bar: The bar, where there still is one.
    ///   - now: When this is made.
    func calendar(id: ID<Booking>, of bar: Bar?, tables: [String], at now: Timestamp) -> ICS {
        let state = state(at: now)
        let summary = "\(barName), \(people == 1 ? "1 person" : "\(people) people")"
        return ICS(product: "-//Flagstand//bars//EN") { ics in
            ics.component("VEVENT") { ics in
                ics.property("UID", "\(id)@bars.flagstand")
                ics.moment("DTSTAMP", now)
                ics.moment("DTSTART", starts)
                ics.moment("DTEND", ends)
                // Where its time ran out nobody has changed it.
                ics.property("SEQUENCE", "\(changes + (state.isAlive || state == .noShow ? 0 : 1))")
                ics.property("STATUS", state.calendarStatus)
                ics.text("SUMMARY", summary)
                let tables = tables.isEmpty ? nil : "Tables: \(tables.joined(separator: ", "))"
                ics.text("DESCRIPTION", [sentence(state), tables, note].compactMap(\.self).joined(separator: "\n"))
                if let bar {
                    ics.text("LOCATION", [bar.name, bar.address].compactMap(\.self).joined(separator: ", "))
                    ics.point(bar.location)
                }
                guard state == .confirmed else { return }
                ics.component("VALARM") { ics in
                    ics.property("ACTION", "DISPLAY")
                    ics.property("TRIGGER", "-PT2H")
                    ics.text("DESCRIPTION", summary)
                }
            }
        }
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
    /// The status as RFC 5545 calls it.
    fileprivate var calendarStatus: String {
        switch self {
        case .held, .waiting: "TENTATIVE"
        case .confirmed, .arrived, .noShow: "CONFIRMED"
        case .cancelled, .over: "CANCELLED"
        }
    }
}
