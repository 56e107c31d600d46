import HTTPServer
import TestSupport
import Testing

@testable import HostHTTP

/// A tree of paths finds what a plain reading of every template would.
@Suite(.timeLimit(.minutes(1))) struct PathTreeTests {
    @Test func `the tree agrees with a search through all templates`() throws {
        for seed in Seeds.forThisRun(count: 300) {
            var random = SeededGenerator(seed: seed)
            var tree = PathTree<String>()
            var templates: Set<[PathTemplate.Segment]> = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let text = (0..<Int.random(in: 1...4, using: &random)).map { place in
                    Bool.random(using: &random) ? "/\(Self.word(&random))" : "/{n\(place)}"
                }.joined()
                let template = try #require(PathTemplate(text))
                #expect("\(template)" == text)
                templates.insert(template.segments)
                tree.withElement(at: template) { $0 = text }
            }
            for _ in 0..<40 {
                let segments = (0..<Int.random(in: 1...4, using: &random)).map { _ in Self.word(&random) }
                let path = segments.map { "/" + Self.encoded($0, &random) }.joined()
                let wanted = Self.best(of: templates, for: segments)
                switch tree.find(Request(.get, path)) {
                case .found(let match):
                    #expect(match.element == wanted?.text, "seed \(seed): \(path)")
                    #expect(match.names == wanted?.names, "seed \(seed): \(path)")
                case .nothing: #expect(wanted == nil, "seed \(seed): \(path)")
                case .malformed: Issue.record("seed \(seed): \(path) is refused")
                }
            }
        }
    }

    @Test func `no path takes longer than there are places`() throws {
        var tree = PathTree<Int>()
        // Each level may be a literal or a name: a search that tried both again and again would never end.
        for depth in 1...12 {
            for pattern in [0, 1 << depth - 1] {
                let text = (0..<depth).map { pattern >> $0 & 1 == 1 ? "/a" : "/{n\($0)}" }.joined()
                tree.withElement(at: try #require(PathTemplate(text))) { $0 = depth }
            }
        }
        let path = String(repeating: "/a", count: 4_000)
        guard case .nothing = tree.find(Request(.get, path)) else {
            Issue.record("it was found")
            return
        }
    }

    /// The template that fits and has its literals further to the left.
    private static func best(
        of templates: Set<[PathTemplate.Segment]>, for segments: [String]
    ) -> (text: String, names: [String])? {
        let fitting = templates.filter { template in
            template.count == segments.count
                && zip(template, segments).allSatisfy { part, segment in
                    switch part {
                    case .literal(let text): text == segment
                    case .name: !segment.isEmpty
                    }
                }
        }
        func rank(_ template: [PathTemplate.Segment]) -> [Int] {
            template.map { if case .literal = $0 { 0 } else { 1 } }
        }
        guard let first = fitting.min(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) else { return nil }
        let names = zip(first, segments).compactMap { part, segment in
            if case .name = part { segment } else { nil }
        }
        let text = first.map { part in
            switch part {
            case .literal(let text): "/\(text)"
            case .name(let name): "/{\(name)}"
            }
        }.joined()
        return (text, names)
    }

    private static func word(_ random: inout SeededGenerator) -> String {
        ["", "a", "b", "aa", "ab", "bé"].randomElement(using: &random) ?? "a"
    }

    private static func encoded(_ text: String, _ random: inout SeededGenerator) -> String {
        text.utf8.map { byte in
            let isPlain = byte < 0x80 && Int.random(in: 0..<4, using: &random) > 0
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
