import FeatureKit

/// What in documents runs code, opens doors, asks addresses or uses secrets: not everybody who may hand documents over
/// may change that.
extension HostDocument {
    /// What the sections are called that everybody may change who hands documents over.
    private static let open: Set<String> = [
        "features", "flags", "segments", "bucketing", "metadata", "$evaluators", "log",
    ]

    /// The parts of a document that stand in this one's place and say something guarded that this one does not say: the
    /// names of sections, `runs` and `settings` of features, the sources of flags, and secrets.
    ///
    /// It compares what is written, so that nothing has to be looked at, asked or opened to tell.
    package func guardedParts(changedIn other: HostDocument) -> [String] {
        let (mine, others) = (guarded, other.guarded)
        let parts = Set(mine.keys).union(others.keys).filter { part in
            // A secret that is not used any more is nobody's business.
            if part.hasPrefix(Self.secretMark), others[part] == nil { return false }
            return mine[part] != others[part]
        }.map { $0.hasPrefix(Self.secretMark) ? String($0.dropFirst(Self.secretMark.count)) : $0 }
        // What lies in a part that is named is not named again.
        return Set(parts).filter { part in !parts.contains { part.hasPrefix("\($0).") } }.sorted()
    }

    private static let secretMark = "secret "

    /// By the names of the parts.
    private var guarded: [String: Value] {
        var parts: [String: Value] = [:]
        // A key that stands there twice is a mistake, of which nobody knows yet which one would be gone by.
        func note(_ part: String, _ value: Value) { parts[part] = parts[part].map { .list([$0, value]) } ?? value }
        if case .mapping(let sections) = merge.root.content {
            for section in sections.droppingNulls() where !Self.open.contains(section.key) {
                note(section.key, section.value.raw)
            }
        }
        if case .mapping(let features)? = merge.root[key: "features"]?.content {
            for feature in features {
                // Settings name files, and whom a feature believes.
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
    /// The value as it was written, with all that an address may hold: to compare, never to show.
    fileprivate var raw: Value {
        switch content {
        case .scalar(let scalar): scalar.value
        case .sequence(let nodes): .list(nodes.map(\.raw))
        case .mapping(let entries):
            .object(
                Members(entries.droppingNulls().sorted { $0.key < $1.key }.map { ($0.key, $0.value.raw) }))
        }
    }

    /// Calls with what stands behind each `secret:`, and its path.
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
