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
            ("earlier", request.earlier), ("date", request.later ?? request.earlier == nil ? nil : request.date),
        ].filter { $0.1 != nil }
        if given.count > 1 { throw .together(field: given[0].0, other: given[1].0) }
        self = .departing(try Self.moment(request.date, request.departureTime, "departure_time", now: now, in: zone))
        if let text = request.arrivalTime {
            self = .arriving(try Self.moment(request.date, text, "arrival_time", now: now, in: zone))
        } else if let text = request.later {
            self = .later(than: try Self.moment(text, "later", in: zone))
        } else if let text = request.earlier {
            self = .earlier(than: try Self.moment(text, "earlier", in: zone))
        }
    }

    /// The moment that is meant.
    var moment: Int {
        switch self {
        case .departing(let moment), .arriving(let moment), .later(let moment), .earlier(let moment): moment
        }
    }

    /// Reads a day and, from a field, a time of day: today, and the time that it is now, where they are not given.
    static func moment(
        _ date: String?, _ time: String?, _ field: String, now: Timestamp, in zone: Zone
    ) throws(TransitRefusal) -> Int {
        guard let day = date.map({ Day($0) }) ?? zone.day(at: now) else {
            throw .malformed(field: "date", value: date ?? "", wanted: "day as YYYY-MM-DD")
        }
        guard let clock = time.map({ TimeOfDay($0) }) ?? zone.time(at: now) else {
            throw .malformed(field: field, value: time ?? "", wanted: "time as HH:MM")
        }
        return date == nil && time == nil ? Int(now.seconds) : Int(zone.moment(day, clock).seconds)
    }

    /// Reads a moment in the time of a place, as replies write it.
    static func moment(_ text: String, _ field: String, in zone: Zone) throws(TransitRefusal) -> Int {
        guard let moment = zone.moment(shown: text) else {
            throw .malformed(field: field, value: text, wanted: "time as YYYY-MM-DDTHH:MM:SS")
        }
        return Int(moment.seconds)
    }
}
