import FeatureKit
import FlagEngine

/// An expression with a name, which flags refer to.
struct Evaluator {
    let logic: Logic
    /// How many parts it has.
    let size: Int
}

extension FlagReader {
    private static let reference = "$ref"

    /// Reads an expression of flagd's, with its references replaced.
    mutating func logic(_ node: Node) -> Logic {
        guard let name = Self.reference(in: node) else { return expression(node) { $0.logic($1) } }
        guard let evaluator = evaluators[name] else {
            add(.unknownReference(name, known: evaluators.keys.sorted()), at: node.mark, severity: .warning)
            return expression(node) { $0.logic($1) }
        }
        repeated += evaluator.size
        guard repeated <= ReadingLimits.standard.nodes else {
            add(.tooMuchReferenced(most: ReadingLimits.standard.nodes), at: node.mark)
            return Logic(.literal(.null), at: place(node.mark))
        }
        return evaluator.logic
    }

    /// Reads what references name.
    mutating func evaluator(_ node: Node) -> Evaluator { Evaluator(logic: unfollowed(node), size: node.size) }

    /// Reads an expression whose references stay, since flagd replaces each but once.
    private mutating func unfollowed(_ node: Node) -> Logic {
        if let name = Self.reference(in: node) { add(.referenceInside(name), at: node.mark, severity: .warning) }
        return expression(node) { $0.unfollowed($1) }
    }

    private mutating func expression(_ node: Node, _ inner: (inout FlagReader, Node) -> Logic) -> Logic {
        let place = place(node.mark)
        switch node.content {
        case .scalar(let scalar): return Logic(.literal(scalar.value), at: place)
        case .sequence(let nodes): return Logic(.list(nodes.map { inner(&self, $0) }), at: place)
        case .mapping(let entries):
            guard entries.count == 1, let only = entries.first else {
                return Logic(.data(entries.map { Logic.Member($0.key, inner(&self, $0.value)) }), at: place)
            }
            if case .sequence(let nodes) = only.value.content {
                return Logic(.operation(only.key, nodes.map { inner(&self, $0) }, isBare: false), at: place)
            }
            return Logic(.operation(only.key, [inner(&self, only.value)], isBare: true), at: place)
        }
    }

    private static func reference(in node: Node) -> String? {
        guard case .mapping(let entries) = node.content, entries.count == 1, entries[0].key == reference,
            case .scalar(let scalar) = entries[0].value.content, case .text(let name) = scalar.value
        else { return nil }
        return name
    }
}

extension Node {
    /// How many keys and values it has.
    fileprivate var size: Int {
        switch content {
        case .scalar: 1
        case .sequence(let nodes): nodes.reduce(1) { $0 + $1.size }
        case .mapping(let entries): entries.reduce(1) { $0 + $1.value.size + 1 }
        }
    }
}
