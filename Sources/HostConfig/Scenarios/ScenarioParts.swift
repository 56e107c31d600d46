@_spi(Hosting) import FeatureKit

/// What the readers of scenarios have in common: the feature's declarations, and how single parts are read.
///
/// What is known only while a scenario runs is passed over: it is read again then.
struct ScenarioParts {
    let contract: ScenarioContract
    let origin: Origin
    var findings: Findings

    mutating func add(_ mistake: ScenarioMistake, at mark: Mark) {
        findings.add(Finding(.scenario(mistake), at: mark))
    }

    mutating func wrong(_ entry: Node.Entry, _ wanted: ScenarioMistake.Wanted) {
        if !entry.value.isOpen { add(.wrongKind(wanted, found: entry.value), at: entry.mark) }
    }

    mutating func checkKeys(_ entries: [Node.Entry], known: [String]) {
        for entry in entries where !known.contains(entry.key) {
            add(.unknownKey(entry.key, known: known), at: entry.keyMark)
        }
    }

    /// The entries of a mapping; nil, and told, where it is something else.
    mutating func mapping(_ entry: Node.Entry, _ wanted: ScenarioMistake.Wanted = .mapping) -> [Node.Entry]? {
        if case .mapping(let entries) = entry.value.content { return entries }
        if entry.value.isNull { return [] }
        wrong(entry, wanted)
        return nil
    }

    mutating func text(_ entry: Node.Entry, _ wanted: ScenarioMistake.Wanted = .text) -> String? {
        if !entry.value.isOpen, let text = entry.value.writtenText { return text }
        wrong(entry, wanted)
        return nil
    }

    mutating func truth(_ entry: Node.Entry) -> Bool? {
        if case .scalar(let scalar) = entry.value.content, case .boolean(let truth) = scalar.value { return truth }
        wrong(entry, .truth)
        return nil
    }

    /// A name among those that are known.
    mutating func name(
        _ entry: Node.Entry, among known: [String], _ mistake: (String, [String]) -> ScenarioMistake
    ) -> String? {
        guard let name = text(entry) else { return nil }
        guard known.contains(name) else {
            add(mistake(name, known.sorted()), at: entry.mark)
            return nil
        }
        return name
    }

    /// How much time may pass.
    mutating func duration(_ entry: Node.Entry?) -> Duration? {
        guard let entry, let text = text(entry, .duration) else { return nil }
        guard let duration = DurationText.parse(text) else {
            wrong(entry, .duration)
            return nil
        }
        guard duration <= ScenarioLimits.time else {
            add(.tooLong(ScenarioLimits.time), at: entry.mark)
            return nil
        }
        return duration
    }

    mutating func moment(_ entry: Node.Entry) -> Timestamp? {
        guard let text = text(entry, .moment) else { return nil }
        if let moment = Timestamp(text) { return moment }
        wrong(entry, .moment)
        return nil
    }

    /// A whole value as a Shape wants it, with its defaults; nothing written is an empty mapping.
    mutating func value(
        _ entry: Node.Entry?, of shape: Shape, over base: Value? = nil, at mark: Mark
    ) -> Value {
        let node = entry?.value ?? Node(content: .mapping([]), mark: mark)
        guard !node.isOpen else { return .null }
        var reader = ScenarioValueReader(origin: origin, findings: findings)
        defer { findings = reader.findings }
        return reader.value(of: node, as: shape, over: base)
    }

    mutating func likeness(_ entry: Node.Entry, _ shape: Shape, saves: Bool = true) -> Likeness {
        var reader = LikenessReader(origin: origin, findings: findings)
        defer { findings = reader.findings }
        return reader.likeness(entry.value, shape, saves: saves)
    }
}
