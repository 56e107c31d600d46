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
    package func check(bucketing: Bucketing? = nil) -> Checked<FlagSet> {
        guard let root = text.root else { return text.checked(nil, text.findings) }
        guard !text.isBlank else {
            var findings = text.findings
            findings.add(Finding(.flag(.noDocument), at: nil))
            return text.checked(nil, findings)
        }
        var reader = FlagReader(file: text.origin.name, findings: text.findings)
        let set = reader.document(root, bucketing: bucketing)
        return text.checked(set, reader.findings)
    }
}
