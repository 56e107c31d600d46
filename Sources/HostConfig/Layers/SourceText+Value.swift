package import FeatureKit

extension SourceText {
    /// What it says, as it was written; nil where it can't be read.
    package var value: Value? {
        let origin = Origin(file: name)
        let text = DocumentText(
            bytes, origin: origin, language: DocumentLanguage(of: origin, contentType: contentType), limits: .flags)
        guard let root = text.root else { return nil }
        var reader = ValueReader(origin: origin, findings: Findings())
        return reader.value(of: root, as: .asWritten)
    }
}
