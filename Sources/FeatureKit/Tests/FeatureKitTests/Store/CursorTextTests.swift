import Testing

@_spi(Hosting) @testable import FeatureKit

@Suite struct CursorTextTests {
    private let conditions: [StoreCondition] = [.from("seats", 2)]
    private let order = StoreOrder.by("seats").then(.descending(by: "owner"))

    @Test func comesBackAsItWent() throws {
        let place = CheckedQuery.Place(keys: [.integer(.min), .text("ño\0😀")], id: "Zoë's")
        let cursor = try StoredPlaces.query(conditions, order).cursor(after: place)
        #expect(try StoredPlaces.query(conditions, order, limit: 3, after: cursor).start == place)
        #expect(cursor.description.utf8.allSatisfy { $0 < 0x80 && !"+/=&?%# ".utf8.contains($0) })
    }

    @Test func fitsWhatACursorMayHoldAtMost() throws {
        let long = String(repeating: "\u{1}", count: StoreLimits.comparedBytes)
        let place = CheckedQuery.Place(
            keys: Array(repeating: .text(long), count: StoreLimits.indexFields),
            id: String(repeating: "i", count: StoreLimits.idBytes))
        let text = CursorText(fingerprint: .max, place: place).description
        #expect(text.utf8.count <= StoreLimits.cursorBytes && CursorText(text)?.place == place)
        #expect(PageCursor.shape.problems(in: .text(text)).isEmpty)
    }

    @Test(
        arguments: [
            ([.from("seats", 3)], nil), ([.above("seats", 2)], nil), ([.from("seats", 2), .from("seats", 2)], nil),
            ([], .by("seats")), ([.from("seats", 2)], .by("owner")), ([.from("seats", 2)], .descending(by: "seats")),
            ([.from("seats", 2)], .by("seats").then(.by("owner"))), ([.from("stars", 2)], .by("seats")),
            ([.near("place", of: GeoPoint(lat: 0, lon: 0))], nil),
            ([.from("seats", 2)], .by("seats").then(.descending(by: .folded("owner")))),
        ] as [([StoreCondition], StoreOrder?)])
    func belongsToItsQueryAlone(_ conditions: [StoreCondition], _ order: StoreOrder?) throws {
        let place = CheckedQuery.Place(keys: [.integer(4), .null], id: "a")
        let cursor = try StoredPlaces.query(self.conditions, self.order).cursor(after: place)
        #expect(throws: StoreError(.misfit, "bars: the cursor belongs to another query")) {
            try StoredPlaces.query(conditions, order, after: cursor)
        }
    }

    @Test func belongsToItsCollectionAlone() throws {
        let (bars, pubs) = (try StoredPlaces.collection(), try StoredPlaces.collection(name: "pubs"))
        let cursor = try CheckedQuery(of: bars, where: [], order: nil, limit: 1, after: nil).cursor(
            after: CheckedQuery.Place(keys: [], id: "a"))
        #expect(throws: StoreError(.misfit, "pubs: the cursor belongs to another query")) {
            try CheckedQuery(of: pubs, where: [], order: nil, limit: 1, after: cursor)
        }
    }

    @Test(arguments: ["", "a", "AQ", "é", "AQ==", "....", String(repeating: "A", count: 9000), "\0", "%41"])
    func refuses(_ text: String) {
        #expect(throws: StoreError(.misfit, "bars: this is no cursor of a page")) {
            try StoredPlaces.query([], after: PageCursor(text))
        }
    }

    @Test func readsAnyTextOrNone() throws {
        var random = SeededRandom.announced()
        let place = CheckedQuery.Place(keys: [.integer(4), .number(0.5), .text("abc"), .null], id: "id")
        let good = CursorText(fingerprint: 7, place: place).description
        #expect(CursorText(good)?.place == place)
        for _ in 0..<20_000 {
            var bytes = Array(good.utf8)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...127, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(Array("AQx_-09".utf8).randomElement(using: &random) ?? 0, at: index)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            // What is read is written in just one way.
            if let read = CursorText(text) { #expect(read.description == text) }
        }
    }
}
