import FeatureKit
import Testing

@testable import HostConfig

/// Reads documents in layers; the local ones are called `1.yaml`, `2.yaml` and so on.
func layered(_ local: [String], remote: String? = nil, retained: String? = nil) -> HostDocument {
    let texts = local.enumerated().map { SourceText(name: "\($0 + 1).yaml", bytes: Array($1.utf8)) }
    return HostDocument(
        LayerTexts(
            local: texts, remote: remote.map { SourceText(name: "http://remote", bytes: Array($0.utf8)) },
            retained: retained.map { SourceText(name: "kept", bytes: Array($0.utf8)) }),
        folder: "/venue")
}

/// Checks documents in layers.
func checkLayers(_ local: [String], remote: String? = nil, retained: String? = nil) -> CheckedLayers {
    layered(local, remote: remote, retained: retained).check(against: knownFeatures, secrets: environment)
}
