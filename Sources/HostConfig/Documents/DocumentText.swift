@_spi(Hosting) import FeatureKit

/// A document's bytes and what was read from them.
struct DocumentText: Sendable {
    let bytes: [UInt8]
    let origin: Origin
    /// Nil where the text can't be read.
    let root: Node?
    let findings: Findings

    init(
        _ bytes: [UInt8], origin: Origin, language: DocumentLanguage = .yaml, limits: ReadingLimits = .standard
    ) {
        self.bytes = bytes
        self.origin = origin
        switch language {
        case .yaml:
            let result = YAMLReader.read(bytes, limits: limits)
            (root, findings) = (result.root, result.findings)
        case .json: (root, findings) = JSONDocumentReader.read(bytes, limits: limits)
        }
    }

    /// Whether nothing is written: what an editor leaves on a full disk, rather than what somebody means.
    var isBlank: Bool { bytes.allSatisfy { [0x20, 0x0A, 0x0D].contains($0) } }

    /// The result of a check: without content where there are errors.
    func checked<Content>(_ content: Content?, _ findings: Findings) -> Checked<Content> {
        Checked(
            content: findings.hasErrors ? nil : content,
            diagnostics: Diagnostics(findings, origin: origin, bytes: bytes))
    }
}

extension Findings {
    /// Reports texts that occur in a list more than once.
    mutating func addDoubles(in list: [Value], at path: ValuePath, root: Node) {
        var places: [String: Int] = [:]
        for (index, element) in list.enumerated() {
            guard case .text(let text) = element else { continue }
            guard let first = places.updateValue(index, forKey: text) else { continue }
            add(
                Finding(
                    .doubledElement(text), at: root.place(of: path.element(index)).mark,
                    notes: [(root.place(of: path.element(first)).mark, .firstHere)]))
        }
    }
}
