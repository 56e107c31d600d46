import FeatureKit
import HostSystem
import TestSupport
import Testing

@testable import HostConfig

/// Whatever the bytes, there are nodes or diagnostics, never neither, and every place lies in the text.
@Suite struct MutationTests {
    static let documents = [
        """
        log: info
        plugins: [../more, /opt/features]
        features:
          lamp: { enabled: true, settings: { every: 5s, label: 2.10, key: { secret: env:LAMP_KEY } } }
          track: &t
            enabled: off   # a comment
            log: "debug"
          lost: *t
        """,
        "%YAML 1.2\n--- !!map\n? |\n  block\n: >-\n  folded\n  text\n'q''q': \"\\u00e9\\n\"\n&a b: *a\n...\n",
        "id: lamp\nversion: 1.2.0\nsummary: A lamp.\nflags: {lamp.dim: {owner: x, expiry: 2027-01-31}}\n",
        """
        flags:
          a: { default: "off", when: { x: [1], or: [{ segment: s }] }, split: { by: y, shares: { "on": 10%, "off": 5% } } }
          b: { "state": "ENABLED", "variants": { "x": 1 }, "targeting": { "if": [{ "$ref": "e" }, "x"] } }
        segments: { s: { not: { z: { exists: true } } } }
        $evaluators: { e: { "==": [1, { "var": "q" }] } }
        """,
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"é": 1.5}, "defaultVariant": "\u00e9"}}, "metadata": {"x": 1}}"#,
    ]

    /// Bytes that matter to YAML.
    static let spice = Array("\t\n\r -?:,[]{}#&*!|>'\"%@`\\~<=0a\u{0}".utf8) + [0xC3, 0xFF, 0xEF, 0xBB, 0xBF]

    @Test(arguments: 0..<8)
    func readingNeverFailsOtherwise(round: Int) {
        var system = SystemRandomNumberGenerator()
        let seed = system.next()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<250 {
            let bytes = Bool.random(using: &random) ? Self.noise(&random) : Self.mutated(&random)
            verify(bytes, seed: seed)
        }
    }

    @Test func everyBeginningOfADocumentIsReadOrRefused() {
        for document in Self.documents {
            let bytes = Array(document.utf8)
            for length in 0...bytes.count { verify(Array(bytes[..<length]), seed: 0) }
        }
    }

    private func verify(_ bytes: [UInt8], seed: UInt64) {
        let (root, diagnostics) = read(bytes)
        #expect(root != nil || (diagnostics.hasErrors && diagnostics.list.count == 1), "seed \(seed): \(bytes)")
        let host = HostDocument(bytes, origin: origin).check(against: knownFeatures, secrets: environment)
        let manifest = Manifest.read(bytes, origin: origin)
        #expect((host.content == nil) == host.diagnostics.hasErrors, "seed \(seed): \(bytes)")
        #expect((manifest.content == nil) == manifest.diagnostics.hasErrors, "seed \(seed): \(bytes)")
        let flags = ["flags.yaml", "flags.json"].map { name in
            FlagDocument(bytes, origin: Origin(name: name, folder: "/venue")).check()
        }
        for checked in flags {
            #expect((checked.content == nil) == checked.diagnostics.hasErrors, "seed \(seed): \(bytes)")
        }
        let lines = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x0D }.count
        for diagnostic in diagnostics.list + host.diagnostics.list + manifest.diagnostics.list
            + flags.flatMap(\.diagnostics.list)
        {
            guard let mark = diagnostic.mark else { continue }
            let isInside = (1...lines).contains(mark.line) && (1...bytes.count + 1).contains(mark.column)
            #expect(isInside, "seed \(seed): \(bytes) \(diagnostic.headline)")
            #expect(!diagnostic.text.unicodeScalars.contains { Printable.isHarmful($0) && $0 != "\n" }, "seed \(seed)")
        }
    }

    private static func noise(_ random: inout SeededGenerator) -> [UInt8] {
        let onlySpice = Bool.random(using: &random)
        return (0..<Int.random(in: 0...200, using: &random)).map { _ in
            onlySpice ? spice.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        }
    }

    private static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Array((documents.randomElement(using: &random) ?? "").utf8)
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let byte = spice.randomElement(using: &random) ?? 0
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...30, using: &random)), at: place)
            }
            if bytes.isEmpty { return bytes }
        }
        return bytes
    }
}
