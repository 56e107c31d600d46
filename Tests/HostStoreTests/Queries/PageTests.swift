@_spi(Hosting) import FeatureKit
import HostStore
import TestSupport
import Testing

@Suite struct PageTests {
    private static let here = GeoPoint(lat: 41.4, lon: 2.17)

    private static func bar(_ name: String, seats: Int64 = 1, at point: GeoPoint? = nil) -> Value {
        var bar: Members = Members([
            ("name", .text(name)), ("type", "bar"), ("seats", .integer(seats)), ("open", true), ("code", .text(name)),
        ])
        if let point { bar["place"] = ["lat": .number(point.lat), "lon": .number(point.lon)] }
        return .object(bar)
    }

    @Test(arguments: Seeds.forThisRun(count: 2))
    func keepTheirPlaceWhileOthersWrite(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stand = try QueryStand()
        func point() -> GeoPoint {
            GeoPoint(lat: .random(in: -89...89, using: &random), lon: .random(in: -179...179, using: &random))
        }
        for number in 0..<200 {
            try stand.put("stays\(number)", Self.bar("s\(number)", seats: Int64(number % 7), at: point()))
        }
        let queries: [([StoreCondition], StoreOrder?)] = [
            ([], nil), ([], .descending(by: "seats")),
            ([.from("seats", 2)], .by("stars").then(.descending(by: "seats"))),
            ([.near("place", of: Self.here)], nil), ([.contains("name", "s")], .by("seats")),
        ]
        var come = 0
        for (conditions, order) in queries {
            let wanted = try stand.all(conditions, order).filter { $0.hasPrefix("stays") }
            var found: [String] = []
            var cursor: PageCursor?
            repeat {
                let page = try stand.page(stand.query(conditions, order, limit: 9, after: cursor))
                found += page.ids
                cursor = page.next
                // The one the page ended with goes; others come and go before and behind.
                for id in page.ids where !id.hasPrefix("stays") { try stand.delete(id) }
                for _ in 0..<5 {
                    // Before or behind, by its name; one that comes again would rightly be shown again.
                    come += 1
                    let name = "\(Bool.random(using: &random) ? "comes" : "went")\(come)"
                    try stand.put(name, Self.bar(name, seats: .random(in: 0..<7, using: &random), at: point()))
                }
            } while cursor != nil && found.count < 5000
            #expect(Set(found).count == found.count, "seed \(seed): shown twice")
            #expect(found.filter { $0.hasPrefix("stays") } == wanted, "seed \(seed)")
            for id in stand.entries.keys where !id.hasPrefix("stays") { try stand.delete(id) }
        }
    }

    @Test func aPartOfAnyLengthIsFoundAnywhere() throws {
        let stand = try QueryStand([.contains("name")])
        let names = ["La Peña", "peñ", "ña", "a", "", "日本語", "日", "😀😃", "x\"y'z%_*", "Straße", "NEAR(1 2)", "a\0b"]
        for name in names { try stand.put(name.isEmpty ? "empty" : name, Self.bar(name)) }
        for name in names {
            let folded = Array(FoldedText.fold(name).unicodeScalars)
            for start in folded.indices {
                for end in start..<folded.count {
                    let part = String(String.UnicodeScalarView(folded[start...end]))
                    let wanted = stand.entries.values
                        .filter { entry in entry.parts[0].map { Self.has($0, part) } ?? false }.map(\.id)
                    #expect(try stand.all([.contains("name", part)]) == wanted.sorted { StoreKey.text($0) < .text($1) })
                }
            }
        }
        #expect(try stand.all([.contains("name", "STRASSE")]) == ["Straße"])
        #expect(try stand.all([.contains("name", "nothing")]) == [])
    }

    @Test func aLongPartIsFoundToo() throws {
        let stand = try QueryStand([.contains("name")])
        let long = String(repeating: "La Pepita y el 日本 😀 ", count: 2000)
        try stand.put("a", Self.bar("x" + long))
        try stand.put("b", Self.bar("y" + long.dropFirst(3)))
        let part = String(decoding: Array(FoldedText.fold(long).utf8.prefix(1000)), as: UTF8.self)
        #expect(try stand.all([.contains("name", part)]) == ["a", "b"])
        #expect(try stand.all([.contains("name", "x" + part)]) == ["a"])
    }

    private static func has(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        return text.indices.contains { text[$0...].starts(with: part) }
    }

    @Test func partsAndPointsOfATransactionThatGoesBackAreGone() throws {
        let stand = try QueryStand([.contains("name"), .near("place")])
        try stand.put("a", Self.bar("before", at: Self.here))
        try stand.connection.execute("BEGIN")
        try stand.put("b", Self.bar("meanwhile", at: Self.here))
        try stand.put("a", Self.bar("after", at: GeoPoint(lat: 0, lon: 0)))
        // What was written shows at once, also to short parts.
        #expect(try stand.all([.contains("name", "mean")]) == ["b"])
        #expect(try stand.all([.contains("name", "ft")]) == ["a"])
        #expect(try stand.all([.near("place", of: Self.here, within: 10)]) == ["b"])
        try stand.connection.execute("ROLLBACK")
        #expect(try stand.all([.contains("name", "fo")]) == ["a"])
        #expect(try stand.all([.contains("name", "after")]) == [])
        #expect(try stand.all([.near("place", of: Self.here)]) == ["a"])
    }

    @Test func whatHoldsAUniqueValueIsNamed() throws {
        let stand = try QueryStand([.unique("type", "badge"), .unique(.folded("name"))])
        try stand.put("a", ["name": "Café", "type": "bar", "seats": 1, "open": true, "code": "1", "badge": 1])
        func holder(_ name: String, _ badge: Value, id: String = "b") throws -> String? {
            let entry = try stand.collection.entry(
                of: ["name": .text(name), "type": "bar", "seats": 1, "open": true, "code": "1", "badge": badge], id: id)
            let holder = try stand.tables.holder(of: entry, on: stand.connection)
            return holder.map { "\($0.id) \($0.fields)" }
        }
        #expect(try holder("Pub", 1) == #"a ["type", "badge"]"#)
        #expect(try holder("CAFE", 2) == #"a [.folded("name")]"#)
        #expect(try holder("Pub", nil) == nil)
        #expect(try holder("Café", 1, id: "a") == nil)
    }

    @Test func aCursorThatSomebodyForgedFindsNoMoreThanItsQuery() throws {
        let stand = try QueryStand()
        for number in 0..<20 { try stand.put("\(number)", Self.bar("\(number)", seats: Int64(number))) }
        let query = try stand.query([.from("seats", 10)], .by("seats"), limit: 100)
        for key in [StoreKey.null, .integer(-5), .number(11.5), .text("x"), .number(.infinity)] {
            let cursor = query.cursor(after: CheckedQuery.Place(keys: [key], id: ""))
            let page = try stand.page(stand.query([.from("seats", 10)], .by("seats"), limit: 100, after: cursor))
            let wanted = try stand.query([.from("seats", 10)], .by("seats"), limit: 100, after: cursor)
                .page(among: stand.entries.values).found.map(\.id)
            #expect(page.ids == wanted)
        }
    }
}
