import FeatureKit
import LibraryTestSupport
import Testing
import TextSearch

@testable import SearchIndex

struct SearchIndexTests {
    private func index(_ count: Int) -> SearchIndex {
        var index = SearchIndex()
        for number in 0..<count {
            _ = index.insert(
                "\(number)", name: "Bar \(number)", at: GeoPoint(lat: 41, lon: 2 + Double(number) / 1_000))
        }
        return index
    }

    @Test func aRequestThatMakesNoSenseIsRefused() throws {
        func query(
            _ name: String? = nil, lat: Double? = nil, lon: Double? = nil, within: Double? = nil, after: String? = nil
        ) throws(SearchRefusal) -> SearchQuery {
            try SearchQuery(name: name, lat: lat, lon: lon, within: within, filter: "", limit: 5, after: after)
        }
        #expect(throws: SearchRefusal.emptyName) { try query("\u{301}") }
        #expect(throws: SearchRefusal.halfAPoint) { try query(lat: 41) }
        #expect(throws: SearchRefusal.withinOfNothing) { try query(within: 500) }
        #expect(throws: SearchRefusal.otherSearch) { try query(after: "abc") }
        let near = try query("bar", lat: 41, lon: 2)
        #expect(near.point == GeoPoint(lat: 41, lon: 2) && near.within == .infinity)
    }

    @Test func numbersAreUsedAgain() {
        var index = index(3)
        #expect(index.number(of: "1") == 1 && index.count == 3)
        #expect(index.remove("1") == 1)
        #expect(index.remove("1") == nil && index.number(of: "1") == nil)
        #expect(index.insert("x", name: "X", at: GeoPoint(lat: 0, lon: 0)) == 1)
        // What has an id already is replaced.
        #expect(index.insert("x", name: "Y", at: GeoPoint(lat: 1, lon: 0)) == 1 && index.count == 3)
    }

    @Test(arguments: [nil, GeoPoint(lat: 41, lon: 2)])
    func pagesKeepTheirPlaceWhileThingsComeAndGo(point: GeoPoint?) throws {
        var index = index(40)
        var found: [Int] = []
        var after: String?
        repeat {
            let query = try #require(
                SearchQuery(name: NamePattern("bar"), near: point, filter: "", limit: 7, after: after))
            let page = index.search(query) { $0 % 2 == 0 }
            found += page.hits.map(\.number)
            after = page.next
            // What was shown goes, and what comes lies before it.
            if let last = page.hits.last { index.remove("\(last.number)") }
        } while after != nil
        #expect(Set(found) == Set((0..<40).filter { $0 % 2 == 0 }) && found.count == 20)
    }

    @Test(arguments: [nil, GeoPoint(lat: 41, lon: 2)])
    func aCursorFitsItsOwnQuery(point: GeoPoint?) throws {
        let index = index(40)
        func query(_ name: String?, _ point: GeoPoint?, _ filter: String, _ after: String?) -> SearchQuery? {
            SearchQuery(name: name.flatMap { NamePattern($0) }, near: point, filter: filter, limit: 7, after: after)
        }
        let first = try #require(query("bar", point, "x", nil))
        let page = index.search(first) { _ in true }
        let next = try #require(page.next)
        #expect(query("BÁR", point, "x", next) != nil)
        #expect(query("ba", point, "x", next) == nil && query("bar", point, "y", next) == nil)
        #expect(query("bar", GeoPoint(lat: 41.00001, lon: 2), "x", next) == nil)
        for wrong in ["", "-", "--", "0-0-0", "abc", next.replacing("-", with: "_"), "\(next.prefix(12))-0z-1"] {
            #expect(query("bar", point, "x", wrong) == nil, "\(wrong)")
        }
    }

    /// Whatever is asked for, rare or not, a search finds what a look at all things finds, in its order.
    @Test(arguments: SeededRandom.seeds(4))
    func itAgreesWithALookAtAll(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        struct Thing { let name: String, point: GeoPoint?, size: Int }
        var (index, things) = (SearchIndex(), [Int: Thing]())
        let middle = GeoPoint(lat: 41, lon: 2)
        for round in 0..<3_000 {
            let id = Int.random(in: 0..<1_500, using: &random)
            if Int.random(in: 0..<5, using: &random) == 0 {
                let number = index.remove("\(id)")
                #expect((number != nil) == (things.removeValue(forKey: id) != nil))
            } else {
                // A rare name, and few that are large.
                let name = "Bar \(Int.random(in: 0..<3_000, using: &random)) aáb".prefix(
                    Int.random(in: 3...12, using: &random))
                let lon = 2 + Double(Int.random(in: 0..<400, using: &random)) / 1_000
                let thing = Thing(
                    name: String(name),
                    point: Int.random(in: 0..<9, using: &random) == 0 ? nil : GeoPoint(lat: 41, lon: lon),
                    size: Int.random(in: 0..<10, using: &random) == 0 ? Int.random(in: 10...500, using: &random) : 9)
                _ = index.insert("\(id)", name: thing.name, at: thing.point, size: thing.size)
                things[id] = thing
            }
            guard round % 60 == 0 else { continue }
            let part = [nil, "bar", "77", "5", "á", "ar 1", "q", "ab"].randomElement(using: &random) ?? nil
            let point = Bool.random(using: &random) ? middle : nil
            let size = [0, 0, 5, 20, 490].randomElement(using: &random) ?? 0
            let within = point == nil ? Double.infinity : 20_000
            let all = things.filter { id, thing in
                id % 3 != 0 && thing.size >= size && (part.map { thing.name.folded.contains($0.folded) } ?? true)
                    && (point.map { thing.point?.distance(to: $0) ?? .infinity <= within } ?? true)
            }
            let expected = all.sorted { one, other in
                if let point, let here = one.value.point?.distance(to: point),
                    let there = other.value.point?.distance(to: point)
                {
                    return (here, "\(one.key)") < (there, "\(other.key)")
                }
                return (one.value.name.folded, "\(one.key)") < (other.value.name.folded, "\(other.key)")
            }.map { "\($0.key)" }
            var (found, after) = ([String](), String?.none)
            let ids = Dictionary(
                uniqueKeysWithValues: things.keys.compactMap { id in index.number(of: "\(id)").map { ($0, id) } })
            repeat {
                let query = try #require(
                    SearchQuery(
                        name: part.flatMap { NamePattern($0) }, near: point, within: within, size: size, filter: "",
                        limit: 40,
                        after: after))
                let page = index.search(query) { (ids[$0] ?? 0) % 3 != 0 }
                found += page.hits.compactMap { ids[$0.number].map(String.init) }
                after = page.next
            } while after != nil
            try #require(found == expected, "seed \(seed), round \(round): \(part ?? ""), \(size)")
        }
    }

    @Test func theLongestCursorIsShort() throws {
        var index = SearchIndex()
        let name = String(repeating: "日", count: 200)
        for id in ["a", "b"] {
            _ = index.insert(id + String(repeating: "x", count: 63), name: name, at: GeoPoint(lat: 0, lon: 0))
        }
        let query = try #require(SearchQuery(name: nil, near: nil, filter: "", limit: 1, after: nil))
        let page = index.search(query) { _ in true }
        #expect(try #require(page.next).utf8.count <= 500)
    }
}
