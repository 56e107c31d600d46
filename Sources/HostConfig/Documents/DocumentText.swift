@_spi(Hosting) import FeatureKit

/// A document's bytes and what was read from them.
struct DocumentText: Sendable {
    let bytes: [UInt8]
    let origin: Origin
    /// Nil where the text can't be read.
    let root: Node?
    let findings: Findings

    init(_ bytes: [UInt8], origin: Origin, limits: ReadingLimits = .standard) {
        let result = YAMLReader.read(bytes, limits: limits)
        self.bytes = bytes
        self.origin = origin
        root = result.root
        findings = result.findings
    }

    /// The result of a check: without content where there are errors.
    func checked<Content>(_ content: Content?, _ findings: Findings) -> Checked<Content> {
        Checked(
            content: findings.hasErrors ? nil : content,
            diagnostics: Diagnostics(findings, origin: origin, bytes: bytes))
    }
}

extension Findings {
    /// Tells of texts that stand in a list twice.
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
