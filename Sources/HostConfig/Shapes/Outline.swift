@_spi(Hosting) import FeatureKit

/// What a Shape is made of, as far as the reading of a document depends on it.
///
/// The kit tells what a Shape is made of as JSON Schema, so that is where it is read from; a test holds each kind of
/// Shape against its outline.
indirect enum Outline: Equatable, Sendable {
    /// The core schema decides: numbers, and anything at all.
    case asWritten
    case boolean
    /// Text as its author wrote it: texts, choices, timestamps.
    case text
    case duration
    case path
    case secret
    case list(Outline)
    case map(Outline)
    case object([String: Part])

    struct Part: Equatable, Sendable {
        let outline: Outline
        let isRequired: Bool
    }

    init(_ shape: Shape) { self.init(schema: shape.schema) }

    private init(schema: Members) {
        switch schema["type"] ?? .null {
        case "boolean": self = .boolean
        case "string": self = Self.text(schema)
        case "array": self = .list(Outline(part: schema["items"]))
        case "object": self = Self.mapping(schema)
        default: self = .asWritten
        }
    }

    private init(part: Value?) {
        guard case .object(let schema) = part else {
            self = .asWritten
            return
        }
        self.init(schema: schema)
    }

    private static func text(_ schema: Members) -> Outline {
        if schema["pattern"] != nil, schema["pattern"] == Shape.duration().schema["pattern"] { return .duration }
        // Every other text has bounds, cases or a format.
        return ["minLength", "enum", "format"].allSatisfy { schema[$0] == nil } ? .path : .text
    }

    private static func mapping(_ schema: Members) -> Outline {
        guard case .object(let properties) = schema["properties"] else {
            return .map(Outline(part: schema["additionalProperties"]))
        }
        if schema["properties"] == Shape.secret.schema["properties"] { return .secret }
        var required: Set<String> = []
        if case .list(let names) = schema["required"] {
            for case .text(let name) in names { required.insert(name) }
        }
        var parts: [String: Part] = [:]
        for (name, part) in properties {
            parts[name] = Part(outline: Outline(part: part), isRequired: required.contains(name))
        }
        return .object(parts)
    }

    /// The outline of what lies at a path.
    subscript(_ path: ValuePath) -> Outline {
        path.steps.reduce(self) { outline, step in
            switch (outline, step) {
            case (.list(let element), .element), (.map(let element), .member): element
            case (.object(let parts), .member(let name)): parts[name]?.outline ?? .asWritten
            default: .asWritten
            }
        }
    }

    /// The value with every path made absolute.
    func resolvingPaths(in value: Value, of origin: Origin) -> Value {
        switch (self, value) {
        case (.path, .text(let path)): .text(origin.absolute(path))
        case (.list(let element), .list(let list)): .list(list.map { element.resolvingPaths(in: $0, of: origin) })
        case (.map(let element), .object(let members)):
            .object(Members(members.map { ($0.name, element.resolvingPaths(in: $0.value, of: origin)) }))
        case (.object(let parts), .object(let members)):
            .object(
                Members(
                    members.map { member in
                        let outline = parts[member.name]?.outline ?? .asWritten
                        return (member.name, outline.resolvingPaths(in: member.value, of: origin))
                    }))
        default: value
        }
    }
}
