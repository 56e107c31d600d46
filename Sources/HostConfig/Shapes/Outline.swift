@_spi(Hosting) import FeatureKit

/// What a Shape is made of, as far as the reading of a document depends on it.
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

    init(_ shape: Shape) {
        switch shape.kind {
        case .boolean: self = .boolean
        case .text, .choice, .timestamp: self = .text
        case .duration: self = .duration
        case .path: self = .path
        case .secret: self = .secret
        case .list(let element, _): self = .list(Outline(element))
        case .map(let element, _): self = .map(Outline(element))
        case .object(let fields): self.init(fields)
        case .media: self.init(Media.fields)
        case .anything, .integer, .number: self = .asWritten
        @unknown default: self = .asWritten
        }
    }

    private init(_ fields: [Field]) {
        let parts = fields.map { ($0.name, Part(outline: Outline($0.shape), isRequired: $0.isRequired)) }
        self = .object(Dictionary(parts) { _, last in last })
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
