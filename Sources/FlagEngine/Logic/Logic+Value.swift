package import FeatureKit

extension Logic {
    /// The expression as the data that it was written as.
    package var value: Value {
        switch content {
        case .literal(let value): value
        case .list(let elements): .list(elements.map(\.value))
        case .data(let members): .object(Members(members.map { ($0.name, $0.value.value) }))
        case .operation(let name, let arguments, let isBare):
            .object(Members([(name, isBare ? arguments.first?.value ?? .null : .list(arguments.map(\.value)))]))
        }
    }

    /// Whether evaluating it gives what was written; objects with several members are never looked into.
    var isPlain: Bool {
        switch content {
        case .literal, .data: true
        case .list(let elements): elements.allSatisfy(\.isPlain)
        case .operation: false
        }
    }
}
