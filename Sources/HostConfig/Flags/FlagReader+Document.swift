import FeatureKit
import FlagEngine

extension FlagReader {
    /// What stands at the top of any document that speaks of flags, and is read here alone.
    static let ownKeys = ["flags", "segments", "bucketing", "metadata", "$evaluators"]
    /// What may stand at the top of a document of flags.
    static let documentKeys = ownKeys + ["$schema"]

    /// Reads a document that holds flags alone.
    ///
    /// - Parameter usual: The bucketing that counts where the document says nothing about it.
    mutating func document(_ root: Node, bucketing usual: Bucketing?) -> FlagSet {
        var set = FlagSet(source: file)
        guard case .mapping(let written) = root.content else {
            add(.wrongKind(.mapping, found: root), at: root.mark)
            return set
        }
        let entries = written.droppingNulls()
        // flagd takes any other key.
        checkKeys(entries, known: Self.documentKeys, severity: .warning)
        bucketing = usual ?? .v2
        head(entries)
        set.metadata = metadata
        if let flags = entries["flags"] {
            set.flags = self.flags(flags)
        } else if entries["segments"] == nil {
            add(.missingKey("flags"), at: root.mark)
        }
        set.segments = segments(entries)
        return set
    }

    /// Reads what is said of all flags of a document.
    mutating func head(_ entries: [Node.Entry]) {
        if let entry = entries["bucketing"] { bucketing = bucketing(entry) ?? bucketing }
        if let entry = entries["metadata"] { metadata = metadata(entry) }
        if let entry = entries["$evaluators"], let rules = mapping(entry) {
            evaluators = Dictionary(rules.map { ($0.key, evaluator($0.value)) }) { first, _ in first }
        }
    }

    mutating func segments(_ entries: [Node.Entry]) -> [SegmentDefinition] {
        guard let entry = entries["segments"], let segments = mapping(entry) else { return [] }
        return segments.compactMap { segment in
            if segment.key.isEmpty { add(.emptyName, at: segment.keyMark) }
            return condition(segment).map {
                SegmentDefinition(name: segment.key, condition: $0, place: place(segment.keyMark))
            }
        }
    }

    mutating func bucketing(_ entry: Node.Entry) -> Bucketing? {
        guard let text = text(entry, as: .bucketing) else { return nil }
        guard let bucketing = Bucketing(rawValue: text) else {
            add(.unknownBucketing(text), at: entry.mark)
            return nil
        }
        return bucketing
    }

    /// Reads metadata, which is flat; flagd takes more, and clients don't.
    mutating func metadata(_ entry: Node.Entry) -> Members {
        guard let entries = mapping(entry) else { return Members() }
        var members = Members()
        for entry in entries {
            if case .scalar(let scalar) = entry.value.content, !scalar.isNull, entry.value.isFinite {
                if members[entry.key] == nil { members[entry.key] = scalar.value }
            } else {
                add(.metadataNotFlat(found: entry.value), at: entry.mark, severity: .warning)
            }
        }
        return members
    }

    private mutating func flags(_ entry: Node.Entry) -> [FlagDefinition] {
        switch entry.value.content {
        case .mapping(let flags): return flags.compactMap { flag($0.key, at: $0.keyMark, $0.value) }
        case .sequence(let nodes):
            var places: [String: Mark] = [:]
            return nodes.compactMap { node in
                guard case .mapping(let entries) = node.content else {
                    add(node.writtenText == nil ? .wrongKind(.flags, found: node) : .sourceInside, at: node.mark)
                    return nil
                }
                return listedFlag(entries, at: node.mark, places: &places)
            }
        case .scalar:
            wrong(entry, .flags)
            return []
        }
    }

    /// Reads a flag that stands in a list, where its key is a part of it.
    mutating func listedFlag(
        _ entries: [Node.Entry], at mark: Mark, places: inout [String: Mark]
    ) -> FlagDefinition? {
        guard let entry = entries["key"] else {
            add(entries["file"] == nil && entries["url"] == nil ? .missingKey("key") : .sourceInside, at: mark)
            return nil
        }
        guard let key = text(entry) else { return nil }
        if let first = places[key] { add(.doubledFlag(key), at: entry.mark, notes: [(first, .firstHere)]) }
        places[key] = places[key] ?? entry.mark
        let rest = Node(content: .mapping(entries.filter { $0.key != "key" }), mark: mark)
        return flag(key, at: entry.mark, rest)
    }
}

extension Node {
    /// Whether every number in it can be written in JSON.
    var isFinite: Bool {
        switch content {
        case .scalar(let scalar): if case .number(let number) = scalar.value { number.isFinite } else { true }
        case .sequence(let nodes): nodes.allSatisfy(\.isFinite)
        case .mapping(let entries): entries.allSatisfy(\.value.isFinite)
        }
    }
}
