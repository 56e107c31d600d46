@_spi(Hosting) import FeatureKit

/// Reads whole values of a scenario as their Shape wants them, and tells what does not fit.
struct ScenarioValueReader {
    let origin: Origin
    private(set) var findings: Findings

    init(origin: Origin, findings: Findings) {
        self.origin = origin
        self.findings = findings
    }

    /// The value that a node means, with its defaults, its paths absolute.
    ///
    /// - Parameter base: What it is laid over.
    mutating func value(of node: Node, as shape: Shape, over base: Value? = nil) -> Value {
        // Secrets are written out here: they are none, and a test has to know them.
        let outline = Outline(shape).withPlainSecrets
        let plain = unescaped(node)
        var reader = ValueReader(origin: origin, findings: findings)
        let written = outline.resolvingPaths(in: reader.value(of: plain, as: outline), of: origin)
        findings = reader.findings
        let value = shape.completed(base?.covered(by: written) ?? written)
        let problems = shape.problems(in: value).filter { problem in
            let place = plain.place(of: problem.path)
            return !place.node.isOpen
        }
        findings.add(problems, in: plain, outline: outline)
        return value
    }

    /// The node with its keys as they are meant; matchers have no place in a value.
    private mutating func unescaped(_ node: Node) -> Node {
        switch node.content {
        case .scalar: return node
        case .sequence(let nodes):
            var elements: [Node] = []
            for node in nodes { elements.append(unescaped(node)) }
            return Node(content: .sequence(elements), mark: node.mark)
        case .mapping(let entries):
            var plain: [Node.Entry] = []
            for entry in entries {
                if entry.isMatcher {
                    findings.add(Finding(.scenario(.matcherInValue(entry.key)), at: entry.keyMark))
                    // What the rest of it would be, nobody knows.
                    return .open(at: node.mark)
                }
                plain.append(Node.Entry(key: entry.plainKey, keyMark: entry.keyMark, value: unescaped(entry.value)))
            }
            return Node(content: .mapping(plain), mark: node.mark)
        }
    }
}

extension Outline {
    /// The same where secrets are texts.
    fileprivate var withPlainSecrets: Outline {
        switch self {
        case .secret: .text
        case .list(let element): .list(element.withPlainSecrets)
        case .map(let element): .map(element.withPlainSecrets)
        case .object(let parts):
            .object(
                parts.mapValues { Part(outline: $0.outline.withPlainSecrets, isRequired: $0.isRequired) })
        case .asWritten, .boolean, .text, .duration, .path: self
        }
    }
}

extension Value {
    /// This value with another laid over it: mappings member by member, everything else as a whole.
    func covered(by other: Value) -> Value {
        guard case .object(var members) = self, case .object(let others) = other else { return other }
        for (name, value) in others { members[name] = members[name]?.covered(by: value) ?? value }
        return .object(members)
    }
}
