import FeatureKit

/// What several documents say together: mappings are merged key by key, everything else is replaced as a whole.
struct LayerMerge {
    /// Something that a stronger document has covered, and would count without that one.
    struct Covered {
        let path: ValuePath
        let node: Node
    }

    /// What they say; each part has the place in the document that said it.
    private(set) var root: Node
    private(set) var covered: [Covered] = []

    private static let features = "features"
    /// What is never mixed, because half of it would mean other people.
    private static let wholes = FlagReader.gateKeys
    /// Both say how many have a feature, so that one covers the other.
    private static let shares = ["rollout", "split"]

    /// Merges the roots of documents, the weakest first.
    init(_ roots: [Node]) {
        root = roots.first ?? Node(content: .mapping([]), mark: .start)
        for stronger in roots.dropFirst() {
            guard case .mapping(let weak) = root.content, case .mapping(let strong) = stronger.content else { continue }
            root = Node(content: .mapping(merged(weak, strong, at: ValuePath())), mark: stronger.mark)
        }
    }

    private mutating func merged(_ weak: [Node.Entry], _ strong: [Node.Entry], at path: ValuePath) -> [Node.Entry] {
        var entries = coveringShares(of: weak, by: strong, at: path)
        var places = Dictionary(entries.enumerated().map { ($1.key, $0) }) { first, _ in first }
        for entry in strong {
            // A key that stands twice in the stronger document is a mistake there, which was told.
            if let place = places.removeValue(forKey: entry.key) {
                entries[place] = merged(entries[place], entry, at: path.member(entry.key))
            } else {
                entries.append(entry)
            }
        }
        return entries
    }

    private mutating func merged(_ weak: Node.Entry, _ strong: Node.Entry, at path: ValuePath) -> Node.Entry {
        // A key without a value says nothing.
        if strong.value.isNull, !weak.value.isNull { return weak }
        if weak.value.isNull { return strong }
        guard case .mapping(let weakEntries) = weak.value.content,
            case .mapping(let strongEntries) = strong.value.content, !Self.isWhole(path)
        else {
            covered.append(Covered(path: path, node: weak.value))
            return strong
        }
        // An error that arises only from both together is reported at the stronger one.
        let content = Node.Content.mapping(merged(weakEntries, strongEntries, at: path))
        return Node.Entry(
            key: strong.key, keyMark: strong.keyMark, value: Node(content: content, mark: strong.value.mark))
    }

    /// The weaker entries of a feature's section, without its rollout or split where the stronger ones have one.
    private mutating func coveringShares(
        of weak: [Node.Entry], by strong: [Node.Entry], at path: ValuePath
    ) -> [Node.Entry] {
        guard Self.isSection(path), strong.contains(where: { Self.shares.contains($0.key) && !$0.value.isNull }) else {
            return weak
        }
        return weak.filter { entry in
            guard Self.shares.contains(entry.key) else { return true }
            covered.append(Covered(path: path.member(entry.key), node: entry.value))
            return false
        }
    }

    private static func isSection(_ path: ValuePath) -> Bool {
        path.steps.count == 2 && path.steps.first == .member(features)
    }

    private static func isWhole(_ path: ValuePath) -> Bool {
        guard path.steps.count == 3, path.steps.first == .member(features), case .member(let name)? = path.steps.last
        else { return false }
        return wholes.contains(name)
    }
}
