package import FlagEngine

/// A document that holds flags alone: a file of flags, ours or flagd's, or what an address sends.
package struct FlagDocument: Sendable {
    /// What no document says that holds flags alone.
    private static let hostKeys = ["features", "plugins", "log", "http", "remote"]

    private let text: DocumentText
    private let language: DocumentLanguage

    /// - Parameter contentType: What a server says about it; without a word from it the name decides.
    package init(_ bytes: [UInt8], origin: Origin, contentType: String? = nil) {
        language = DocumentLanguage(of: origin, contentType: contentType)
        text = DocumentText(bytes, origin: origin, language: language, limits: .flags)
    }

    /// Whether its author means it as a document of flags, rather than as that of a host.
    ///
    /// JSON is one unless it says what a host's document alone says. YAML is one where it has flags themselves, or
    /// segments, and nothing else, since a key that is not known is a mistake in a host's document.
    package var standsAlone: Bool {
        guard case .mapping(let entries)? = text.root?.content else { return language == .json }
        switch language {
        case .json: return !entries.contains { Self.hostKeys.contains($0.key) } && !namesSources
        case .yaml:
            guard entries.contains(where: { $0.key == "flags" || $0.key == "segments" }), !namesSources else {
                return false
            }
            return entries.allSatisfy { FlagReader.documentKeys.contains($0.key) }
        }
    }

    /// Whether its flags are a list that names where more of them are, as only a host's document does.
    private var namesSources: Bool {
        guard case .sequence(let nodes)? = text.root?[key: "flags"]?.content else { return false }
        return nodes.contains { $0.writtenText != nil || $0[key: "file"] != nil || $0[key: "url"] != nil }
    }

    /// Checks all of the document.
    ///
    /// - Parameter bucketing: What counts where the document says nothing about it.
    package func check(bucketing: Bucketing? = nil) -> Checked<FlagSet> { read(bucketing).checked }

    /// Checks the document, and makes the best of one that holds flags with errors beside others.
    ///
    /// - Returns: The good flags, and the keys of those that are none; nil where more is wrong than single flags.
    package func salvage(
        bucketing: Bucketing? = nil
    ) -> (usable: (set: FlagSet, invalid: [String])?, diagnostics: Diagnostics) {
        let (checked, set, reader) = read(bucketing)
        guard let set, let reader, reader.findings.errors == reader.errorsInFlags else {
            return (nil, checked.diagnostics)
        }
        return ((set, reader.invalid), checked.diagnostics)
    }

    private func read(_ bucketing: Bucketing?) -> (checked: Checked<FlagSet>, set: FlagSet?, reader: FlagReader?) {
        guard let root = text.root else { return (text.checked(nil, text.findings), nil, nil) }
        guard !text.isBlank else {
            var findings = text.findings
            findings.add(Finding(.flag(.noDocument), at: nil))
            return (text.checked(nil, findings), nil, nil)
        }
        var reader = FlagReader(file: text.origin.name, findings: text.findings)
        let set = reader.document(root, bucketing: bucketing)
        return (text.checked(set, reader.findings), set, reader)
    }
}
