import FeatureKit

/// A document's root, read as a Shape wants it and checked against it.
struct ShapedRoot {
    /// The value with its defaults, its paths absolute; what does not fit is in it as it was written.
    let value: Value
    /// The references that stand where secrets belong.
    let secrets: [ValueReader.FoundSecret]

    /// Reads and checks a root; what is wrong goes to the findings.
    ///
    /// - Parameters:
    ///   - covered: What would stand there without stronger documents; a secret is not written out there either.
    ///   - isRemote: Whether a text comes from an address; those read no secrets.
    ///   - preparing: Adds what goes without saying, before the defaults are filled in.
    init(
        _ root: Node, covered: [LayerMerge.Covered] = [], as shape: Shape, origin: Origin, findings: inout Findings,
        isRemote: @escaping (Int) -> Bool = { _ in false }, preparing: (Value) -> Value = { $0 }
    ) {
        let outline = Outline(shape)
        var reader = ValueReader(origin: origin, findings: findings, isRemote: isRemote)
        let completed = shape.completed(preparing(reader.value(of: root, as: outline)))
        findings = reader.findings
        for part in covered {
            var reader = ValueReader(origin: origin, findings: findings, isRemote: isRemote)
            _ = reader.value(of: part.node, as: outline[part.path], at: part.path)
            findings = reader.findings
        }
        findings.add(shape.problems(in: completed), in: root, outline: outline)
        value = outline.resolvingPaths(in: completed, of: origin)
        secrets = reader.secrets
    }
}
