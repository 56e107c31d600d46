@_spi(Hosting) import FeatureKit

/// Makes values of nodes as a Shape wants them: where it wants a text, `2.10` stays the text "2.10".
struct ValueReader {
    /// A reference that stood where a secret belongs.
    struct FoundSecret {
        let path: ValuePath
        let reference: SecretReference
        let mark: Mark
    }

    let origin: Origin
    private(set) var secrets: [FoundSecret] = []
    private var secretPaths: Set<ValuePath> = []
    private(set) var findings: Findings
    private let isRemote: (Int) -> Bool

    /// - Parameter isRemote: Whether a text comes from an address.
    init(origin: Origin, findings: Findings, isRemote: @escaping (Int) -> Bool = { _ in false }) {
        self.origin = origin
        self.findings = findings
        self.isRemote = isRemote
    }

    /// The value that a node means.
    ///
    /// What does not fit comes out as it was written, for `Shape.problems(in:)` to name; a secret comes out as its
    /// reference.
    mutating func value(of node: Node, as outline: Outline, at path: ValuePath = ValuePath()) -> Value {
        switch (outline, node.content) {
        case (.secret, _): return secret(node, at: path)
        case (.path, .scalar(let scalar)) where !scalar.isNull:
            if scalar.raw.isEmpty || scalar.raw.utf8.contains(0) { findings.add(Finding(.badPath, at: node.mark)) }
            return .text(scalar.raw)
        case (.text, .scalar(let scalar)) where !scalar.isNull, (.duration, .scalar(let scalar)) where !scalar.isNull:
            return .text(scalar.raw)
        case (_, .scalar(let scalar)): return scalar.value
        case (_, .sequence(let nodes)):
            let element = outline[ValuePath([.element(0)])]
            var list: [Value] = []
            for (index, node) in nodes.enumerated() {
                list.append(value(of: node, as: element, at: path.element(index)))
            }
            return .list(list)
        case (_, .mapping(let entries)): return .object(members(entries, of: outline, at: path))
        }
    }

    private mutating func members(_ entries: [Node.Entry], of outline: Outline, at path: ValuePath) -> Members {
        var members = Members()
        for entry in entries {
            var part = Outline.Part(outline: .asWritten, isRequired: true)
            switch outline {
            case .object(let parts): part = parts[entry.key] ?? part
            case .map(let element): part = Outline.Part(outline: element, isRequired: true)
            default: break
            }
            // Nothing at all, where there need not be anything, is the same as leaving the key out.
            if entry.value.isNull, !part.isRequired { continue }
            let value = value(of: entry.value, as: part.outline, at: path.member(entry.key))
            if members[entry.key] == nil { members[entry.key] = value }
        }
        return members
    }

    private mutating func secret(_ node: Node, at path: ValuePath) -> Value {
        guard case .mapping(let entries) = node.content, entries.count == 1, let place = node[key: "secret"],
            case .scalar(let scalar) = place.content
        else {
            hide(node)
            findings.add(Finding(.secretWrittenOut, at: node.mark))
            return .text("")
        }
        guard let reference = SecretReference(scalar.raw, origin: origin) else {
            // Somebody may have put the secret itself there.
            hide(node)
            findings.add(Finding(.badSecretReference, at: place.mark))
            return .text("")
        }
        guard !isRemote(place.mark.text) else {
            findings.add(Finding(.remoteSecret, at: place.mark))
            return .text("")
        }
        // Of a doubled key the first counts.
        if secretPaths.insert(path).inserted {
            secrets.append(FoundSecret(path: path, reference: reference, mark: place.mark))
        }
        return .text(reference.description)
    }

    /// Keeps the lines of a node out of what diagnostics show.
    private mutating func hide(_ node: Node) {
        findings.hideLine(of: node.mark)
        switch node.content {
        case .scalar: break
        case .sequence(let nodes): for node in nodes { hide(node) }
        case .mapping(let entries): for entry in entries { hide(entry.value) }
        }
    }
}
