internal import Calendars
internal import FeatureKit
internal import TransitContracts

/// When somebody wants to travel, as a request says it.
enum WishedTime: Equatable {
    case departing(Int)
    case arriving(Int)
    /// After, or before, the journey that departs then.
    case later(than: Int)
    case earlier(than: Int)

    /// Reads the time of a request, in a zone; what is malformed is refused with its field.
    init(_ request: PlanRequest, now: Timestamp, in zone: Zone) throws(TransitRefusal) {
        let given = [
            ("departure_time", request.departureTime), ("arrival_time", request.arrivalTime), ("later", request.later),
            ("earlier", request.earlier),
        ].filter { $0.1 != nil }
        if given.count > 1 { throw .together(field: given[0].0, other: given[1].0) }
        let day = try WishedTime.day(request.date, now: now, in: zone)
        if let text = request.arrivalTime {
            self = .arriving(Int(zone.moment(day, try WishedTime.time(text, "arrival_time")).seconds))
        } else if let text = request.later {
            self = .later(than: try WishedTime.moment(text, "later", in: zone))
        } else if let text = request.earlier {
            self = .earlier(than: try WishedTime.moment(text, "earlier", in: zone))
        } else if let text = request.departureTime {
            self = .departing(Int(zone.moment(day, try WishedTime.time(text, "departure_time")).seconds))
        } else {
            // The time of day that it is now, on the day that is asked for.
            self = .departing(
                request.date == nil ? Int(now.seconds) : Int(zone.moment(day, zone.time(at: now)).seconds))
        }
    }

    /// The moment that is meant.
    var moment: Int {
        switch self {
        case .departing(let moment), .arriving(let moment), .later(let moment), .earlier(let moment): moment
        }
    }

    /// Reads a day; today where none is given.
    static func day(_ text: String?, now: Timestamp, in zone: Zone) throws(TransitRefusal) -> Day {
        guard let text else { return zone.day(at: now) }
        guard let day = Day(text) else { throw .malformed(field: "date", value: text, wanted: "day as YYYY-MM-DD") }
        return day
    }

    /// Reads a time of day.
    static func time(_ text: String, _ field: String) throws(TransitRefusal) -> TimeOfDay {
        guard let time = TimeOfDay(text) else {
            throw .malformed(field: field, value: text, wanted: "time as HH:MM")
        }
        return time
    }

    /// Reads a moment in the time of a place, as replies write it.
    static func moment(_ text: String, _ field: String, in zone: Zone) throws(TransitRefusal) -> Int {
        guard text.utf8.count == 19, let day = Day(String(text.prefix(10))), let shown = Timestamp(text + "Z"),
            let time = TimeOfDay(String(text.dropFirst(11).prefix(5)))
        else { throw .malformed(field: field, value: text, wanted: "time as YYYY-MM-DDTHH:MM:SS") }
        return Int(zone.moment(day, time).seconds) + Int(shown.seconds) % 60
    }
}
