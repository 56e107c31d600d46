@_spi(Hosting) import FeatureKit

extension Node {
    /// Whether it stands for something that is known only while the scenario runs.
    var isOpen: Bool {
        guard case .scalar(let scalar) = content else { return false }
        return scalar.style == .open
    }

    /// Whether something in it is known only while the scenario runs.
    var holdsOpen: Bool {
        switch content {
        case .scalar: isOpen
        case .sequence(let nodes): nodes.contains(where: \.holdsOpen)
        case .mapping(let entries): entries.contains { $0.value.holdsOpen }
        }
    }

    /// The names of the variables that it speaks of.
    var spokenOf: Set<String> {
        switch content {
        case .scalar(let scalar):
            let pieces = (try? VariableText(scalar.raw))?.pieces ?? []
            return Set(pieces.compactMap { if case .variable(.named(let name, _)) = $0 { name } else { nil } })
        case .sequence(let nodes): return nodes.reduce(into: []) { $0.formUnion($1.spokenOf) }
        case .mapping(let entries): return entries.reduce(into: []) { $0.formUnion($1.value.spokenOf) }
        }
    }

    /// What is known only while the scenario runs.
    static func open(at mark: Mark) -> Node { Node(content: .scalar(Scalar(raw: "?", style: .open)), mark: mark) }

    /// A value as if it had been written at a place.
    init(_ value: Value, at mark: Mark) {
        let content: Content =
            switch value {
            case .null: .scalar(Scalar(raw: "", style: .plain))
            case .boolean(let truth): .scalar(Scalar(raw: truth ? "true" : "false", style: .plain))
            case .integer(let number): .scalar(Scalar(raw: "\(number)", style: .plain))
            case .number(let number):
                .scalar(
                    Scalar(
                        raw: number.isNaN ? ".nan" : number.isFinite ? "\(number)" : number > 0 ? ".inf" : "-.inf",
                        style: .plain))
            case .text(let text): .scalar(Scalar(raw: text, style: .quoted))
            case .list(let list): .sequence(list.map { Node($0, at: mark) })
            case .object(let members):
                .mapping(members.map { Entry(key: $0.name, keyMark: mark, value: Node($0.value, at: mark)) })
            }
        self.init(content: content, mark: mark)
    }
}

extension Shape {
    /// The Shape of what a variable's path leads to; nil where it leads nowhere.
    func part(at path: some Sequence<String>) -> Shape? {
        var shape = self
        for name in path {
            switch shape.kind {
            case .object(let fields):
                guard let field = fields.first(where: { $0.name == name }) else { return nil }
                shape = field.shape
            case .map(let element, _): shape = element
            case .anything: return .anything
            default: return nil
            }
        }
        return shape
    }

    /// The names of an object's fields.
    var fieldNames: [String] {
        switch kind {
        case .object(let fields): fields.map(\.name)
        case .media: Media.fields.map(\.name)
        default: []
        }
    }
}
