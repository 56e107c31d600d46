@_spi(Hosting) import FeatureKit

/// Reads what a step expects.
struct ExpectationReader {
    /// What may be expected, and what may stand beside each; of several the first counts, so `call` has a `reply`.
    private static let kinds: [(name: String, companions: [String])] = [
        ("message", ["value", "within"]), ("silence", ["value", "within"]),
        ("call", ["request", "as", "reply", "refused", "within"]), ("reply", ["within"]), ("refused", ["within"]),
        ("document", ["value", "absent"]), ("documents", ["count"]), ("blob", ["type", "size", "absent"]),
        ("state", ["reason", "within"]), ("log", ["level", "within"]),
    ]

    var parts: ScenarioParts
    let scene: ScenarioScene

    /// The expectation that a node means; nil where it is none, which is told, or not all of it is known yet.
    ///
    /// - Returns: And the names under which it saves something.
    mutating func expectation(_ node: Node) -> (what: ScenarioExpectation?, saves: [String]) {
        guard case .mapping(let entries) = node.content else {
            parts.wrong(Node.Entry(key: "then", keyMark: node.mark, value: node), .expectation)
            return (nil, [])
        }
        let names = Self.kinds.map(\.name)
        guard let kind = Self.kinds.first(where: { entries[$0.name] != nil }), let first = entries[kind.name] else {
            if let entry = entries.first {
                parts.add(.unknownKey(entry.key, known: names), at: entry.keyMark)
            } else {
                parts.add(.noExpectation, at: node.mark)
            }
            return (nil, [])
        }
        let others = entries.filter { names.contains($0.key) && $0.key != kind.name }
        for other in others where !kind.companions.contains(other.key) {
            parts.add(.twoActions(kind.name, other.key), at: other.keyMark)
        }
        parts.checkKeys(entries, known: names + kind.companions)
        let within = parts.duration(entries["within"]) ?? .zero
        var saves: [String] = []
        let what = expectation(first, entries, within, &saves)
        checkNames(saves, at: first.keyMark)
        return (what, saves)
    }

    private mutating func checkNames(_ names: [String], at mark: Mark) {
        for name in names {
            if VariableText.reserved.contains(name) { parts.add(.reservedVariable(name), at: mark) }
            if scene.row[name] != nil || scene.variables[name] != nil { parts.add(.takenVariable(name), at: mark) }
        }
    }

    private mutating func expectation(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ within: Duration, _ saves: inout [String]
    ) -> ScenarioExpectation? {
        switch entry.key {
        case "message":
            guard let (topic, shape) = published(entry) else { return nil }
            return .message(topic, likeness(entries["value"], shape, &saves), shape, within: within)
        case "silence":
            guard let (topic, shape) = published(entry) else { return nil }
            let likeness = entries["value"].map { parts.likeness($0, shape, saves: false) }
            return .silence(topic, likeness ?? .present, shape, within: within)
        case "call": return call(entry, entries, within, &saves)
        case "reply", "refused": return answer(entry, within, &saves)
        case "document": return document(entry, entries, &saves)
        case "documents": return documents(entry, entries, &saves)
        case "blob": return blob(entry, entries, &saves)
        case "state": return state(entry, entries, within, &saves)
        default: return log(entry, entries, within)
        }
    }

    private mutating func likeness(_ entry: Node.Entry?, _ shape: Shape, _ saves: inout [String]) -> Likeness {
        guard let entry else { return .present }
        let likeness = parts.likeness(entry, shape)
        saves += likeness.savedNames
        return likeness
    }

    // MARK: - Messages and answers

    private mutating func published(_ entry: Node.Entry) -> (String, Shape)? {
        let known = Array(parts.contract.publishes.keys)
        guard let topic = parts.name(entry, among: known, { .notPublished($0, known: $1) }) else { return nil }
        return parts.contract.publishes[topic].map { (topic, $0) }
    }

    private mutating func call(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ within: Duration, _ saves: inout [String]
    ) -> ScenarioExpectation? {
        let call = parts.call(entry, entries, scene)
        let shape = call?.reply ?? .anything
        if let reply = entries["reply"], let refused = entries["refused"] {
            parts.add(.together(reply.key, refused.key), at: refused.keyMark)
        }
        let answer: ScenarioExpectation.Answer =
            if let entry = entries["refused"] {
                .refused(likeness(entry, ScenarioExpectation.refusal, &saves))
            } else if let entry = entries["reply"] {
                .reply(likeness(entry, shape, &saves))
            } else {
                .anyReply
            }
        return call.map { .call($0, answer, within: within) }
    }

    private mutating func answer(
        _ entry: Node.Entry, _ within: Duration, _ saves: inout [String]
    ) -> ScenarioExpectation? {
        guard let asked = scene.lastRoute else {
            parts.add(.nothingAsked, at: entry.keyMark)
            return nil
        }
        let shape = asked.flatMap { parts.contract.serves[$0]?.reply } ?? .anything
        return entry.key == "reply"
            ? .answer(.reply(likeness(entry, shape, &saves)), shape, within: within)
            : .answer(.refused(likeness(entry, ScenarioExpectation.refusal, &saves)), shape, within: within)
    }

    // MARK: - What is kept

    /// Whether it has to be gone; with what else is said of it that is told as well.
    private mutating func isAbsent(_ entries: [Node.Entry], _ others: [String]) -> Bool {
        guard let absent = entries["absent"], parts.truth(absent) == true else { return false }
        for other in others {
            if let entry = entries[other] { parts.add(.together("absent", other), at: entry.keyMark) }
        }
        return true
    }

    private mutating func document(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ saves: inout [String]
    ) -> ScenarioExpectation? {
        let isAbsent = isAbsent(entries, ["value"])
        guard let text = parts.text(entry, .documentName) else { return nil }
        let names = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard names.count == 2, !names[1].isEmpty else {
            parts.wrong(entry, .documentName)
            return nil
        }
        guard let shape = parts.contract.collections[names[0]] else {
            parts.add(.notKept(names[0], known: parts.contract.collections.keys.sorted()), at: entry.mark)
            return nil
        }
        let likeness = isAbsent ? .absent : likeness(entries["value"], shape, &saves)
        return .document(collection: names[0], id: names[1], likeness, shape)
    }

    private mutating func documents(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ saves: inout [String]
    ) -> ScenarioExpectation? {
        let known = Array(parts.contract.collections.keys)
        guard let collection = parts.name(entry, among: known, { .notKept($0, known: $1) }) else { return nil }
        guard let count = entries["count"] else {
            parts.add(.missingKey("count"), at: entry.keyMark)
            return nil
        }
        return .documents(collection: collection, count: likeness(count, .integer(in: 0 ... .max), &saves))
    }

    private mutating func blob(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ saves: inout [String]
    ) -> ScenarioExpectation? {
        let isAbsent = isAbsent(entries, ["type", "size"])
        guard parts.contract.keepsBlobs else {
            parts.add(.keepsNoBlobs, at: entry.keyMark)
            return nil
        }
        let facts = entries.filter { $0.key == "type" || $0.key == "size" }
        let pattern = Node.Entry(
            key: entry.key, keyMark: entry.keyMark, value: Node(content: .mapping(facts), mark: entry.keyMark))
        let likeness = isAbsent ? .absent : likeness(pattern, ScenarioExpectation.blob, &saves)
        return parts.text(entry).map { .blob($0, likeness) }
    }

    // MARK: - The run

    private mutating func state(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ within: Duration, _ saves: inout [String]
    ) -> ScenarioExpectation? {
        let reason = entries["reason"].map { likeness($0, .text(), &saves) }
        let known = ["active", "off", "failed"]
        let state = parts.name(entry, among: known) { word, _ in .unknownWord(word, known: known) }
        return state.map { .state($0, reason: reason, within: within) }
    }

    private mutating func log(
        _ entry: Node.Entry, _ entries: [Node.Entry], _ within: Duration
    ) -> ScenarioExpectation? {
        var level: LogLevel?
        if let entry = entries["level"] {
            let known = LogLevel.all.map(\.description)
            let word = parts.name(entry, among: known) { word, _ in .unknownWord(word, known: known) }
            level = LogLevel.all.first { $0.description == word }
        }
        return parts.text(entry).map { .log($0, level: level, within: within) }
    }
}
