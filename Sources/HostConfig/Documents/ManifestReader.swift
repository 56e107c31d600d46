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

    /// Whether a topic or route may have a name: words joined by dots.
    package static func allows(name: String) -> Bool { TextRule.dottedName.allows(name) }
}

/// Checks a manifest's nodes by its Shape and its rules, and decodes what passes.
private struct ManifestReader {
    private let root: Node
    private let value: Value
    private(set) var findings: Findings

    /// Which texts follow which rules; of a list each element does.
    private static let rules: [(path: [String], rule: TextRule)] = [
        (["id"], .id), (["version"], .version), (["summary"], .sentence), (["needs"], .id), (["after"], .id),
        (["mount"], .mount),
    ]

    init(root written: Node, text: DocumentText) {
        findings = text.findings
        root = Self.withoutCode(written, &findings)
        value =
            ShapedRoot(
                root, as: Manifest.shape, origin: text.origin, findings: &findings, preparing: PlainSizes.written
            ).value
    }

    /// What is made from the code is reported once, and not as an unknown key.
    private static func withoutCode(_ root: Node, _ findings: inout Findings) -> Node {
        func without(_ keys: [String], _ node: Node) -> Node {
            guard case .mapping(let entries) = node.content else { return node }
            for entry in entries where keys.contains(entry.key) {
                findings.add(Finding(.madeFromCode(entry.key), at: entry.keyMark))
            }
            return Node(content: .mapping(entries.filter { !keys.contains($0.key) }), mark: node.mark)
        }
        let root = without(Manifest.madeFromCode, root)
        guard case .mapping(let entries) = root.content else { return root }
        func flags(_ node: Node) -> Node {
            guard case .mapping(let flags) = node.content else { return node }
            return Node(
                content: .mapping(flags.map { $0.replacing(without(Manifest.flagMadeFromCode, $0.value)) }),
                mark: node.mark)
        }
        return Node(
            content: .mapping(entries.map { $0.key == "flags" ? $0.replacing(flags($0.value)) : $0 }), mark: root.mark)
    }

    mutating func manifest() -> Manifest? {
        for (names, rule) in Self.rules { check(ValuePath(names.map { .member($0) }), rule) }
        checkFlags()
        checkMount()
        for list in ["needs", "after"] { checkSelf(list) }
        checkReserved()
        checkWorker()
        guard !findings.hasErrors else { return nil }
        do {
            return Manifest(
                try value.decoded(codable: WrittenManifest.self), worker: WorkerSection(value[WorkerSection.name]))
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
        for name in flags.map(\.name) {
            let path = ValuePath([.member("flags"), .member(name)])
            if !TextRule.dottedName.allows(name) {
                let mark = root.place(of: path).keyMark
                findings.add(Finding(.badText(.dottedName, name), at: mark))
            }
            check(path.member("owner"), .sentence)
            check(path.member("expiry"), .date)
        }
    }

    /// What the host says of itself must not come from anybody else.
    private mutating func checkReserved() {
        if value["id"] == "host" { add(.reservedID("host"), at: ValuePath([.member("id")])) }
    }

    private mutating func checkMount() {
        let isUsable =
            switch value["mount"] {
            case nil, .text: true
            case .list(let mounts): !mounts.isEmpty && mounts.allSatisfy { if case .text = $0 { true } else { false } }
            default: false
            }
        if !isUsable { add(.badMount, at: ValuePath([.member("mount")])) }
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
        let owner: String
        let expiry: String?
    }

    let id: String
    let version: String
    let summary: String
    let stage: Manifest.Stage
    let locked: Bool
    let needs: [String]
    let after: [String]
    let flags: [String: Flag]
    let mount: Value?
    let runs: RunMode
    let restart: Manifest.Restart

    var mounts: [String]? {
        switch mount {
        case .text(let mount): [mount]
        case .list(let mounts): mounts.compactMap { if case .text(let mount) = $0 { mount } else { nil } }
        default: nil
        }
    }
}

extension Manifest {
    fileprivate init(_ written: WrittenManifest, worker: WorkerSection) {
        self.init(
            id: written.id, version: written.version, summary: written.summary, stage: written.stage,
            isLocked: written.locked, needs: written.needs, after: written.after,
            flags: written.flags.sorted { $0.key < $1.key }.map { key, flag in
                Flag(key: key, owner: flag.owner, expiry: flag.expiry.flatMap(TextRule.startOfDay))
            },
            mounts: written.mounts ?? ["/api/v1/\(written.id)"], runs: written.runs, worker: worker,
            restart: written.restart)
    }
}

extension Node.Entry {
    /// The same key with another value.
    fileprivate func replacing(_ value: Node) -> Node.Entry { Node.Entry(key: key, keyMark: keyMark, value: value) }
}
