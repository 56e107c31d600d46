import FeatureKit

/// A host's document, `plugins.yaml`, which says what runs.
///
/// Its plugin folders are needed to know the features, and the features to check the rest; hence the two steps.
package struct HostDocument: Sendable {
    private let text: DocumentText

    package init(_ bytes: [UInt8], origin: Origin) { text = DocumentText(bytes, origin: origin) }

    /// The folders with features that were built elsewhere, as absolute paths, as far as they can be read.
    package var pluginFolders: [String] {
        guard case .sequence(let nodes) = text.root?[key: "plugins"]?.content else { return [] }
        return nodes.prefix(HostSchema.mostFolders).compactMap { node in
            guard case .scalar(let scalar) = node.content, !node.isNull, !scalar.raw.isEmpty else { return nil }
            return text.origin.absolute(scalar.raw)
        }
    }

    /// The ids that it names, known or not, as far as they can be read: whose libraries are needed to check it.
    package var namedFeatures: [String] { text.root.map(HostDocumentCheck.names(in:)) ?? [] }

    /// Checks all of the document against the features that are known, and finds its secrets.
    package func check(against known: [String: KnownFeature], secrets: SecretStore) -> Checked<CheckedDocument> {
        guard let root = text.root else { return text.checked(nil, text.findings) }
        var check = HostDocumentCheck(root: root, text: text, known: known)
        let document = check.document(secrets: secrets)
        return text.checked(document, check.findings)
    }
}

/// One check of a host's document.
private struct HostDocumentCheck {
    private let root: Node
    private let origin: Origin
    private let known: [String: KnownFeature]
    private let named: [String]
    private let outline: Outline
    private let value: Value
    private let secrets: [ValueReader.FoundSecret]
    private(set) var findings: Findings

    private static let features = ValuePath([.member("features")])

    init(root: Node, text: DocumentText, known: [String: KnownFeature]) {
        let named = Self.names(in: root)
        // Sections of unknown features are checked too, as far as all sections are alike.
        let sections = named.map { Field($0, HostSchema.section(settings: known[$0]?.settings), $0) }
        let shape = HostSchema.document(sections: sections)
        let outline = Outline(shape)
        var reader = ValueReader(origin: text.origin, findings: text.findings)
        let written = reader.value(of: root, as: outline)
        let completed = shape.completed(Self.givingSettings(to: named, in: written))

        self.root = root
        self.known = known
        self.named = named
        self.outline = outline
        origin = text.origin
        value = outline.resolvingPaths(in: completed, of: text.origin)
        secrets = reader.secrets
        findings = reader.findings
        findings.add(shape.problems(in: completed), in: root, outline: outline)
    }

    mutating func document(secrets store: SecretStore) -> CheckedDocument? {
        checkNames()
        if case .list(let folders) = value["plugins"] {
            findings.addDoubles(in: folders, at: ValuePath([.member("plugins")]), root: root)
        }
        let found = find(in: store)
        guard !findings.hasErrors else { return nil }
        let log = level(value["log"]) ?? .info
        var features: [String: CheckedFeature] = [:]
        for (id, feature) in known { features[id] = self.feature(id, feature, log: log, secrets: found) }
        return CheckedDocument(features: features, pluginFolders: texts(value["plugins"]), log: log)
    }

    /// The ids that the document names, each once.
    static func names(in root: Node) -> [String] {
        guard case .mapping(let entries) = root[key: "features"]?.content else { return [] }
        var seen: Set<String> = []
        return entries.map(\.key).filter { seen.insert($0).inserted }
    }

    /// Features that are on are checked as if they had written `settings: {}`, so that what is missing is told.
    private static func givingSettings(to named: [String], in value: Value) -> Value {
        guard case .object(var document) = value, case .object(var features) = document["features"] else {
            return value
        }
        for id in named {
            guard case .object(var section) = features[id], section["settings"] == nil, section["enabled"] != false
            else { continue }
            section["settings"] = [:]
            features[id] = .object(section)
        }
        document["features"] = .object(features)
        return .object(document)
    }

    private mutating func checkNames() {
        let ids = known.keys.sorted()
        for id in named {
            let place = root.place(of: Self.features.member(id))
            guard let feature = known[id] else {
                findings.add(Finding(.unknownFeature(id, known: ids), at: place.keyMark))
                continue
            }
            guard feature.settings == nil, let settings = place.node.entry("settings") else { continue }
            findings.add(Finding(.settingsUnchecked, at: settings.keyMark, severity: .warning))
        }
    }

    private mutating func find(in store: SecretStore) -> [ValuePath: Secret] {
        var found: [ValuePath: Secret] = [:]
        for secret in secrets {
            do throws(SecretProblem) {
                found[secret.path] = try store.secret(secret.reference)
            } catch {
                findings.add(Finding(.secretNotThere(secret.reference, error), at: secret.mark))
            }
        }
        return found
    }

    private func feature(
        _ id: String, _ feature: KnownFeature, log: LogLevel, secrets: [ValuePath: Secret]
    ) -> CheckedFeature {
        let path = Self.features.member(id)
        guard let section = value[path] else {
            return CheckedFeature(isEnabled: false, settings: defaults(of: feature), log: log)
        }
        let inside = path.member("settings").steps
        var own: [ValuePath: Secret] = [:]
        for (path, secret) in secrets where path.steps.starts(with: inside) {
            own[ValuePath(Array(path.steps.dropFirst(inside.count)))] = secret
        }
        let settings = section["settings"].map { CheckedSettings(value: $0, secrets: own) }
        return CheckedFeature(
            isEnabled: section["enabled"] == true, settings: settings ?? defaults(of: feature),
            log: level(section["log"]) ?? log)
    }

    /// The settings of a feature that the document gives none, where it can do without.
    private func defaults(of feature: KnownFeature) -> CheckedSettings? {
        guard let shape = feature.settings else { return CheckedSettings(value: [:], secrets: [:]) }
        let value = shape.completed([:])
        guard shape.problems(in: value).isEmpty else { return nil }
        return CheckedSettings(value: Outline(shape).resolvingPaths(in: value, of: origin), secrets: [:])
    }

    private func level(_ value: Value?) -> LogLevel? { LogLevel.all.first { .text($0.description) == value } }

    private func texts(_ value: Value?) -> [String] {
        guard case .list(let list) = value else { return [] }
        return list.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
}
