package import FeatureKit
internal import WebClient

extension HostDocument {
    /// Everything that is written, merged, as it was written: to compare what counted at two times, path by path.
    ///
    /// Of flags each stands under its key, whichever form its list has, and the sources of flags under `sources`; what
    /// counts for one document alone stands under that document's name. Secrets are references, and addresses show no
    /// passwords; that holds for documents that have passed the check.
    package var merged: Value {
        var members = Members()
        if case .mapping(let sections) = merge.root.withoutNulls.content {
            for section in sections {
                members[section.key] = section.value.asWritten(isAddress: section.key == "remote")
            }
        }
        for name in ["flags", "segments"] { members[name] = parts(name) }
        members["sources"] = sources
        for name in ["bucketing", "metadata", "$evaluators"] { members[name] = eachText(name) }
        return .object(members)
    }

    /// The flags or segments of all documents by their names; the strongest one's count as a whole.
    private func parts(_ name: String) -> Value? {
        var parts = Members()
        for text in texts {
            switch text.text.root?[key: name]?.content {
            case .mapping(let entries): for entry in entries { parts[entry.key] = entry.value.asWritten() }
            case .sequence(let nodes):
                for node in nodes {
                    guard case .mapping(let entries) = node.content, let key = entries["key"]?.value.writtenText else {
                        continue
                    }
                    let rest = Node(content: .mapping(entries.filter { $0.key != "key" }), mark: node.mark)
                    parts[key] = rest.asWritten()
                }
            case .scalar, nil: break
            }
        }
        return parts.isEmpty ? nil : .object(parts)
    }

    private var sources: Value? {
        let nodes = texts.flatMap { text -> [Node] in
            guard case .sequence(let nodes)? = text.text.root?[key: "flags"]?.content else { return [] }
            return nodes.filter { $0[key: "key"] == nil }
        }
        return nodes.isEmpty ? nil : .list(nodes.map { $0.asWritten(isAddress: true) })
    }

    private func eachText(_ name: String) -> Value? {
        var members = Members()
        for text in texts {
            guard let node = text.text.root?[key: name], !node.isNull else { continue }
            members[text.text.origin.name] = node.asWritten()
        }
        return members.isEmpty ? nil : .object(members)
    }
}

extension Node {
    /// The value in the words of its author.
    ///
    /// - Parameter isAddress: Whether it names documents, so that queries and all before an `@` may be secret.
    fileprivate func asWritten(isAddress: Bool = false) -> Value {
        switch content {
        case .scalar(let scalar): scalar.asWritten(isAddress)
        case .sequence(let nodes): .list(nodes.map { $0.asWritten(isAddress: isAddress) })
        case .mapping(let entries):
            .object(
                Members(
                    entries.map { entry in
                        let isAddress = isAddress && Self.addressKeys.contains(entry.key)
                        return (entry.key, entry.value.asWritten(isAddress: isAddress))
                    }))
        }
    }

    /// The same without keys that say nothing.
    fileprivate var withoutNulls: Node {
        guard case .mapping(let entries) = content else { return self }
        let kept = entries.droppingNulls().map {
            Entry(key: $0.key, keyMark: $0.keyMark, value: $0.value.withoutNulls)
        }
        return Node(content: .mapping(kept), mark: mark)
    }

    private static let addressKeys: Set = ["url", "proxy"]
}

extension Scalar {
    /// A number that prints otherwise than it was written stays a text.
    fileprivate func asWritten(_ isAddress: Bool) -> Value {
        switch value {
        case .text: .text(isAddress && raw.contains("://") ? ShownAddress.of(raw) : ShownAddress.withoutUsers(raw))
        case .integer(let number): "\(number)" == raw ? value : .text(raw)
        case .number(let number): "\(number)" == raw ? value : .text(raw)
        default: value
        }
    }
}
