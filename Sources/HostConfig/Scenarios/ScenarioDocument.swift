package import FeatureKit

/// What a file of `Scenarios` says.
package struct ScenarioDocument: Sendable {
    /// Each row of each scenario.
    package let cases: [ScenarioCase]
    /// How the conformance suite starts the feature, where this file says so.
    package let conformance: ScenarioGiven?

    /// Reads and checks a file; every row of every scenario is gone through.
    ///
    /// - Parameters:
    ///   - name: The name of the file alone.
    ///   - now: What the wall clock says where a scenario says nothing about it.
    package static func read(
        _ bytes: [UInt8], name: String, origin: Origin, contract: ScenarioContract, now: Timestamp
    ) -> Checked<ScenarioDocument> {
        let text = DocumentText(bytes, origin: origin, limits: ScenarioLimits.reading)
        guard let root = text.root else { return text.checked(nil, text.findings) }
        var reader = ScenarioReader(
            parts: ScenarioParts(contract: contract, origin: origin, findings: text.findings),
            source: ScenarioSource(name: name, origin: origin, bytes: bytes), now: now)
        let document = reader.document(root)
        return text.checked(document, reader.parts.findings)
    }
}
