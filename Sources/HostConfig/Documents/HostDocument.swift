import FeatureKit
internal import HostSystem

/// What a host's documents say together: `plugins.yaml`, or several in layers.
///
/// Its plugin folders are needed to know the features, and the features to check the rest; hence the two steps.
package struct HostDocument: Sendable {
    /// The weakest first.
    let texts: [LayeredText]
    /// What they say of the host itself, merged; flags stay in their texts.
    let merge: LayerMerge
    private let origin: Origin
    private let findings: Findings

    /// Reads one document.
    package init(_ bytes: [UInt8], origin: Origin) {
        self.init(LayerTexts(local: [SourceText(name: origin.name, bytes: bytes)]), folder: origin.folder)
    }

    /// Reads configuration files in layers and merges them.
    ///
    /// - Parameters:
    ///   - folder: The absolute folder that relative paths in all files start from.
    ///   - previous: An earlier result, whose parsed texts are reused where they have not changed.
    package init(_ layers: LayerTexts, folder: String, reusing previous: HostDocument? = nil) {
        let known = previous.flatMap { $0.origin.folder == folder ? $0.texts : nil } ?? []
        texts = layers.layered.map { text, layer in
            known.first { $0.layer == layer && $0.source == text } ?? LayeredText(text, layer: layer, folder: folder)
        }
        origin = Origin(name: texts.first?.text.origin.name ?? "", folder: folder)
        var findings = Findings()
        var roots: [Node] = []
        for (index, text) in texts.enumerated() {
            roots.append(text.sections(asText: index, findings: &findings))
        }
        merge = LayerMerge(roots)
        self.findings = findings
    }

    /// Why a text of it can't be read at all, so that nobody knows what it says; nil where all can.
    package var unreadable: Diagnostics? {
        texts.allSatisfy(\.isReadable) ? nil : told(findings)
    }

    /// The folders with features that were built elsewhere, as absolute paths, as far as they can be read.
    package var pluginFolders: [String] {
        guard case .sequence(let nodes) = merge.root[key: "plugins"]?.content else { return [] }
        return nodes.prefix(HostSchema.mostFolders).compactMap { node in
            guard case .scalar(let scalar) = node.content, !node.isNull, !scalar.raw.isEmpty else { return nil }
            return origin.absolute(scalar.raw)
        }
    }

    /// What was found about folders that it names, told where it names them.
    package func placing(_ diagnostics: Diagnostics) -> Diagnostics {
        guard case .sequence(let nodes) = merge.root[key: "plugins"]?.content else { return diagnostics }
        var marks: [String: Mark] = [:]
        for node in nodes.prefix(HostSchema.mostFolders) {
            guard case .scalar(let scalar) = node.content, !node.isNull, !scalar.raw.isEmpty else { continue }
            marks[Printable.escaped(origin.absolute(scalar.raw))] = node.mark
        }
        return diagnostics.map { diagnostic in
            guard diagnostic.mark == nil, let mark = marks[diagnostic.file] else { return diagnostic }
            var findings = Findings()
            let finding = Finding(.file(diagnostic.file, reason: diagnostic.message), at: mark)
            if diagnostic.severity == .warning { findings.add(warning: finding) } else { findings.add(finding) }
            return told(findings).list.first ?? diagnostic
        }
    }

    /// The ids that it names, known or not, as far as they can be read: whose libraries are needed to check it.
    package var namedFeatures: [String] { HostDocumentCheck.names(in: merge.root) }

    /// Where it says that features run, as far as it can be read: how their libraries are looked at to check it.
    package var ways: [String: RunMode] { HostDocumentCheck.ways(in: merge.root) }

    /// Where the remote document is, which is needed before any feature is checked; nil where that is not said, or has
    /// errors.
    package func remote(secrets: SecretStore) -> WebAddress? {
        var check = HostDocumentCheck(merge, texts: texts, origin: origin, findings: Findings(), known: nil)
        let known = check.findings.errors
        let remote = check.remote(secrets)
        return check.findings.errors == known ? remote : nil
    }

    /// What is no mistake in the document and yet keeps a host from starting with it: addresses that others reach where
    /// nobody could get in.
    package func startProblems(of document: CheckedDocument) -> Diagnostics {
        guard document.http.anonymous != true, document.access.issuers.isEmpty else { return Diagnostics() }
        var findings = Findings()
        let comesByProxies = !document.http.proxies.isEmpty
        for (index, address) in document.http.listen.enumerated() where !address.isLoopback || comesByProxies {
            let mark = HTTPSection.mark(ofAddress: index, in: merge.root)
            let file = Path.name(of: texts[mark.text].text.origin.name)
            findings.add(Finding(.reachableAddress(address, document: file), at: mark))
        }
        return told(findings)
    }

    /// What is wrong with files that it names, told where it names them.
    package func diagnostics(of complaints: [FileComplaint]) -> Diagnostics {
        var findings = Findings()
        for complaint in complaints {
            let mark = merge.root.place(of: complaint.place).mark
            let finding = Finding(.file(complaint.path, reason: complaint.reason), at: mark)
            if complaint.isWarning { findings.add(warning: finding) } else { findings.add(finding) }
        }
        return told(findings)
    }

    /// Checks all of it against the features that are known, and finds its secrets.
    ///
    /// Where a document can't be read at all, only what the others say by themselves is checked, since what is missing
    /// in them may stand in that one.
    package func check(against known: [String: KnownFeature], secrets: SecretStore) -> CheckedLayers {
        var check = HostDocumentCheck(
            merge, texts: texts, origin: origin, findings: findings,
            known: texts.allSatisfy(\.isReadable) ? known : nil)
        let document = check.document(secrets: secrets)
        return CheckedLayers(
            usable: document, invalid: check.invalid, settings: check.settings, diagnostics: told(check.findings),
            faulty: Set(
                check.findings.list.filter { $0.severity == .error && $0.flag == nil }.map { texts[$0.text].layer }))
    }

    /// The diagnostics of features' complaints about their settings, at the places of the settings.
    ///
    /// - Returns: The diagnostics, and the layers that have to change.
    package func diagnostics(of complaints: [SettingsComplaint]) -> (told: Diagnostics, faulty: Set<Layer>) {
        var findings = Findings()
        for complaint in complaints {
            findings.add(Finding(.settings(complaint), at: merge.root.place(of: complaint.place).mark))
        }
        return (told(findings), Set(findings.list.map { texts[$0.text].layer }))
    }

    /// The diagnostics of what was found in these texts.
    func told(_ findings: Findings) -> Diagnostics {
        Diagnostics(findings, texts: texts.map { ($0.text.origin.name, $0.text.bytes) })
    }
}
