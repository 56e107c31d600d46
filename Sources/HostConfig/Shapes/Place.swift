import FeatureKit

/// Where in a document a path leads, as far as the document goes.
struct Place {
    /// The deepest node on the way.
    let node: Node
    /// The key that leads to the node, where one does.
    let keyMark: Mark?
    /// What the document lacks of the path.
    let rest: ValuePath

    /// Where to point for what is wrong with the node: at a scalar itself, at a list's or mapping's key.
    var mark: Mark {
        guard case .scalar = node.content, rest.isRoot else { return keyMark ?? node.mark }
        return node.mark
    }
}

extension Node {
    /// The place that a path leads to.
    func place(of path: ValuePath) -> Place {
        var node = self
        var keyMark: Mark?
        for (index, step) in path.steps.enumerated() {
            switch (step, node.content) {
            case (.member(let name), .mapping):
                if let entry = node.entry(name) {
                    (node, keyMark) = (entry.value, entry.keyMark)
                    continue
                }
            case (.element(let position), .sequence(let nodes)) where nodes.indices.contains(position):
                (node, keyMark) = (nodes[position], nil)
                continue
            default: break
            }
            return Place(node: node, keyMark: keyMark, rest: ValuePath(Array(path.steps[index...])))
        }
        return Place(node: node, keyMark: keyMark, rest: ValuePath())
    }
}
