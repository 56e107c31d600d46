@_spi(Hosting) internal import FeatureKit

// Shapes as descriptions have them: {"type": "text", "length": [1, 64]}. Bounds that are the usual ones are left out.

extension Shape {
    /// The Shape as data.
    var data: Members {
        switch kind {
        case .anything: ["type": "anything"]
        case .boolean: ["type": "boolean"]
        case .integer(let bounds):
            Members(
                "integer", "in",
                bounds == Usual.integer ? nil : [.integer(bounds.lowerBound), .integer(bounds.upperBound)])
        case .number(let bounds):
            Members(
                "number", "in", bounds == Usual.number ? nil : [.number(bounds.lowerBound), .number(bounds.upperBound)])
        case .text(let length): Members("text", "length", length == Usual.length ? nil : .bounds(length))
        case .choice(let words): Members("choice", "of", .list(words.map { .text($0) }))
        case .duration(let bounds):
            Members(
                "duration", "in",
                bounds == Usual.duration ? nil : [.duration(bounds.lowerBound), .duration(bounds.upperBound)])
        case .timestamp: ["type": "timestamp"]
        case .path: ["type": "path"]
        case .secret: ["type": "secret"]
        case .media(let most): Members("media", "most", most == Media.most ? nil : .integer(Int64(most)))
        case .list(let element, let count):
            Members("list", "count", count == Usual.count ? nil : .bounds(count), ("of", .object(element.data)))
        case .map(let element, let count):
            Members("map", "count", count == Usual.count ? nil : .bounds(count), ("of", .object(element.data)))
        case .object(let fields):
            Members("object", "fields", .object(Members(fields.map { ($0.name, .object($0.data)) })))
        @unknown default: ["type": "unknown"]
        }
    }

    init(_ object: DescriptionObject, depth: Int) throws(DescriptionError) {
        guard depth <= WireLimits.depth else {
            throw DescriptionError(object.place, "is nested deeper than \(WireLimits.depth)")
        }
        switch try object.text("type") {
        case "anything": self = .anything
        case "boolean": self = .boolean
        case "integer": self = .integer(in: try object.bounds("in", or: Usual.integer, \.asInteger))
        case "number": self = .number(in: try object.bounds("in", or: Usual.number, \.asNumber))
        case "text": self = .text(length: try object.bounds("length", or: Usual.length, \.asCount))
        case "choice": self = .choice(try object.texts("of"))
        case "duration": self = .duration(in: try object.bounds("in", or: Usual.duration, \.asDuration))
        case "timestamp": self = .timestamp
        case "path": self = .path
        case "secret": self = .secret
        case "media":
            self = .media(upTo: object.has("most") ? Int(clamping: try object.integer("most")) : Media.most)
        case "list":
            self = .list(
                of: try Shape.element(of: object, depth), count: try object.bounds("count", or: Usual.count, \.asCount))
        case "map":
            self = .map(
                of: try Shape.element(of: object, depth), count: try object.bounds("count", or: Usual.count, \.asCount))
        case "object":
            let fields = try DescriptionObject(object.value("fields"), at: object.place + ".fields")
            var read: [Field] = []
            for (name, value) in fields.members {
                read.append(try Field(name, DescriptionObject(value, at: "\(fields.place).\(name)"), depth: depth + 1))
            }
            self = .object(read)
        case let other: throw object.fail("type", "\"\(other)\" is no kind of Shape")
        }
    }

    private static func element(of object: DescriptionObject, _ depth: Int) throws(DescriptionError) -> Shape {
        try Shape(DescriptionObject(object.value("of"), at: object.place + ".of"), depth: depth + 1)
    }
}

/// The bounds that a Shape has where its author wrote none.
private enum Usual {
    static let integer = Int64.min...Int64.max
    static let number = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    static let length = 0...65_536
    static let count = 0...10_000
    static let duration = Duration.zero ... .seconds(31_536_000)
}

extension Field {
    fileprivate var data: Members {
        var data = shape.data
        data["sentence"] = .text(sentence)
        if let value = defaultValue { data["default"] = value } else if !isRequired { data["optional"] = true }
        if isLive { data["live"] = true }
        if !previousNames.isEmpty { data["was"] = .list(previousNames.map { .text($0) }) }
        return data
    }

    fileprivate init(_ name: String, _ object: DescriptionObject, depth: Int) throws(DescriptionError) {
        let shape = try Shape(object, depth: depth)
        let sentence = try object.text("sentence")
        var field =
            if let value = object.members["default"] {
                Field(name, shape, sentence, default: value)
            } else {
                Field(name, shape, sentence, optional: try object.flag("optional"))
            }
        if try object.flag("live") { field = field.live() }
        self = field.was(try object.texts("was"))
    }
}

extension Members {
    fileprivate init(_ type: String, _ name: String, _ value: Value?, _ more: (String, Value)...) {
        self.init([("type", .text(type))] + (value.map { [(name, $0)] } ?? []) + more)
    }
}

extension Value {
    fileprivate static func bounds(_ bounds: ClosedRange<Int>) -> Value {
        [.integer(Int64(bounds.lowerBound)), .integer(Int64(bounds.upperBound))]
    }

    /// As people write it; by seconds and attoseconds where that would not be exact.
    fileprivate static func duration(_ duration: Duration) -> Value {
        let text = DurationText.print(duration)
        if DurationText.parse(text) == duration { return .text(text) }
        return [.integer(duration.components.seconds), .integer(duration.components.attoseconds)]
    }

    fileprivate var asInteger: Int64? { if case .integer(let number) = self { number } else { nil } }

    fileprivate var asNumber: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    fileprivate var asCount: Int? { asInteger.flatMap { Int(exactly: $0) } }

    fileprivate var asDuration: Duration? {
        switch self {
        case .text(let text): return DurationText.parse(text)
        case .list(let parts):
            guard parts.count == 2, let seconds = parts[0].asInteger, let rest = parts[1].asInteger else { return nil }
            return Duration(secondsComponent: seconds, attosecondsComponent: rest)
        default: return nil
        }
    }
}
