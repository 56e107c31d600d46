@_spi(Hosting) import FeatureKit

/// Reads what a step does.
struct ActionReader {
    /// What may be done, and what may stand beside each.
    private static let companions: [String: [String]] = [
        "publish": ["value", "times"], "call": ["request", "as"], "advance": [], "toggle": [], "settings": [],
        "flags": [], "neighbours": [], "routes": [], "store": [], "clock": [],
    ]
    private static let names = [
        "publish", "call", "advance", "toggle", "settings", "flags", "neighbours", "routes", "store", "clock",
    ]

    var parts: ScenarioParts
    let scene: ScenarioScene
    /// Whether the settings and flags are a document's, which no step changes.
    let isPreflight: Bool

    /// The action that a node means; nil where it is none, which is told, or not all of it is known yet.
    mutating func action(_ node: Node) -> ScenarioAction? {
        guard case .mapping(let entries) = node.content else {
            parts.wrong(Node.Entry(key: "when", keyMark: node.mark, value: node), .action)
            return nil
        }
        let actions = entries.filter { Self.names.contains($0.key) }
        guard let first = actions.first else {
            let known = Self.names
            if let entry = entries.first {
                parts.add(.unknownKey(entry.key, known: known), at: entry.keyMark)
            } else {
                parts.add(.noAction, at: node.mark)
            }
            return nil
        }
        if actions.count > 1 { parts.add(.twoActions(first.key, actions[1].key), at: actions[1].keyMark) }
        parts.checkKeys(entries, known: Self.names + (Self.companions[first.key] ?? []))
        return action(first, entries)
    }

    private mutating func action(_ entry: Node.Entry, _ entries: [Node.Entry]) -> ScenarioAction? {
        switch entry.key {
        case "publish": return publish(entry, entries)
        case "call": return parts.call(entry, entries, scene).map(ScenarioAction.call)
        case "advance": return parts.duration(entry).map(ScenarioAction.advance)
        case "toggle": return toggle(entry)
        case "settings":
            if isPreflight { parts.add(.settledByDocument("settings"), at: entry.keyMark) }
            // Nil while it is not known which it has: then only what is written is looked at.
            let base = scene.settings
            let value = parts.value(entry, of: parts.contract.settings, over: base, at: entry.keyMark)
            return base == nil ? nil : .settings(value)
        case "flags":
            if isPreflight { parts.add(.settledByDocument("flags"), at: entry.keyMark) }
            return with(GivenReader(parts: parts)) { .flags($0.flags(entry)) }
        case "neighbours": return with(GivenReader(parts: parts)) { .neighbours($0.neighbours(entry)) }
        case "routes": return with(GivenReader(parts: parts)) { .routes($0.routes(entry)) }
        case "store":
            let known = ["fails", "works"]
            let word = parts.name(entry, among: known) { word, _ in .unknownWord(word, known: known) }
            return word.map { .store(works: $0 == "works") }
        default: return parts.moment(entry).map(ScenarioAction.clock)
        }
    }

    private mutating func with(
        _ reader: GivenReader, _ body: (inout GivenReader) -> ScenarioAction
    ) -> ScenarioAction {
        var reader = reader
        defer { parts = reader.parts }
        return body(&reader)
    }

    private mutating func publish(_ entry: Node.Entry, _ entries: [Node.Entry]) -> ScenarioAction? {
        var times: Int? = 1
        if let entry = entries["times"] { times = self.times(entry) }
        let known = Array(parts.contract.reads.keys)
        guard let topic = parts.name(entry, among: known, { .notRead($0, known: $1) }),
            let shape = parts.contract.reads[topic]
        else { return nil }
        let value = parts.value(entries["value"], of: shape, at: entry.keyMark)
        return times.map { .publish(topic, value, times: $0) }
    }

    private mutating func times(_ entry: Node.Entry) -> Int? {
        guard case .scalar(let scalar) = entry.value.content, case .integer(let count) = scalar.value,
            ScenarioLimits.times.contains(count)
        else {
            parts.wrong(entry, .times)
            return nil
        }
        return Int(count)
    }

    private mutating func toggle(_ entry: Node.Entry) -> ScenarioAction? {
        if entry.value.isOpen { return nil }
        // YAML 1.1 took `on` for true, and some still write that.
        switch entry.value.writtenText {
        case "on": return .toggle(on: true)
        case "off": return .toggle(on: false)
        default:
            parts.wrong(entry, .toggle)
            return nil
        }
    }
}

extension ScenarioParts {
    /// A question to a route that the feature serves.
    mutating func call(_ entry: Node.Entry, _ entries: [Node.Entry], _ scene: ScenarioScene) -> ScenarioCall? {
        var caller: String?
        if let entry = entries["as"] {
            caller = name(entry, among: scene.callers) { .unknownCaller($0, known: $1) }
        }
        let known = Array(contract.serves.keys)
        guard let route = name(entry, among: known, { .notServed($0, known: $1) }), let served = contract.serves[route]
        else { return nil }
        let request = value(entries["request"], of: served.request, at: entry.keyMark)
        return ScenarioCall(route: route, request: request, caller: caller, reply: served.reply)
    }
}
