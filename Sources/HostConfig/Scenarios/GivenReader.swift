@_spi(Hosting) import FeatureKit
import FlagEngine

/// Reads what there is before a scenario begins, and the same things where a step changes them.
struct GivenReader {
    static let keys = [
        "settings", "flags", "documents", "blobs", "clock", "topics", "neighbours", "routes", "callers",
    ]

    var parts: ScenarioParts

    /// - Parameter settings: What counts in the place of its own, in a preflight.
    mutating func given(_ entries: [Node.Entry], settings: Value?, at mark: Mark) -> ScenarioGiven {
        parts.checkKeys(entries, known: Self.keys)
        var given = ScenarioGiven(settings: settings ?? own(entries["settings"], at: mark))
        if let entry = entries["flags"] { given.flags = flags(entry) }
        if let entry = entries["documents"] { given.documents = documents(entry) }
        if let entry = entries["blobs"] { given.blobs = blobs(entry) }
        if let entry = entries["clock"] { given.clock = parts.moment(entry) }
        if let entry = entries["topics"] { given.topics = topics(entry) }
        if let entry = entries["neighbours"] { given.neighbours = neighbours(entry) }
        if let entry = entries["routes"] { given.routes = routes(entry) }
        if let entry = entries["callers"] { given.callers = callers(entry) }
        return given
    }

    private mutating func own(_ entry: Node.Entry?, at mark: Mark) -> Value {
        let shape = parts.contract.settings
        guard entry == nil else { return parts.value(entry, of: shape, at: mark) }
        let defaults = shape.completed([:])
        if !shape.problems(in: defaults).isEmpty { parts.add(.settingsNeeded, at: mark) }
        return defaults
    }

    // MARK: - Flags

    mutating func flags(_ entry: Node.Entry) -> [FlagDefinition] {
        guard let entries = parts.mapping(entry) else { return [] }
        let known = parts.contract.flags.keys.sorted()
        var reader = FlagReader(file: parts.origin.name, findings: parts.findings)
        var flags: [FlagDefinition] = []
        for entry in entries {
            guard known.contains(entry.key) else {
                reader.findings.add(Finding(.scenario(.unknownFlag(entry.key, known: known)), at: entry.keyMark))
                continue
            }
            guard !entry.value.isOpen else { continue }
            guard let flag = reader.flag(entry.key, at: entry.keyMark, entry.value) else { continue }
            flags.append(flag)
            // The feature would take its own default for it, without a word.
            guard let declared = parts.contract.flags[entry.key],
                let other = flag.variants.first(where: { !$0.value.isOfKind(of: declared) })?.value
            else { continue }
            reader.findings.add(
                Finding(.scenario(.flagOfOtherKind(wanted: declared, found: other)), at: entry.value.mark))
        }
        // What only the whole of it shows: segments and requirements that are not there.
        var problems: [FlagProblem] = []
        _ = FlagProgram(
            FlagDefinitions(sets: [FlagSet(source: reader.file, flags: flags)]), revision: 1, problems: &problems)
        parts.findings = reader.findings
        for problem in problems {
            let mark = problem.place.map { Mark(line: $0.line, column: $0.column) }
            let finding = Finding(.engine(problem), at: mark ?? entry.keyMark)
            switch problem.severity {
            case .error: parts.findings.add(finding)
            case .warning: parts.findings.add(warning: finding)
            }
        }
        return flags
    }

    // MARK: - What is kept

    private mutating func documents(_ entry: Node.Entry) -> [ScenarioGiven.Document] {
        guard let collections = parts.mapping(entry) else { return [] }
        var documents: [ScenarioGiven.Document] = []
        for collection in collections {
            guard let shape = parts.contract.collections[collection.key] else {
                let known = parts.contract.collections.keys.sorted()
                parts.add(.notKept(collection.key, known: known), at: collection.keyMark)
                continue
            }
            for entry in parts.mapping(collection) ?? [] {
                let value = parts.value(entry, of: shape, at: entry.keyMark)
                documents.append(
                    .init(collection: collection.key, id: entry.plainKey, value: value, mark: entry.keyMark))
            }
        }
        return documents
    }

    private mutating func blobs(_ entry: Node.Entry) -> [ScenarioGiven.StoredBlob] {
        guard parts.contract.keepsBlobs else {
            parts.add(.keepsNoBlobs, at: entry.keyMark)
            return []
        }
        var blobs: [ScenarioGiven.StoredBlob] = []
        for entry in parts.mapping(entry) ?? [] {
            let value = parts.value(entry, of: .media, at: entry.keyMark)
            guard let media = try? value.decoded(as: Media.self) else { continue }  // told already
            blobs.append(.init(id: entry.plainKey, media: media, mark: entry.keyMark))
        }
        return blobs
    }

    // MARK: - Others

    private mutating func topics(_ entry: Node.Entry) -> [ScenarioGiven.Publication] {
        var publications: [ScenarioGiven.Publication] = []
        for entry in parts.mapping(entry) ?? [] {
            guard let shape = parts.contract.reads[entry.key] else {
                parts.add(.notRead(entry.key, known: parts.contract.reads.keys.sorted()), at: entry.keyMark)
                continue
            }
            for value in values(entry, parts.contract.retention(of: entry.key)) {
                publications.append(.init(topic: entry.key, value: parts.value(value, of: shape, at: entry.keyMark)))
            }
        }
        return publications
    }

    /// A topic that keeps values by their keys may have several, as a list; no payload with fields is one.
    private func values(_ entry: Node.Entry, _ retention: TopicRetention) -> [Node.Entry] {
        guard case .latestPer = retention, case .sequence(let nodes) = entry.value.content else { return [entry] }
        return nodes.map { Node.Entry(key: entry.key, keyMark: entry.keyMark, value: $0) }
    }

    /// The words that `host.features` has for states.
    private static let states = [
        "off", "waiting", "starting", "active", "stopping", "failed", "quarantined", "stuck",
    ]

    mutating func neighbours(_ entry: Node.Entry) -> [String: String] {
        if parts.contract.reads[Topic<HostFeatures>.hostFeatures.name] == nil {
            parts.add(.readsNoFeatures, at: entry.keyMark)
        }
        var neighbours: [String: String] = [:]
        for entry in parts.mapping(entry) ?? [] {
            if entry.key == parts.contract.feature { parts.add(.itself, at: entry.keyMark) }
            if !TextRule.id.allows(entry.key) {
                parts.findings.add(Finding(.badText(.id, entry.key), at: entry.keyMark))
            }
            let state = parts.name(entry, among: Self.states) { word, _ in .unknownWord(word, known: Self.states) }
            if let state { neighbours[entry.key] = state }
        }
        return neighbours
    }

    mutating func routes(_ entry: Node.Entry) -> [String: PlayedRoute] {
        var routes: [String: PlayedRoute] = [:]
        for entry in parts.mapping(entry) ?? [] {
            guard let route = parts.contract.requests[entry.key] else {
                parts.add(.notRequested(entry.key, known: parts.contract.requests.keys.sorted()), at: entry.keyMark)
                continue
            }
            routes[entry.key] = played(entry, as: route)
        }
        return routes
    }

    private mutating func played(_ entry: Node.Entry, as route: ScenarioContract.Route) -> PlayedRoute? {
        if let text = entry.value.writtenText, !entry.value.isOpen {
            if text == "silent" { return .silent }
            parts.wrong(entry, .play)
            return nil
        }
        guard let entries = parts.mapping(entry, .play) else { return nil }
        parts.checkKeys(entries, known: ["reply", "refuse"])
        switch (entries["reply"], entries["refuse"]) {
        case (let reply?, nil): return .reply(parts.value(reply, of: route.reply, at: entry.keyMark))
        case (nil, let refusal?): return self.refusal(refusal).map(PlayedRoute.refuse)
        case (_?, let refusal?): parts.add(.together("reply", "refuse"), at: refusal.keyMark)
        case (nil, nil): parts.wrong(entry, .play)
        }
        return nil
    }

    /// The statuses of the codes that everybody knows.
    private static let statuses = [
        "invalid": 400, "forbidden": 403, "not-found": 404, "conflict": 409, "unavailable": 503,
    ]

    private mutating func refusal(_ entry: Node.Entry) -> RouteError? {
        guard let entries = parts.mapping(entry, .refusal) else { return nil }
        parts.checkKeys(entries, known: ["code", "status", "detail", "data"])
        guard let code = entries["code"] else {
            parts.add(.missingKey("code"), at: entry.keyMark)
            return nil
        }
        guard let word = parts.text(code, .code) else { return nil }
        var status = Self.statuses[word]
        if let written = entries["status"] {
            guard case .scalar(let scalar) = written.value.content, case .integer(let number) = scalar.value,
                (400...599).contains(number)
            else {
                parts.wrong(written, .status)
                return nil
            }
            status = Int(number)
        }
        guard let status else {
            parts.add(.missingKey("status"), at: entry.keyMark)
            return nil
        }
        let detail = entries["detail"].flatMap { parts.text($0) }
        let data = entries["data"].map { parts.value($0, of: .anything, at: $0.keyMark) }
        return RouteError(code: word, status: status, detail ?? "the test refuses", data: data)
    }

    private mutating func callers(_ entry: Node.Entry) -> [String: Caller] {
        var callers: [String: Caller] = [:]
        for entry in parts.mapping(entry) ?? [] {
            guard let entries = parts.mapping(entry, .caller) else { continue }
            parts.checkKeys(entries, known: ["key", "roles", "attributes", "device"])
            let key = entries["key"].flatMap { parts.text($0) }
            let device = entries["device"].flatMap { parts.text($0) }
            var roles: Set<String> = []
            if let entry = entries["roles"] {
                if case .sequence(let nodes) = entry.value.content {
                    for node in nodes {
                        let role = Node.Entry(key: "", keyMark: node.mark, value: node)
                        if let text = parts.text(role) { roles.insert(text) }
                    }
                } else {
                    parts.wrong(entry, .roles)
                }
            }
            var attributes: [String: Value] = [:]
            for attribute in entries["attributes"].flatMap({ parts.mapping($0) }) ?? [] {
                attributes[attribute.key] = parts.value(attribute, of: .anything, at: attribute.keyMark)
            }
            callers[entry.key] = Caller(key: key, attributes: attributes, roles: roles, origin: .http, device: device)
        }
        return callers
    }
}

extension Value {
    /// Whether this value can be read where the other one is expected.
    fileprivate func isOfKind(of other: Value) -> Bool {
        switch (self, other) {
        case (.boolean, .boolean), (.text, .text), (.list, .list), (.object, .object), (.integer, .integer),
            (.integer, .number), (.number, .number):
            true
        default: false
        }
    }
}
