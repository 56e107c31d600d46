public import FeatureKit

/// An iCalendar object (RFC 5545): components with properties, escaped, folded and ended as the RFC says.
public struct ICS: Sendable {
    /// Longer lines are folded; the end of the line is not counted.
    private static let mostLineBytes = 75

    /// What was written so far.
    public private(set) var bytes: [UInt8] = []

    /// A calendar with what `body` adds.
    ///
    /// - Parameter product: What made it, such as `-//Flagstand//bars//EN`.
    public init(product: String, _ body: (inout ICS) -> Void) {
        component("VCALENDAR") { ics in
            ics.property("VERSION", "2.0")
            ics.property("PRODID", product)
            body(&ics)
        }
    }

    init() {}

    /// Writes a component with what `body` adds, such as a `VEVENT`.
    public mutating func component(_ name: String, _ body: (inout ICS) -> Void) {
        property("BEGIN", name)
        body(&self)
        property("END", name)
    }

    /// Writes a property whose value stands as it is.
    public mutating func property(_ name: String, _ value: String) {
        var room = Self.mostLineBytes
        for character in "\(name):\(value)".unicodeScalars {
            let count = UTF8.width(character)
            if count > room {
                bytes += [13, 10, 32]
                // The space counts, too.
                room = Self.mostLineBytes - 1
            }
            bytes += Array(UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
            room -= count
        }
        bytes += [13, 10]
    }

    /// Writes a property whose value is a text that somebody wrote.
    public mutating func text(_ name: String, _ value: String) { property(name, Self.escaped(value)) }

    /// Writes a property whose value is a moment, in whole seconds of UTC: `20261123T200000Z`.
    public mutating func moment(_ name: String, _ value: Timestamp) {
        property(name, Timestamp(second: value.second).description.filter { $0 != "-" && $0 != ":" })
    }

    /// Writes the `GEO` property of a point, with six decimals.
    public mutating func point(_ point: GeoPoint) {
        property("GEO", [point.lat, point.lon].map(Self.degrees).joined(separator: ";"))
    }

    private static func degrees(_ degrees: Double) -> String {
        let millionths = Int64((degrees * 1_000_000).rounded())
        let (whole, part) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + part).dropFirst())"
    }

    /// Escapes what has a meaning in a text, writes every line break as `\n` and leaves other control characters out.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += "\\n".unicodeScalars
            case "\\", ";", ",": escaped += ["\\", scalar]
            case _ where scalar.properties.generalCategory == .control && scalar != "\t": break
            default: escaped.append(scalar)
            }
            previous = scalar
        }
        return String(escaped)
    }
}
