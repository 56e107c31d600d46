import FeatureKit
import FlagEngine
import Glibc
import Harness
import HostConfig

/// Any documents in layers are checked to an end: what is wrong is told in its place, or they count; the same each time,
/// and whatever empty document lies between them.
@main enum LayersHarness {
    static func main() { exit(fuzz(read)) }
}

/// What stands between two documents; no document may hold it.
private let separator: UInt8 = 0x1E

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = Array(UnsafeBufferPointer(start: start, count: count))
        .split(separator: separator, maxSplits: 2, omittingEmptySubsequences: false)
    let texts = parts.enumerated().map { index, bytes in
        SourceText(name: "\(index)" + (bytes.starts(with: Array("{\"".utf8)) ? ".json" : ".yaml"), bytes: Array(bytes))
    }
    var layers = LayerTexts(local: Array(texts.prefix(2)))
    layers.remote = texts.count > 2 ? texts[2] : nil
    let checked = check(layers)
    check(checked, of: layers)

    let again = check(layers)
    require(again.diagnostics == checked.diagnostics && again.usable == checked.usable, "told otherwise: \(layers)")
    var padded = layers
    padded.local.insert(nothing, at: 0)
    padded.local.append(nothing)
    padded.retained = nothing
    let same = check(padded)
    require(same.diagnostics.text == checked.diagnostics.text, "\(same.diagnostics.text)\(checked.diagnostics.text)")
    require(same.usable == checked.usable, "an empty document means something")
    let (one, other) = (document(layers), document(padded))
    require(one.merged == other.merged, "an empty document is merged")
    require(one.pluginFolders == other.pluginFolders && one.namedFeatures == other.namedFeatures)
    require(one.remote(secrets: secrets) == other.remote(secrets: secrets))
    return 0
}

private let nothing = SourceText(name: "nothing", bytes: Array("{}".utf8))

private func document(_ layers: LayerTexts) -> HostDocument { HostDocument(layers, folder: "/venue") }

private func check(_ layers: LayerTexts) -> CheckedLayers {
    document(layers).check(against: features, secrets: secrets)
}

private func check(_ checked: CheckedLayers, of layers: LayerTexts) {
    let diagnostics = checked.diagnostics
    require((checked.content == nil) == diagnostics.hasErrors, "content and errors")
    require(checked.usable != nil || !checked.faulty.isEmpty, "nobody is to blame: \(diagnostics.text)")
    require(checked.usable == nil || checked.faulty.isEmpty, "somebody is to blame: \(diagnostics.text)")
    require(checked.content == nil || checked.invalid.isEmpty, "flags are left out without a word")
    for diagnostic in diagnostics.list {
        guard let text = layers.all.first(where: { $0.name == diagnostic.file }) else {
            require(false, "no such document: \(diagnostic.headline)")
            return
        }
        for mark in [diagnostic.mark].compactMap(\.self) + diagnostic.notes.map(\.mark) {
            require(isInside(mark, text.bytes), "\(mark) is outside: \(diagnostic.text)")
        }
        require(!diagnostic.message.isEmpty)
    }
    // A flag may hold what a program that compiles it refuses, and still never brings it down.
    let sets = (checked.usable?.flags.sources ?? []).compactMap { if case .inline(let set) = $0 { set } else { nil } }
    var problems: [FlagProblem] = []
    _ = FlagProgram(FlagDefinitions(sets: sets), revision: 1, problems: &problems)
    for text in Diagnostics(problems, documents: [:]).list { require(!text.message.isEmpty) }
}

/// Whether a place is in a text, or right behind the end of one of its lines.
private func isInside(_ mark: Mark, _ bytes: [UInt8]) -> Bool {
    var lines: [Int] = [0]
    var previous: UInt8 = 0
    for byte in bytes {
        switch byte {
        case 0x0A where previous == 0x0D: break
        case 0x0A, 0x0D: lines.append(0)
        case 0x80..<0xC0: break
        default: lines[lines.count - 1] += 1
        }
        previous = byte
    }
    return lines.indices.contains(mark.line - 1) && (1...lines[mark.line - 1] + 1).contains(mark.column)
}

private let secrets = SecretStore { ["KEY": "opensesame", "SPLIT": "a\nb"][$0] }

private let features = [
    "lamp": KnownFeature(summary: "A lamp.", settings: lamp),
    "track": KnownFeature(summary: "A track.", settings: .object([])),
    "lost": KnownFeature(summary: "Lost.", settings: nil),
]

private let lamp = Shape.object([
    Field("colour", .choice(["green", "red"]), "A choice.", default: "green"),
    Field("every", .duration(in: .milliseconds(10) ... .seconds(3600)), "A duration."),
    Field("label", .text(length: 0...20), "A text.", optional: true),
    Field("bright", .boolean, "A switch.", default: false),
    Field("count", .integer(in: 1...9), "A whole number.", default: 1),
    Field("gain", .number(in: 0...2), "A number.", default: 1),
    Field("capture", .path, "A path.", optional: true),
    Field("key", .secret, "A secret.", optional: true),
    Field("keys", .map(of: .secret, count: 0...3), "Secrets.", default: [:]),
    Field("since", .timestamp, "A moment.", optional: true),
    Field(
        "zones",
        .list(of: .object([Field("name", .text(), "A name."), Field("at", .path, "A path.", optional: true)])),
        "A list.", default: []),
    Field("any", .anything, "Anything.", optional: true),
    Field(
        "deep", .object([Field("x", .object([Field("y", .integer(), "A number.")]), "Inside.", optional: true)]),
        "Something deep.", default: [:]),
])
