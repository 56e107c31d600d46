@_spi(Hosting) import FeatureKit
import Testing

@Suite struct CheckedQueryTests {
    @Test func readsConditionsInTheFormOfTheirColumns() throws {
        let here = GeoPoint(lat: 41, lon: 2)
        let query = try StoredPlaces.query([
            .equals("owner", "Zoë"), .among("type", ["pub", "bar", "pub"]), .equals(.folded("name"), "CAFÉ"),
            .from("seats", 4), .above("stars", 2.5), .equals("open", true), .upTo("since", Timestamp(nanoseconds: 7)),
            .below("patience", Duration.milliseconds(5)), .begins(.folded("owner"), "Žo"), .absent("address.city"),
            .contains("name", "Ñá"), .near("place", of: here, within: 10),
        ])
        #expect(
            query.tests == [
                .equals(column: 0, .text("Zoë")), .among(column: 1, [.text("bar"), .text("pub")]),
                .equals(column: 2, .text("cafe")), .from(column: 3, .integer(4)), .above(column: 4, .number(2.5)),
                .equals(column: 5, .integer(1)), .upTo(column: 6, .integer(7)), .below(column: 7, .integer(5_000_000)),
                .begins(column: 9, "zo"), .absent(column: 8), .contains(part: 0, "na"),
                .near(point: 0, here, within: 10),
            ])
    }

    @Test(
        arguments: [
            ([.equals("ownr", "x")], nil, #"there is no "ownr"; did you mean "owner"?"#),
            ([.equals("key", "x")], nil, #"no index serves a query by "key"; declare .on(\.key)"#),
            ([.equals("name", "x")], nil, #"no index serves a query by "name"; declare .on(\.name)"#),
            ([.equals("type", "pub")], nil, #"no index serves a query by "type"; declare .on(\.type)"#),
            (
                [.equals("type", "pub"), .equals(.folded("owner"), "x")], nil,
                #"no index serves a query by "type", .folded("owner"); declare .on(\.type, \.owner.folded)"#
            ),
            (
                [.equals("seats", 1), .contains("address.city", "x")], nil,
                #"no index serves a query by "address.city"; declare .contains(\.address.city)"#
            ),
            (
                [.near("name", of: GeoPoint(lat: 0, lon: 0))], nil,
                #"no index serves a query by "name"; declare .near(\.name)"#
            ),
            ([], .by("name"), #"no index serves an order by "name"; declare .on(\.name)"#),
            ([], .by("type"), #"no index serves an order by "type"; declare .on(\.type)"#),
            (
                [], .by("type").then(.descending(by: "seats")),
                #"no index serves an order by "type", "seats"; declare .on(\.type, \.seats)"#
            ),
            ([.from("seats", 1)], .by("name"), #"no index serves an order by "name"; declare .on(\.name)"#),
            ([.equals("seats", "many")], nil, #""seats" is a number, not the text "many""#),
            ([.equals("seats", Double.infinity)], nil, #""seats" is a number, not inf"#),
            ([.equals("open", 1)], nil, #""open" is true or false, not 1"#),
            ([.equals("since", 7)], nil, #""since" is a time such as 2026-11-20T14:03:05Z, not 7"#),
            ([.begins("seats", "1")], nil, #""seats" is a number, not the text "1""#),
            (
                [.equals("owner", Value.null)], nil,
                #""owner" is compared with nothing; .absent("owner") asks for that"#
            ),
            ([.among("owner", [String]())], nil, #""owner" is compared with 0 values; .among takes 1 to 100"#),
            (
                [.among("seats", Array(0...100))], nil, #""seats" is compared with 101 values; .among takes 1 to 100"#
            ),
            ([.contains("name", "\u{301}")], nil, #""name" contains nothing: the text has no letter"#),
            (
                [.contains("name", String(repeating: "x", count: 1025))], nil,
                #""name" is compared with 1025 bytes; the most is 1024"#
            ),
            (
                [.near("place", of: GeoPoint(lat: 91, lon: 0))], nil,
                #""place" is near no point of the earth: 91.0, 0.0"#
            ),
            (
                [.near("place", of: GeoPoint(lat: 0, lon: .nan))], nil,
                #""place" is near no point of the earth: 0.0, nan"#
            ),
            (
                [.near("place", of: GeoPoint(lat: 0, lon: 0), within: -1)], nil,
                #""place" is near within -1.0 metres, which is no distance"#
            ),
            (
                [.near("place", of: GeoPoint(lat: 0, lon: 0)), .near("place", of: GeoPoint(lat: 1, lon: 0))], nil,
                "only one condition can be .near"
            ),
            (
                [.near("place", of: GeoPoint(lat: 0, lon: 0))], .by("seats"),
                "what is .near comes nearest first, so there is no other order"
            ),
            (
                [.equals("ownr", "x"), .equals("seats", "x")], .by("nme"),
                #"there is no "ownr"; did you mean "owner"?; "seats" is a number, not the text "x"; "#
                    + #"there is no "nme"; did you mean "name"?"#
            ),
            (Array(repeating: .equals("seats", 1), count: 17), nil, "17 conditions; the most is 16"),
        ] as [([StoreCondition], StoreOrder?, String)])
    func refuses(_ conditions: [StoreCondition], _ order: StoreOrder?, _ sentence: String) {
        let error = #expect(throws: StoreError.self) { try StoredPlaces.query(conditions, order) }
        #expect(error?.detail == "bars: \(sentence)")
        // What a caller may have sent is told apart from what the feature does wrong.
        let values = ["contains nothing", "the most is 1024", "near no point", "no distance"]
        #expect(error?.code == (values.contains { sentence.contains($0) } ? .misfit : .misused))
    }

    @Test(arguments: [0, -1, 1001, .min, .max])
    func refusesAPageOf(_ limit: Int) {
        #expect(throws: StoreError(.misfit, "bars: a page has 1 to 1000 documents, not \(limit)")) {
            try StoredPlaces.query([], limit: limit)
        }
    }

    @Test func takesWhatContradictsItself() throws {
        _ = try StoredPlaces.query([.equals("seats", 1), .equals("seats", 2)])
        _ = try StoredPlaces.query([.begins("owner", "")])
        #expect(try StoredPlaces.query([], .by("seats").then(.descending(by: "seats"))).order.count == 1)
    }

    @Test func findsWhatMatchesInOrderPageByPage() throws {
        var random = SeededRandom.announced()
        let bars = try StoredPlaces.collection()
        let entries = try (0..<200).map { number in
            try bars.entry(
                of: [
                    "name": .text("N\(number)"), "type": "bar", "seats": .integer(.random(in: 0...4, using: &random)),
                    "stars": Bool.random(using: &random) ? nil : .number(.random(in: 0...2, using: &random).rounded()),
                    "place": ["lat": .number(.random(in: -90...90, using: &random)), "lon": 1],
                ], id: "\(number)")
        }
        let queries: [([StoreCondition], StoreOrder?)] = [
            ([], nil), ([.from("seats", 2)], .by("stars").then(.descending(by: "seats"))),
            ([], .descending(by: "stars").then(.by("seats"))), ([.near("place", of: GeoPoint(lat: 40, lon: 1))], nil),
            ([.near("place", of: GeoPoint(lat: 40, lon: 1), within: 3e6), .equals("seats", 1)], nil),
        ]
        for (conditions, order) in queries {
            let all = try CheckedQuery(of: bars, where: conditions, order: order, limit: 1000, after: nil)
            let whole = all.page(among: entries)
            #expect(whole.next == nil && whole.found.count == entries.count { all.matches($0) })
            for (one, next) in zip(whole.found, whole.found.dropFirst()) {
                #expect(all.isOrdered(all.place(of: one), before: all.place(of: next)))
            }
            var pages: [DocumentEntry] = []
            var cursor: PageCursor?
            repeat {
                let query = try CheckedQuery(of: bars, where: conditions, order: order, limit: 7, after: cursor)
                let page = query.page(among: entries.shuffled(using: &random))
                pages += page.found
                cursor = page.next
            } while cursor != nil
            #expect(pages == whole.found)
        }
    }
}
