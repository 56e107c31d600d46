import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct TopicPatternTests {
    @Test(arguments: [
        (
            "track.status", ["track.status"],
            ["track", "track.status.x", "x.track.status", "track.statu", "Track.status"]
        ),
        ("track.*", ["track.status", "track.*"], ["track", "track.a.b", "tracks.a"]),
        ("*.status", ["track.status"], ["status", "a.b.status"]),
        ("*", ["a"], ["a.b"]),
        ("**", ["a", "a.b", "a.b.c"], []),
        ("track.**", ["track", "track.a", "track.a.b"], ["tracks", "a.track"]),
        ("**.status", ["status", "a.status", "a.b.status"], ["status.a", "a.statu"]),
        ("a.**.z", ["a.z", "a.b.z", "a.b.c.z", "a.z.z"], ["a", "z", "a.b", "b.z"]),
        ("**.b.**", ["b", "a.b", "b.c", "a.b.c", "b.b.b"], ["a", "a.c", ""]),
        ("a.**.b.**.c", ["a.b.c", "a.x.b.y.z.c", "a.b.b.c.c"], ["a.c", "a.b", "a.x.c"]),
        ("**.*.**", ["a", "a.b.c"], []),
        ("**.**", ["a", "a.b"], []),
        ("***", ["***"], ["a"]),
        ("tr*", ["tr*"], ["track"]),
        ("", [""], ["a"]),
        ("a..b", ["a..b"], ["a.b"]),
    ])
    func matches(_ pattern: String, _ hits: [String], _ misses: [String]) {
        for name in hits { #expect(TopicPattern(pattern).matches(name), "\(name)") }
        for name in misses { #expect(!TopicPattern(pattern).matches(name), "\(name)") }
    }

    /// Against the definition, written the slow way.
    @Test func matchesAsTheDefinitionDoes() {
        func slow(_ words: ArraySlice<String>, _ names: ArraySlice<String>) -> Bool {
            guard let word = words.first else { return names.isEmpty }
            if word == "**" {
                return slow(words.dropFirst(), names) || (!names.isEmpty && slow(words, names.dropFirst()))
            }
            guard let name = names.first, word == "*" || word == name else { return false }
            return slow(words.dropFirst(), names.dropFirst())
        }
        var random = SeededRandom.announced()
        for _ in 0..<3_000 {
            let words = (0...Int.random(in: 0...5, using: &random)).map { _ in
                ["a", "b", "*", "**"].randomElement(using: &random) ?? "a"
            }
            let names = (0...Int.random(in: 0...6, using: &random)).map { _ in
                ["a", "b"].randomElement(using: &random) ?? "a"
            }
            let (pattern, name) = (words.joined(separator: "."), names.joined(separator: "."))
            #expect(TopicPattern(pattern).matches(name) == slow(words[...], names[...]), "\(pattern) \(name)")
        }
    }

    /// What takes a naive matcher until the end of time.
    @Test(.timeLimit(.minutes(1))) func manyStarsDoNotExplode() {
        let pattern = TopicPattern(Array(repeating: "**.a", count: 200).joined(separator: ".") + ".b")
        #expect(!pattern.matches(Array(repeating: "a", count: 2_000).joined(separator: ".")))
    }
}
