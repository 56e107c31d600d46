@_spi(Hosting) import FeatureKit

/// One check of a host's documents against the features that are known.
struct HostDocumentCheck {
    private let root: Node
    private let texts: [LayeredText]
    private let origin: Origin
    private let known: [String: KnownFeature]
    /// Whether a file can't be read, so that anything missing may be in that file.
    private let isPartial: Bool
    private let checked: ShapedRoot
    private(set) var findings: Findings
    /// The flags with errors.
    private(set) var invalid: [CheckedLayers.InvalidFlag] = []
    /// The settings that fit their shape.
    private(set) var settings: [String: CheckedSettings] = [:]

    static let features = "features"

    /// - Parameter known: Nil where features can't be checked because a file can't be read.
    init(
        _ merge: LayerMerge, texts: [LayeredText], origin: Origin, findings: Findings, known: [String: KnownFeature]?
    ) {
        root = merge.root
        self.texts = texts
        self.known = known ?? [:]
        self.origin = origin
        self.findings = findings
        isPartial = known == nil
        let features = self.known
        let isRemote = { (text: Int) in texts.indices.contains(text) && texts[text].layer == .remote }
        let named = Self.names(in: root).filter { features[$0] != nil }
        let sections = named.map { Field($0, HostSchema.section(settings: features[$0]?.settings), "Its section.") }
        checked = ShapedRoot(
            Self.keeping(root) { features[$0] != nil }, covered: merge.covered,
            as: HostSchema.document(sections: sections), origin: origin, findings: &self.findings, isRemote: isRemote,
            preparing: { document in
                let document = AccessSection.listingSingleTexts(
                    in: HTTPSection.writtenOut(in: Self.givingSettings(to: named, in: document)))
                return Self.changingSections(of: named, in: document, PlainSizes.written)
            })
        // Sections of unknown features are checked as well, as far as all sections are alike.
        let unknown = Self.keeping(root) { features[$0] == nil }
        if let sections = unknown.entry(Self.features), case .mapping = sections.value.content {
            let alone = Node(content: .mapping([sections]), mark: root.mark)
            let names = Self.names(in: alone)
            _ = ShapedRoot(
                alone, as: HostSchema.unknownFeatures, origin: origin, findings: &self.findings,
                preparing: { Self.changingSections(of: names, in: $0, PlainSizes.written) })
        }
    }

    /// The ids that the document names, each once.
    static func names(in root: Node) -> [String] {
        guard case .mapping(let entries) = root[key: features]?.content else { return [] }
        var seen: Set<String> = []
        return entries.map(\.key).filter { seen.insert($0).inserted }
    }

    /// Where the document says that features run, as far as it can be read.
    static func ways(in root: Node) -> [String: RunMode] {
        guard case .mapping(let entries) = root[key: features]?.content else { return [:] }
        return entries.reduce(into: [:]) { ways, entry in
            guard case .scalar(let scalar)? = entry.value[key: "runs"]?.content else { return }
            ways[entry.key] = RunMode(rawValue: scalar.raw)
        }
    }

    /// What the documents say, where nothing but single flags is wrong with them.
    mutating func document(secrets store: SecretStore) -> CheckedDocument? {
        let forced = forced()
        if !isPartial { checkNames(forced) }
        let value = checked.value
        if case .list(let folders) = value["plugins"] {
            findings.addDoubles(in: folders, at: ValuePath([.member("plugins")]), root: root)
        }
        let secrets = found(in: store)
        settings = fittingSettings(secrets)
        var section = HTTPSection(value, root: root, findings: findings)
        let http = section.settings()
        findings = section.findings
        var accessSection = AccessSection(
            value, root: root, known: isPartial ? nil : Set(known.keys), findings: findings)
        let access = accessSection.settings()
        findings = accessSection.findings
        let (sources, errorsInFlags) = flagSources(store)
        let remote = remote(store)
        let gates = gates()
        checkSizes()
        guard findings.errors == errorsInFlags else { return nil }
        let log = level(value["log"]) ?? .info
        return CheckedDocument(
            features: Dictionary(
                uniqueKeysWithValues: known.map { id, feature in
                    (id, self.feature(id, feature, log: log, secrets: secrets, gate: gates[id]))
                }),
            pluginFolders: texts(value["plugins"]), log: log, http: http, access: access,
            flags: CheckedFlags(sources: sources),
            remote: remote, forced: forced)
    }

    /// Why the document switches features off although they may be locked, by their ids, known or not.
    private mutating func forced() -> [String: String] {
        guard case .mapping(let entries) = root[key: Self.features]?.content else { return [:] }
        var forced: [String: String] = [:]
        for entry in entries {
            let mark = entry.value.entry(LockSection.name)?.keyMark
            switch LockSection.word(in: entry.value) {
            case .none: break
            case .off(let reason): forced[entry.key] = reason
            case .blank: findings.add(Finding(.blankForce, at: mark))
            case .idle: findings.add(warning: Finding(.idleForce, at: mark))
            }
        }
        return forced
    }

    /// A locked feature is there for everybody.
    private mutating func checkGate(of section: Node.Entry) {
        guard case .mapping(let entries) = section.value.content else { return }
        for entry in entries where FlagReader.gateKeys.contains(entry.key) && !entry.value.isNull {
            findings.add(Finding(.gateOfLocked(section.key, key: entry.key), at: entry.keyMark))
        }
    }

    /// What each document says about flags, which it says for itself.
    private mutating func flagSources(_ store: SecretStore) -> (sources: [FlagSource], errors: Int) {
        var sources: [FlagSource] = []
        var errors = 0
        for (index, part) in texts.enumerated() {
            guard part.isReadable, let root = part.text.root else { continue }
            var reader = FlagReader(files: texts.map(\.text.origin.name), text: index, findings: findings)
            reader.isRemote = part.layer == .remote
            reader.secrets = reader.isRemote ? nil : store
            let elsewhere = sources.count { !$0.isInline }
            sources += reader.sources(root, origin: part.text.origin, elsewhere: elsewhere)
            findings = reader.findings
            errors += reader.errorsInFlags
            invalid += reader.invalid.map {
                CheckedLayers.InvalidFlag(key: $0, source: part.text.origin.name, layer: part.layer)
            }
        }
        return (sources, errors)
    }

    /// Where the remote document is.
    mutating func remote(_ store: SecretStore) -> WebAddress? {
        guard let entry = root.entry("remote"), !entry.value.isNull else { return nil }
        var reader = FlagReader(files: texts.map(\.text.origin.name), text: 0, findings: findings)
        reader.secrets = store
        defer { findings = reader.findings }
        return reader.remote(entry, origin: origin)
    }

    private mutating func checkNames(_ forced: [String: String]) {
        let ids = known.keys.sorted()
        guard case .mapping(let entries) = root[key: Self.features]?.content else { return }
        for entry in entries {
            guard let feature = known[entry.key] else {
                // With a stated reason, a locked feature whose folder is gone is only a warning.
                if forced[entry.key] != nil {
                    findings.add(warning: Finding(.unknownFeature(entry.key, known: ids), at: entry.keyMark))
                } else {
                    findings.add(Finding(.unknownFeature(entry.key, known: ids), at: entry.keyMark))
                }
                continue
            }
            if feature.isLocked { checkGate(of: entry) }
            guard feature.settings == nil, let settings = entry.value.entry("settings") else { continue }
            findings.add(warning: Finding(.settingsUnchecked, at: settings.keyMark))
        }
    }

    /// Who may have which feature, of every section, known or not.
    private mutating func gates() -> [String: FeatureGate] {
        guard case .mapping(let sections) = root[key: Self.features]?.content else { return [:] }
        var reader = FlagReader(files: texts.map(\.text.origin.name), text: 0, findings: findings)
        defer { findings = reader.findings }
        return Dictionary(
            sections.compactMap { section in reader.gate(of: section.key, section).map { (section.key, $0) } }
        ) { first, _ in first }
    }

    /// How much features may keep and hold; those that nobody knows keep and hold nothing.
    private mutating func checkSizes() {
        for id in known.keys.sorted() {
            let path = ValuePath([.member(Self.features), .member(id)])
            let (store, worker) = (path.member(StoreSection.name), path.member(WorkerSection.name))
            for (problem, place) in [
                (StoreSection.problem(in: checked.value[store]), store.member(StoreSection.bytesName)),
                (WorkerSection.problem(in: checked.value[worker]), worker.member(WorkerSection.memoryName)),
            ] {
                guard let problem else { continue }
                let mark = root.place(of: place).mark
                findings.add(Finding(problem, at: mark))
            }
        }
    }

    /// The settings that the document gives to features, as far as they fit and have all their secrets.
    private func fittingSettings(_ secrets: [ValuePath: Secret]) -> [String: CheckedSettings] {
        known.reduce(into: [:]) { fitting, feature in
            let place = Self.settingsPlace(of: feature.key)
            guard let shape = feature.value.settings, let value = checked.value[place],
                shape.problems(in: value).isEmpty
            else { return }
            let own = Self.secrets(secrets, below: place)
            let wanted = checked.secrets.count { $0.path.steps.starts(with: place.steps) }
            if own.count == wanted { fitting[feature.key] = CheckedSettings(value: value, secrets: own) }
        }
    }

    private static func settingsPlace(of feature: String) -> ValuePath {
        ValuePath([.member(features), .member(feature), .member("settings")])
    }

    /// The secrets below a place, by their paths from there.
    private static func secrets(_ secrets: [ValuePath: Secret], below place: ValuePath) -> [ValuePath: Secret] {
        secrets.reduce(into: [:]) { own, secret in
            guard secret.key.steps.starts(with: place.steps) else { return }
            own[ValuePath(Array(secret.key.steps.dropFirst(place.steps.count)))] = secret.value
        }
    }

    private mutating func found(in store: SecretStore) -> [ValuePath: Secret] {
        var found: [ValuePath: Secret] = [:]
        for secret in checked.secrets {
            do throws(SecretProblem) {
                found[secret.path] = try store.secret(secret.reference)
            } catch {
                findings.add(Finding(.secretNotThere(secret.reference, error), at: secret.mark))
            }
        }
        return found
    }
}

// MARK: - Before the check

extension HostDocumentCheck {
    /// The root with some of its features only, and without what the reader of flags looks at: no Shape speaks of that,
    /// and it may be nearly all of the document.
    private static func keeping(_ root: Node, where isKept: (String) -> Bool) -> Node {
        guard case .mapping(let entries) = root.content else { return root }
        let kept = entries.filter { !FlagReader.ownKeys.contains($0.key) }.map { entry in
            guard entry.key == features, case .mapping(let sections) = entry.value.content else { return entry }
            let value = Node(content: .mapping(sections.filter { isKept($0.key) }), mark: entry.value.mark)
            return Node.Entry(key: entry.key, keyMark: entry.keyMark, value: value)
        }
        return Node(content: .mapping(kept), mark: root.mark)
    }

    /// Features that are on are checked as if they had written `settings: {}`, so that what is missing is told.
    private static func givingSettings(to named: [String], in value: Value) -> Value {
        changingSections(of: named, in: value) { section in
            guard case .object(var members) = section, members["settings"] == nil, members["enabled"] != false
            else { return section }
            members["settings"] = [:]
            return .object(members)
        }
    }

    private static func changingSections(
        of named: [String], in value: Value, _ change: (Value) -> Value
    ) -> Value {
        guard case .object(var document) = value, case .object(var sections) = document[features] else { return value }
        for id in named { sections[id] = sections[id].map(change) }
        document[features] = .object(sections)
        return .object(document)
    }
}

// MARK: - After the check

extension HostDocumentCheck {
    private func feature(
        _ id: String, _ feature: KnownFeature, log: LogLevel, secrets: [ValuePath: Secret], gate: FeatureGate?
    ) -> CheckedFeature {
        let path = ValuePath([.member(Self.features), .member(id)])
        guard let section = checked.value[path] else {
            return CheckedFeature(
                isEnabled: false, settings: defaults(of: feature), log: log, gate: nil, store: StoreBounds(),
                runs: feature.runs, worker: WorkerSection().bounds(over: feature.worker))
        }
        let own = Self.secrets(secrets, below: Self.settingsPlace(of: id))
        let settings = section["settings"].map { CheckedSettings(value: $0, secrets: own) }
        return CheckedFeature(
            isEnabled: section["enabled"] == true, settings: settings ?? defaults(of: feature),
            log: level(section["log"]) ?? log, gate: gate,
            store: StoreSection.bounds(section[StoreSection.name]),
            runs: way(section["runs"]) ?? feature.runs,
            worker: WorkerSection(section[WorkerSection.name]).bounds(over: feature.worker))
    }

    /// The settings of a feature that the document gives none, where it is known to do without.
    private func defaults(of feature: KnownFeature) -> CheckedSettings? {
        guard let shape = feature.settings else { return nil }
        let value = shape.completed([:])
        guard shape.problems(in: value).isEmpty else { return nil }
        return CheckedSettings(value: Outline(shape).resolvingPaths(in: value, of: origin), secrets: [:])
    }

    private func level(_ value: Value?) -> LogLevel? { LogLevel.all.first { .text($0.description) == value } }

    private func way(_ value: Value?) -> RunMode? {
        if case .text(let word)? = value { RunMode(rawValue: word) } else { nil }
    }

    private func texts(_ value: Value?) -> [String] {
        guard case .list(let list) = value else { return [] }
        return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}
