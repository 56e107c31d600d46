package import FlagEngine

/// A document that holds flags alone: a file of flags, ours or flagd's, or what an address sends.
package struct FlagDocument: Sendable {
    private let text: DocumentText

    /// - Parameter contentType: What a server says about it; without a word from it the name decides.
    package init(_ bytes: [UInt8], origin: Origin, contentType: String? = nil) {
        text = DocumentText(bytes, origin: origin, language: DocumentLanguage(of: origin, contentType: contentType))
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
    ) -> (usable: (set: FlagSet, spoilt: [String])?, diagnostics: Diagnostics) {
        let (checked, set, reader) = read(bucketing)
        guard let set, let reader, reader.findings.dropped == 0, reader.findings.errors == reader.errorsInFlags else {
            return (nil, checked.diagnostics)
        }
        return ((set, reader.spoilt), checked.diagnostics)
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
