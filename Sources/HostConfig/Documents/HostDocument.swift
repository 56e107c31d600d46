import FeatureKit
internal import HostSystem

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

    /// What is no mistake in the document and yet keeps a host from starting with it: addresses that others reach.
    package func startProblems(of document: CheckedDocument) -> Diagnostics {
        guard let root = text.root, !document.http.anonymous else { return Diagnostics() }
        var findings = Findings()
        for (index, address) in document.http.listen.enumerated() where !address.isLoopback {
            let mark = HTTPSection.mark(ofAddress: index, in: root)
            findings.add(Finding(.reachableAddress(address, document: Path.name(of: text.origin.name)), at: mark))
        }
        return Diagnostics(findings, origin: text.origin, bytes: text.bytes)
    }

    /// Checks all of the document against the features that are known, and finds its secrets.
    package func check(against known: [String: KnownFeature], secrets: SecretStore) -> Checked<CheckedDocument> {
        guard let root = text.root else { return text.checked(nil, text.findings) }
        guard !text.isBlank else {
            var findings = text.findings
            findings.add(Finding(.blank, at: nil))
            return text.checked(nil, findings)
        }
        var check = HostDocumentCheck(root: root, text: text, known: known)
        let document = check.document(secrets: secrets)
        return text.checked(document, check.findings)
    }
}
