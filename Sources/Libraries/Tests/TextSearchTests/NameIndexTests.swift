import FeatureKit
import LibraryTestSupport
import Testing

@testable import TextSearch

struct NameIndexTests {
    @Test func anyPartIsFoundWithoutAccentsAndCase() throws {
        var index = NameIndex()
        for (number, name) in ["Café", "DeCafe\u{301}", "La Pepita", "Zur Straße", "日本酒"].enumerated() {
            index.insert(name, id: "\(number)", number: number)
        }
        func found(_ text: String) -> [Int] { index.first(10, holding: NamePattern(text)) { _ in true } }
        #expect(found("cafe") == [0, 1] && found("CAFÉ") == [0, 1] && found("strasse") == [3] && found("ß") == [3])
        #expect(found("a p") == [2] && found("本") == [4] && found("q") == [])
        // Not from the end of one name to the start of the next one.
        #expect(found("ede") == [])
        #expect(NamePattern("\u{301}") == nil && NamePattern("") == nil)
    }

    @Test func severalSpacesAreAsGoodAsOneInNamesAndPatterns() {
        var index = NameIndex()
        index.insert("La  Pepita ", id: "0", number: 0)
        index.insert("La Pepita", id: "1", number: 1)
        for text in ["la pepita", " la   pepita ", "la\u{A0}pepita"] {
            #expect(Set(index.first(10, holding: NamePattern(text)) { _ in true }) == [0, 1], "\(text)")
        }
        #expect(NamePattern("  ") == nil)
    }

    @Test func equalNamesAreOrderedById() {
        var index = NameIndex()
        let long = String(repeating: "é", count: 150)
        let names = [("Bar", "2"), ("bár", "1"), ("Ant", "3"), (long + "b", "5"), (long + "c", "4")]
        for (number, name) in names.enumerated() { index.insert(name.0, id: name.1, number: number) }
        // Beyond what counts of a name, the id decides.
        #expect(index.first(10, holding: nil) { _ in true } == [2, 1, 0, 4, 3])
    }

    /// Whatever comes and goes, a search finds what a plain search of the names finds, page by page.
    @Test(arguments: SeededRandom.seeds(4))
    func itAgreesWithAPlainSearch(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        func text(_ lengths: ClosedRange<Int>) -> String {
            String(
                (0..<Int.random(in: lengths, using: &random)).map { _ in "aAáb ñc1".randomElement(using: &random) ?? "a"
                })
        }
        var index = NameIndex()
        var names: [Int: String] = [:]
        for round in 0..<600 {
            let number = Int.random(in: 0..<80, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                index.remove(number)
                names[number] = nil
            } else {
                let name = text(0...12)
                index.insert(name, id: "\(number)", number: number)
                names[number] = name
            }
            #expect(index.count == names.count)
            guard round % 10 == 0 else { continue }
            let pattern = NamePattern(text(1...3))
            let divisor = Int.random(in: 1...3, using: &random)
            let plain = names.filter { number, name in
                number % divisor == 0
                    && (pattern.map { pattern in
                        (NamePattern(name)?.bytes ?? []).windows(pattern.bytes.count)
                            .contains { Array($0) == pattern.bytes }
                    } ?? true)
            }.sorted { (Array($0.value.folded.utf8), "\($0.key)") < (Array($1.value.folded.utf8), "\($1.key)") }
            var found: [Int] = []
            var after: NameIndex.Key?
            repeat {
                let page = index.first(7, holding: pattern, after: after) { $0 % divisor == 0 }
                found += page
                after = page.last.flatMap(index.key)
            } while after != nil
            try #require(found == plain.map(\.key), "seed \(seed), round \(round)")
        }
    }

    @Test func aKeyIsAPlaceAlsoWhereTheNameIsGone() {
        var index = NameIndex()
        for number in 0..<10 { index.insert("bar \(number)", id: "\(number)", number: number) }
        let key = index.key(of: 4)
        index.remove(4)
        #expect(index.first(2, holding: nil, after: key) { _ in true } == [5, 6])
        #expect(index.key(of: 4) == nil && index.key(of: 99) == nil)
    }
}

extension [UInt8] {
    fileprivate func windows(_ count: Int) -> [ArraySlice<UInt8>] {
        self.count < count ? [] : (0...(self.count - count)).map { self[$0..<$0 + count] }
    }
}

private func < (one: ([UInt8], String), other: ([UInt8], String)) -> Bool {
    one.0 == other.0 ? one.1 < other.1 : one.0.lexicographicallyPrecedes(other.0)
}
