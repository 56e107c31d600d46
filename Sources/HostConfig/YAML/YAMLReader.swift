import FeatureKit

/// Reads a document's text into nodes that know their places.
///
/// What makes the text unreadable ends the reading and is told alone; everything else is told together.
struct YAMLReader: ~Copyable {
    /// A document's root, where there is one, and what was found on the way.
    struct Result {
        let root: Node?
        let findings: Findings
    }

    private var events: YAMLEvents
    private let limits: ReadingLimits
    private var findings = Findings()
    private var anchors: [String: Anchor] = [:]
    private var nodes = 0
    /// The parts of all lists and mappings that are not at their end yet, those of the innermost last; so each gets
    /// memory but once, and no more than it needs.
    private var openElements: [Node] = []
    private var openEntries: [Node.Entry] = []

    /// What stands behind a name, for the aliases that follow.
    private enum Anchor {
        case open
        case closed(Node, nodes: Int, depth: Int)
    }

    /// A node and how deep lists and mappings nest in it.
    private typealias Part = (node: Node, depth: Int)

    private init(_ bytes: [UInt8], limits: ReadingLimits) throws(Finding) {
        events = try YAMLEvents(bytes)
        self.limits = limits
    }

    /// Reads one document; an empty one is an empty mapping.
    static func read(_ bytes: [UInt8], limits: ReadingLimits = .standard) -> Result {
        do throws(Finding) {
            if let finding = TextCheck.finding(in: bytes, limits: limits) { throw finding }
            var reader = try YAMLReader(bytes, limits: limits)
            let root = try reader.document()
            return Result(root: root, findings: reader.findings)
        } catch {
            var findings = Findings()
            findings.add(error)
            return Result(root: nil, findings: findings)
        }
    }

    private mutating func document() throws(Finding) -> Node {
        let empty = Node(content: .mapping([]), mark: .start)
        guard case .documentStart = try nextThatMatters().kind else { return empty }
        let root = try part(from: events.next(), level: 0).node
        let next = try nextThatMatters()
        if case .documentStart = next.kind { throw Finding(.secondDocument, at: next.mark) }
        return root.isNull ? empty : root
    }

    private mutating func nextThatMatters() throws(Finding) -> YAMLEvent {
        while true {
            let event = try events.next()
            guard case .boundary = event.kind else { return event }
        }
    }

    private mutating func part(from event: YAMLEvent, level: Int) throws(Finding) -> Part {
        try count(1, at: event.mark)
        switch event.kind {
        case .scalar(let raw, let style, let properties):
            let scalar = Scalar(raw: raw, style: self.style(style, raw: raw, tag: properties.tag, at: event.mark))
            let node = Node(content: .scalar(scalar), mark: event.mark)
            if let name = properties.anchor { anchors[name] = .closed(node, nodes: 1, depth: 0) }
            return (node, 0)
        case .sequenceStart(let properties):
            check(properties.tag, is: .sequence, at: event.mark)
            return try collection(properties.anchor, at: event.mark, level: level) { reader, depth throws(Finding) in
                .sequence(try reader.elements(level: level + 1, depth: &depth))
            }
        case .mappingStart(let properties):
            check(properties.tag, is: .mapping, at: event.mark)
            return try collection(properties.anchor, at: event.mark, level: level) { reader, depth throws(Finding) in
                .mapping(try reader.entries(level: level + 1, depth: &depth))
            }
        case .alias(let name):
            return try expanded(name, at: event.mark, level: level)
        case .documentStart, .boundary, .textEnd:
            // libyaml gives a value wherever one has to be.
            throw Finding(.syntax(.missingValue), at: event.mark)
        }
    }

    private mutating func collection(
        _ anchor: String?, at mark: Mark, level: Int,
        content: (inout YAMLReader, inout Int) throws(Finding) -> Node.Content
    ) throws(Finding) -> Part {
        try checkDepth(level + 1, at: mark)
        if let anchor { anchors[anchor] = .open }
        let before = nodes
        var depth = 0
        let node = Node(content: try content(&self, &depth), mark: mark)
        // The name may stand again inside; then that one is what later aliases mean.
        if let anchor, case .open = anchors[anchor] {
            anchors[anchor] = .closed(node, nodes: nodes - before + 1, depth: depth + 1)
        }
        return (node, depth + 1)
    }

    private mutating func elements(level: Int, depth: inout Int) throws(Finding) -> [Node] {
        let start = openElements.count
        while true {
            let event = try events.next()
            if event.isEnd { return openElements.cut(from: start) }
            let element = try part(from: event, level: level)
            depth = max(depth, element.depth)
            openElements.append(element.node)
        }
    }

    private mutating func entries(level: Int, depth: inout Int) throws(Finding) -> [Node.Entry] {
        let start = openEntries.count
        var keys = MappingKeys()
        while true {
            let event = try events.next()
            if event.isEnd { return openEntries.cut(from: start) }
            let key = try part(from: event, level: level)
            let value = try part(from: events.next(), level: level)
            depth = max(depth, key.depth, value.depth)
            guard let name = name(of: key.node) else { continue }
            if let first = keys.first(name, among: openEntries[start...]) {
                findings.add(Finding(.doubledKey(name), at: event.mark, notes: [(first, .firstHere)]))
            }
            // A doubled key stays among the entries, so that what is wrong inside is told as well.
            openEntries.append(Node.Entry(key: name, keyMark: event.mark, value: value.node))
        }
    }

    /// The text of a key.
    ///
    /// Numbers and words are taken as they are written; what has no text is no key.
    private mutating func name(of key: Node) -> String? {
        switch key.content {
        case .scalar(let scalar) where scalar.isNull: findings.add(Finding(.keyIsNothing, at: key.mark))
        case .scalar(let scalar) where scalar.raw == "<<" && scalar.style == .plain:
            findings.add(Finding(.mergeKey, at: key.mark))
        case .scalar(let scalar): return scalar.raw
        case .sequence: findings.add(Finding(.keyIsCollection(.list), at: key.mark))
        case .mapping: findings.add(Finding(.keyIsCollection(.mapping), at: key.mark))
        }
        return nil
    }

    /// What an alias stands for, at the alias's place; it counts as if it were written out.
    private mutating func expanded(_ name: String, at mark: Mark, level: Int) throws(Finding) -> Part {
        switch anchors[name] {
        case .closed(let node, let count, let depth):
            try self.count(count - 1, at: mark, aliased: true)
            try checkDepth(level + depth, at: mark)
            return (Node(content: node.content, mark: mark), depth)
        case .open: throw Finding(.aliasInsideItself(name), at: mark)
        case nil: throw Finding(.unknownAlias(name, known: Array(anchors.keys)), at: mark)
        }
    }

    private mutating func count(_ more: Int, at mark: Mark, aliased: Bool = false) throws(Finding) {
        nodes += more
        guard nodes <= limits.nodes else {
            throw Finding(.tooManyNodes(most: limits.nodes, aliased: aliased), at: mark)
        }
    }

    private func checkDepth(_ depth: Int, at mark: Mark) throws(Finding) {
        guard depth <= limits.depth else { throw Finding(.tooDeep(most: limits.depth), at: mark) }
    }
}

extension Array {
    /// Takes the last ones off, from a place on.
    fileprivate mutating func cut(from start: Int) -> [Element] {
        let last = Array(self[start...])
        removeLast(last.count)
        return last
    }
}

// MARK: - Tags

extension YAMLReader {
    private enum Kind: String {
        case sequence = "seq"
        case mapping = "map"
    }

    private static var corePrefix: String { "tag:yaml.org,2002:" }

    private mutating func check(_ tag: String?, is kind: Kind, at mark: Mark) {
        guard let tag, tag != Self.corePrefix + kind.rawValue else { return }
        refuse(tag, at: mark)
    }

    /// How a scalar is to be read when its tag has been heard: `!!str 5` is a text and `!!int "5"` a number.
    private mutating func style(_ written: Scalar.Style, raw: String, tag: String?, at mark: Mark) -> Scalar.Style {
        guard let tag else { return written }
        guard tag.hasPrefix(Self.corePrefix) else {
            refuse(tag, at: mark)
            return written
        }
        let plain = Scalar(raw: raw, style: .plain)
        let fits: Bool
        switch (tag.dropFirst(Self.corePrefix.count), plain.value) {
        case ("str", _): return written == .block ? .block : .quoted
        case ("int", .integer), ("float", .integer), ("float", .number), ("bool", .boolean), ("null", .null):
            fits = true
        default: fits = false
        }
        if !fits { refuse(tag, at: mark) }
        return fits ? .plain : written
    }

    private mutating func refuse(_ tag: String, at mark: Mark) {
        let core = ["str", "int", "float", "bool", "null", "seq", "map"]
        let short = tag.hasPrefix(Self.corePrefix) ? "!!" + tag.dropFirst(Self.corePrefix.count) : tag
        let isCore = core.contains { tag == Self.corePrefix + $0 }
        findings.add(Finding(isCore ? .tagDoesNotFit(short) : .unknownTag(short), at: mark))
    }
}
