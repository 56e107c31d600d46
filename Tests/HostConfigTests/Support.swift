import FeatureKit
import FlagEngine
import Testing

@testable import HostConfig

let origin = Origin(name: "plugins.yaml", folder: "/venue")

/// Reads YAML alone.
func read(_ bytes: [UInt8], limits: ReadingLimits = .standard) -> (root: Node?, diagnostics: Diagnostics) {
    let result = YAMLReader.read(bytes, limits: limits)
    return (result.root, Diagnostics(result.findings, origin: origin, bytes: bytes))
}

func read(_ text: String, limits: ReadingLimits = .standard) -> (root: Node?, diagnostics: Diagnostics) {
    read(Array(text.utf8), limits: limits)
}

/// The headlines of what is wrong with a YAML text.
func complaints(about text: String) -> [String] { read(text).diagnostics.list.map(\.headline) }

/// The only complaint, with its source line and notes.
func complaint(about bytes: [UInt8], limits: ReadingLimits = .standard) -> String {
    read(bytes, limits: limits).diagnostics.text
}

extension Node {
    /// The scalar's text, where it is one.
    var raw: String? {
        guard case .scalar(let scalar) = content else { return nil }
        return scalar.raw
    }
}

/// A lamp's settings, with one of each kind of field.
let lamp = Shape.object([
    Field("colour", .choice(["green", "red"]), "What it shows.", default: "green"),
    Field("every", .duration(in: .milliseconds(10) ... .seconds(3600)), "How often it blinks."),
    Field("label", .text(length: 0...20), "What is written on it.", optional: true),
    Field("bright", .boolean, "Whether it is bright.", default: false),
    Field("count", .integer(in: 1...9), "How many there are.", default: 1),
    Field("gain", .number(in: 0...2), "How strong it is.", default: 1),
    Field("capture", .path, "A file.", optional: true),
    Field("key", .secret, "What opens it.", optional: true),
    Field("zones", .list(of: .text()), "Where it stands.", default: []),
])

let knownFeatures: [String: KnownFeature] = [
    "lamp": KnownFeature(summary: "A lamp that blinks.", settings: lamp),
    "track": KnownFeature(summary: "The track's status.", settings: Nothing.shape),
    "lost": KnownFeature(summary: "Its library is gone.", settings: nil),
]

let environment = SecretStore { ["LAMP_KEY": "opensesame\n", "EMPTY": ""][$0] }

/// Checks a host's document.
func check(_ text: String) -> CheckedLayers {
    HostDocument(Array(text.utf8), origin: origin).check(against: knownFeatures, secrets: environment)
}

/// The headlines of what is wrong with a host's document.
func headlines(_ text: String) -> [String] { check(text).diagnostics.list.map(\.headline) }

/// Checks a document of flags.
func checkFlags(_ text: String, name: String = "flags.yaml", contentType: String? = nil) -> Checked<FlagSet> {
    FlagDocument(Array(text.utf8), origin: Origin(name: name, folder: "/venue"), contentType: contentType).check()
}
