internal import FeatureKit

extension Booking {
    /// How long before the start whoever has booked is reminded.
    static let remindedBefore = "-PT2H"

    /// What calendars show of it.
    ///
    /// - Parameters:
    ///   - bar: The bar, where there still is one.
    ///   - tables: Where they sit.
    ///   - now: When this is made.
    func calendar(id: String, of bar: Bar?, tables: [String], at now: Timestamp) -> ICS {
        var ics = ICS()
        let state = state(at: now)
        ics.component("VCALENDAR") { ics in
            ics.line("VERSION", "2.0")
            ics.line("PRODID", "-//Flagstand//bars//EN")
            ics.component("VEVENT") { ics in
                ics.line("UID", "\(id)@bars.flagstand")
                ics.line("DTSTAMP", Self.moment(now))
                ics.line("DTSTART", Self.moment(starts))
                ics.line("DTEND", Self.moment(ends))
                // It ends as another one than it was, without anybody having changed it.
                ics.line("SEQUENCE", String(changes + (state.isAlive || state == .noShow ? 0 : 1)))
                ics.line("STATUS", state.calendarStatus)
                ics.text("SUMMARY", "\(barName), \(Self.people(people))")
                ics.text("DESCRIPTION", describe(state, tables).joined(separator: "\n"))
                if let bar {
                    ics.text("LOCATION", [bar.name, bar.address].compactMap(\.self).joined(separator: ", "))
                    ics.line("GEO", "\(Self.degrees(bar.location.lat));\(Self.degrees(bar.location.lon))")
                }
                guard state == .confirmed else { return }
                ics.component("VALARM") { ics in
                    ics.line("ACTION", "DISPLAY")
                    ics.line("TRIGGER", Self.remindedBefore)
                    ics.text("DESCRIPTION", "\(barName), \(Self.people(people))")
                }
            }
        }
        return ics
    }

    private func describe(_ state: State, _ tables: [String]) -> [String] {
        let now =
            switch state {
            case .held: "Held, not booked yet: confirm it."
            case .waiting: "You wait for a table."
            case .confirmed, .arrived: "Booked."
            case .noShow: "You did not come."
            case .cancelled: why.map { "Cancelled: \($0)" } ?? "Cancelled."
            case .over: "It was not confirmed in time."
            }
        return [now] + (tables.isEmpty ? [] : ["Tables: \(tables.joined(separator: ", "))"]) + (note.map { [$0] } ?? [])
    }

    private static func people(_ count: Int64) -> String { count == 1 ? "1 person" : "\(count) people" }

    /// `20261123T200000Z`, in whole seconds.
    private static func moment(_ moment: Timestamp) -> String {
        moment.wholeSecond.description.filter { $0 != "-" && $0 != ":" }
    }

    /// With six decimals and no exponent.
    private static func degrees(_ degrees: Double) -> String {
        let millionths = Int64((degrees * 1_000_000).rounded())
        let (whole, part) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let decimals = String(1_000_000 + part).dropFirst()
        return "\(millionths < 0 ? "-" : "")\(whole).\(decimals)"
    }
}

extension Booking.State {
    /// How RFC 5545 calls it.
    fileprivate var calendarStatus: String {
        switch self {
        case .held, .waiting: "TENTATIVE"
        case .confirmed, .arrived, .noShow: "CONFIRMED"
        case .cancelled, .over: "CANCELLED"
        }
    }
}
