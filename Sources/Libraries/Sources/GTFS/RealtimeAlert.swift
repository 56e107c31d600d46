public import Protobuf

/// An alert of GTFS-realtime as it comes: what it is about by ids, when it holds, what it says.
public struct RealtimeAlert: Sendable {
    /// Something that it is about; what is named has to be so together.
    public struct Subject: Sendable {
        /// The id of an agency.
        public let agency: String?
        /// The id of a line, or that of the trip's line.
        public let route: String?
        /// The id of a stop.
        public let stop: String?
        /// The id of a trip.
        public let trip: String?
    }

    /// How bad it is.
    public enum Severity: String, Sendable { case info, warning, severe }

    /// What it is about.
    public let subjects: [Subject]
    /// When it holds, in seconds since 1970; always where there is none.
    public let periods: [ClosedRange<Int>]
    /// The text by language; the empty one is the text without a language.
    public let texts: [String: String]
    /// How bad it is: as it says itself, else by what it does to the service.
    public let severity: Severity

    /// Reads the public numbers of the fields.
    public init(_ message: WireMessage) throws(WireMessage.Damage) {
        var subjects: [Subject] = []
        for entity in try message.messages(5) {
            let trip = try entity.message(4)
            subjects.append(
                Subject(
                    agency: entity.text(1), route: entity.text(2) ?? trip?.text(5), stop: entity.text(5),
                    trip: trip?.text(1)))
        }
        var texts: [String: String] = [:]
        // The header, where there is one, counts more than the description.
        for field in [UInt64(11), 10] {
            for translation in try message.message(field)?.messages(1) ?? [] {
                if let text = translation.text(1) { texts[(translation.text(2) ?? "").lowercased()] = text }
            }
        }
        periods = try message.messages(1).map { period in
            let (start, end) = (period.signed(1) ?? 0, period.signed(2) ?? 0)
            return start...(end == 0 ? .max : max(start, end))
        }
        (self.subjects, self.texts) = (subjects, texts)
        severity = Self.severity(level: message.number(14), effect: message.number(7))
    }

    private static func severity(level: UInt64?, effect: UInt64?) -> Severity {
        switch (level, effect) {
        case (2, _): .info
        case (3, _): .warning
        case (4, _): .severe
        // NO_SERVICE.
        case (_, 1): .severe
        // REDUCED_SERVICE, SIGNIFICANT_DELAYS, DETOUR, MODIFIED_SERVICE, STOP_MOVED.
        case (_, 2), (_, 3), (_, 4), (_, 6), (_, 9): .warning
        default: .info
        }
    }
}
