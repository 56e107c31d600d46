@_spi(Hosting) import FeatureKit
import Testing

@Suite struct SuggestionTests {
    @Test(
        arguments: [
            ("colur", "colour"), ("colourr", "colour"), ("Colour", "colour"), ("coluor", "colour"),
            ("cloour", "colour"),
            ("evry", "every"), ("trac", "track"), ("tarck", "track"), ("zone", "zones"), ("no", "on"), ("a", nil),
            ("", nil), ("completely", nil), ("xy", nil), ("xyz", nil), ("colouring", "colour"), ("colouringly", nil),
        ] as [(String, String?)])
    func finds(_ word: String, _ meant: String?) {
        #expect(Suggestion.closest(to: word, in: ["colour", "every", "track", "zones", "on", "b"]) == meant)
    }

    @Test func takesTheNearestAndThenTheFirstByName() {
        #expect(Suggestion.closest(to: "lamp", in: ["lump", "lamps", "camp", "lamb"]) == "camp")
        #expect(Suggestion.closest(to: "lamps", in: ["lamp", "lamps"]) == "lamps")
        #expect(Suggestion.closest(to: "x", in: [String]()) == nil)
    }

    @Test func leavesOverlongWordsAlone() {
        let long = String(repeating: "a", count: Suggestion.longestWord)
        #expect(Suggestion.closest(to: long, in: [long + "b", long]) == long)
        #expect(Suggestion.closest(to: long + "b", in: [long]) == nil)
    }

    /// Against the definition, written the slow way: the fewest edits, a swap of neighbours being one.
    @Test func countsEditsAsTheDefinitionDoes() {
        func slow(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int {
            guard let a = left.last, let b = right.last else { return left.count + right.count }
            var best = min(
                slow(left.dropLast(), right) + 1, slow(left, right.dropLast()) + 1,
                slow(left.dropLast(), right.dropLast()) + (a == b ? 0 : 1))
            if left.count > 1, right.count > 1, a == right.dropLast().last, left.dropLast().last == b {
                best = min(best, slow(left.dropLast(2), right.dropLast(2)) + 1)
            }
            return best
        }
        var random = SeededRandom.announced()
        for _ in 0..<200 {
            let words = (0..<2).map { _ in
                String(
                    (0..<Int.random(in: 3...5, using: &random)).map { _ in "abc".randomElement(using: &random) ?? "a" })
            }
            let edits = slow(Array(words[0])[...], Array(words[1])[...])
            let nearEnough = edits <= max(1, min(3, words[0].count / 3))
            #expect((Suggestion.closest(to: words[0], in: [words[1]]) != nil) == nearEnough, "\(words) \(edits)")
        }
    }
}
