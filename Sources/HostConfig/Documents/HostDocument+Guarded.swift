import FeatureKit

/// The guarded parts of configuration files, which run code, listen, grant access, fetch addresses or use secrets: not
/// everybody who may apply a configuration may change them.
extension HostDocument {
    /// The sections that everybody may change who may apply a configuration.
    private static let open: Set<String> = [
        "features", "flags", "segments", "bucketing", "metadata", "$evaluators", "log",
    ]

    /// The guarded parts that differ if another configuration replaces this one: the names of sections, `runs` and
    /// `settings` of features, the sources of flags, and secrets.
    ///
    /// It compares the text as written, so that no file has to be read and no address fetched.
    package func guardedParts(changedIn other: HostDocument) -> [String] {
        let (mine, others) = (guarded, other.guarded)
        let parts = Set(mine.keys).union(others.keys).filter { part in
            // Anyone may remove the use of a secret.
            if part.hasPrefix(Self.secretMark), others[part] == nil { return false }
            return mine[part] != others[part]
        }.map { $0.hasPrefix(Self.secretMark) ? String($0.dropFirst(Self.secretMark.count)) : $0 }
        // A part inside another part of the list is not named again.
        return Set(parts).filter { part in !parts.contains { part.hasPrefix("\($0).") } }.sorted()
    }

    private static let secretMark = "secret "

    /// By the names of the parts.
    private var guarded: [String: Value] {
        var parts: [String: Value] = [:]
        // A duplicate key is an error that is reported elsewhere; until then both values are compared.
        func note(_ part: String, _ value: Value) { parts[part] = parts[part].map { .list([$0, value]) } ?? value }
        if case .mapping(let sections) = merge.root.content {
            for section in sections.droppingNulls() where !Self.open.contains(section.key) {
                note(section.key, section.value.raw)
            }
        }
        if case .mapping(let features)? = merge.root[key: "features"]?.content {
            for feature in features {
                // Settings name files, and the parties that a feature trusts.
                for name in ["runs", "settings"] {
                    guard let part = feature.value[key: name], !part.isNull else { continue }
                    note("features.\(feature.key).\(name)", part.raw)
                }
            }
        }
        merge.root.forEachSecret(at: "") { note(Self.secretMark + $0, .text($1)) }
        var sources: [Value] = []
        for text in texts {
            guard case .sequence(let nodes)? = text.text.root?[key: "flags"]?.content else { continue }
            sources += nodes.filter { $0[key: "key"] == nil }.map(\.raw)
        }
        if !sources.isEmpty { parts["flags"] = .list(sources) }
        return parts
    }
}

extension Node {
    /// The value as written, including credentials in addresses: for comparison only, never to be shown.
    fileprivate var raw: Value {
        switch content {
        case .scalar(let scalar): scalar.value
        case .sequence(let nodes): .list(nodes.map(\.raw))
        case .mapping(let entries):
            .object(
                Members(entries.droppingNulls().sorted { $0.key < $1.key }.map { ($0.key, $0.value.raw) }))
        }
    }

    /// Calls `body` with the path of each `secret:` and its value.
    fileprivate func forEachSecret(at path: String, _ body: (String, String) -> Void) {
        switch content {
        case .scalar: break
        case .sequence(let nodes):
            for (index, node) in nodes.enumerated() { node.forEachSecret(at: "\(path)[\(index)]", body) }
        case .mapping(let entries):
            for entry in entries {
                let inside = path.isEmpty ? entry.key : "\(path).\(entry.key)"
                if entry.key == "secret", case .scalar(let scalar) = entry.value.content { body(inside, scalar.raw) }
                entry.value.forEachSecret(at: inside, body)
            }
        }
    }
}
