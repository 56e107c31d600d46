@_spi(Hosting) import FeatureKit

extension Manifest {
    /// Reads `feature.yaml`.
    package static func read(_ bytes: [UInt8], origin: Origin) -> Checked<Manifest> {
        let text = DocumentText(bytes, origin: origin)
        guard let root = text.root else { return text.checked(nil, text.findings) }
        var reader = ManifestReader(root: root, text: text)
        let manifest = reader.manifest()
        return text.checked(manifest, reader.findings)
    }

    /// The id alone, as far as it can be read in a manifest that is wrong elsewhere.
    package static func id(in bytes: [UInt8], origin: Origin) -> String? {
        guard case .scalar(let scalar) = DocumentText(bytes, origin: origin).root?[key: "id"]?.content else {
            return nil
        }
        return TextRule.id.allows(scalar.raw) ? scalar.raw : nil
    }
}

/// Checks a manifest's nodes by its Shape and its rules, and decodes what passes.
private struct ManifestReader {
    private let root: Node
    private let value: Value
    private(set) var findings: Findings

    /// Which texts follow which rules; of a list each element does.
    private static let rules: [(path: [String], rule: TextRule)] = [
        (["id"], .id), (["version"], .version), (["kit"], .kitVersion), (["summary"], .sentence), (["needs"], .id),
        (["after"], .id), (["topics", "publishes"], .dottedName), (["topics", "reads"], .dottedName),
        (["topics", "watchable"], .dottedName), (["routes"], .dottedName), (["requests"], .dottedName),
        (["keeps"], .id),
        (["mount"], .mount), (["links"], .library),
    ]

    init(root: Node, text: DocumentText) {
        self.root = root
        findings = text.findings
        value =
            ShapedRoot(
                root, as: Manifest.shape, origin: text.origin, findings: &findings, preparing: PlainSizes.written
            ).value
    }

    mutating func manifest() -> Manifest? {
        for (names, rule) in Self.rules { check(ValuePath(names.map { .member($0) }), rule) }
        checkFlags()
        for list in ["needs", "after"] { checkSelf(list) }
        checkReserved()
        checkWatchable()
        checkWorker()
        guard !findings.hasErrors else { return nil }
        do {
            return try Manifest(
                value.decoded(codable: WrittenManifest.self), worker: WorkerSection(value[WorkerSection.name]))
        } catch {
            add(.undecodable("\(error)"), at: ValuePath())
            return nil
        }
    }

    private mutating func check(_ path: ValuePath, _ rule: TextRule) {
        switch value[path] {
        case .text(let text): if !rule.allows(text) { add(.badText(rule, text), at: path) }
        case .list(let list):
            for index in list.indices { check(path.element(index), rule) }
            findings.addDoubles(in: list, at: path, root: root)
        default: break
        }
    }

    private mutating func checkFlags() {
        guard case .object(let flags) = value["flags"] else { return }
        for (name, flag) in flags {
            let path = ValuePath([.member("flags"), .member(name)])
            if !TextRule.dottedName.allows(name) {
                let mark = root.place(of: path).keyMark
                findings.add(Finding(.badText(.dottedName, name), at: mark))
            }
            switch flag["default"] {
            case .null, .list: add(.flagDefault, at: path.member("default"))
            default: break
            }
            check(path.member("owner"), .sentence)
            check(path.member("expiry"), .date)
        }
    }

    /// What the host says of itself must not come from anybody else.
    private mutating func checkReserved() {
        if value["id"] == "host" { add(.reservedID("host"), at: ValuePath([.member("id")])) }
        let publishes = ValuePath([.member("topics"), .member("publishes")])
        guard case .list(let topics) = value[publishes] else { return }
        for (index, topic) in topics.enumerated() {
            guard case .text(let name) = topic, name.hasPrefix("host.") || name == Topic.flagExposure.name else {
                continue
            }
            add(.reservedTopic(name), at: publishes.element(index))
        }
    }

    /// What somebody else publishes is not this feature's to show.
    private mutating func checkWatchable() {
        let path = ValuePath([.member("topics"), .member("watchable")])
        guard case .list(let topics) = value[path], case .list(let published) = value["topics"]?["publishes"] else {
            return
        }
        let known = published.compactMap { if case .text(let name) = $0 { name } else { nil } }
        for (index, topic) in topics.enumerated() {
            guard case .text(let name) = topic else { continue }
            if ControlEvent(lastWordOf: name) != nil { add(.controlEvent(name), at: path.element(index)) }
            guard !known.contains(name) else { continue }
            add(.notPublished(name, known: known), at: path.element(index))
        }
    }

    private mutating func checkWorker() {
        guard let problem = WorkerSection.problem(in: value[WorkerSection.name]) else { return }
        add(problem, at: ValuePath([.member(WorkerSection.name), .member(WorkerSection.memoryName)]))
    }

    private mutating func checkSelf(_ list: String) {
        guard case .text(let id) = value["id"], case .list(let names) = value[list] else { return }
        for (index, name) in names.enumerated() where name == .text(id) {
            add(.needsItself, at: ValuePath([.member(list), .element(index)]))
        }
    }

    private mutating func add(_ problem: Problem, at path: ValuePath) {
        let mark = root.place(of: path).mark
        findings.add(Finding(problem, at: mark))
    }
}

/// A manifest's data as it is written.
private struct WrittenManifest: Decodable {
    struct Flag: Decodable {
        let `default`: Value
        let owner: String
        let expiry: String?
    }

    let id: String
    let version: String
    let kit: String
    let summary: String
    let stage: Manifest.Stage
    let locked: Bool
    let needs: [String]
    let after: [String]
    let topics: Manifest.Topics
    let routes: [String]
    let requests: [String]
    let keeps: [String]
    let flags: [String: Flag]
    let mount: String?
    let runs: RunWay
    let restart: Manifest.Restart
    let links: [String]
}

extension Manifest {
    fileprivate init(_ written: WrittenManifest, worker: WorkerSection) throws {
        guard let kit = KitVersion(written.kit) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "kit: \(written.kit)"))
        }
        self.init(
            id: written.id, version: written.version, kit: kit, summary: written.summary, stage: written.stage,
            isLocked: written.locked, needs: written.needs, after: written.after, topics: written.topics,
            routes: written.routes, requests: written.requests, keeps: written.keeps,
            flags: written.flags.sorted { $0.key < $1.key }.map { key, flag in
                Flag(
                    key: key, fallback: flag.default, owner: flag.owner,
                    expiry: flag.expiry.flatMap(TextRule.startOfDay))
            },
            mount: written.mount ?? "/api/v1/\(written.id)", runs: written.runs, worker: worker,
            restart: written.restart, links: written.links)
    }
}
