public import FeatureKit

/// Something that a person puts into a calendar (a `VEVENT`).
public struct CalendarEvent: Sendable {
    /// How certain it is, as RFC 5545 calls it.
    public enum Status: String, Sendable { case tentative, confirmed, cancelled }

    /// What tells it from every other event, for good.
    public var uid: String
    /// When it starts.
    public var starts: Timestamp
    /// When it ends.
    public var ends: Timestamp
    /// How often it was changed.
    public var sequence: Int
    /// How certain it is.
    public var status: Status
    /// What it is, in a line.
    public var summary: String
    /// The rest, which may have several lines.
    public var description: String
    /// Where it is, in words.
    public var location: String?
    /// Where it is.
    public var point: GeoPoint?
    /// How long before it the calendar reminds.
    public var alarm: Duration?

    /// Describes an event.
    public init(
        uid: String, starts: Timestamp, ends: Timestamp, sequence: Int, status: Status, summary: String,
        description: String, location: String? = nil, point: GeoPoint? = nil, alarm: Duration? = nil
    ) {
        (self.uid, self.starts, self.ends, self.sequence, self.status) = (uid, starts, ends, sequence, status)
        (self.summary, self.description, self.location) = (summary, description, location)
        (self.point, self.alarm) = (point, alarm)
    }
}

extension ICS {
    /// A calendar with one event.
    ///
    /// - Parameters:
    ///   - product: What made it, such as `-//Flagstand//bars//EN`.
    ///   - now: When it is made.
    public init(product: String, _ event: CalendarEvent, at now: Timestamp) {
        self.init(product: product, [event], at: now)
    }

    /// A calendar with events, in their order.
    public init(product: String, _ events: [CalendarEvent], at now: Timestamp) {
        self.init(product: product) { ics in
            for event in events { ics.component("VEVENT") { $0.describe(event, at: now) } }
        }
    }

    private mutating func describe(_ event: CalendarEvent, at now: Timestamp) {
        property("UID", event.uid)
        moment("DTSTAMP", now)
        moment("DTSTART", event.starts)
        moment("DTEND", event.ends)
        property("SEQUENCE", "\(event.sequence)")
        property("STATUS", event.status.rawValue.uppercased())
        text("SUMMARY", event.summary)
        text("DESCRIPTION", event.description)
        if let location = event.location { text("LOCATION", location) }
        if let point = event.point { self.point(point) }
        guard let alarm = event.alarm else { return }
        component("VALARM") { ics in
            ics.property("ACTION", "DISPLAY")
            let minutes = alarm.components.seconds / 60
            ics.property("TRIGGER", minutes % 60 == 0 ? "-PT\(minutes / 60)H" : "-PT\(minutes)M")
            ics.text("DESCRIPTION", event.summary)
        }
    }
}
