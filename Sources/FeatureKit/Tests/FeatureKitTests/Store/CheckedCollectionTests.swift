@_spi(Hosting) import FeatureKit
import Testing

@Suite struct CheckedCollectionTests {
    @Test func holdsEachFieldOnce() throws {
        let bars = try StoredPlaces.collection()
        #expect(
            bars.columns.map(\.field) == [
                "owner", "type", .folded("name"), "seats", "stars", "open", "since", "patience", "address.city",
                .folded("owner"),
            ])
        #expect(
            bars.columns.map(\.kind) == [
                .text, .text, .folded, .integer, .number, .integer, .integer, .integer, .text, .folded,
            ])
        #expect(bars.ordered.map(\.columns) == [[0, 1], [2], [3], [4, 3], [5], [6], [7], [8, 9]])
        #expect(bars.ordered.map(\.isUnique) == [false, true, false, false, false, false, false, false])
        #expect(bars.parts == ["name", "owner"] && bars.points == ["place"])
    }

    @Test func makesKeysOfADocument() throws {
        let bars = try StoredPlaces.collection()
        let entry = try bars.entry(
            of: [
                "name": "Café", "type": "pub", "owner": nil, "seats": 9_007_199_254_740_993, "stars": 4, "open": true,
                "since": "1970-01-01T00:00:01.5Z", "patience": "2ms", "address": ["city": "Łódź", "code": "1"],
                "place": ["lat": 41, "lon": -3.5],
            ], id: "a")
        #expect(
            entry.keys == [
                .null, .text("pub"), .text("cafe"), .integer(9_007_199_254_740_993), .number(4), .integer(1),
                .integer(1_500_000_000), .integer(2_000_000), .text("Łódź"), .null,
            ])
        #expect(entry.parts == ["cafe", nil] && entry.points == [GeoPoint(lat: 41, lon: -3.5)])
        #expect(bars.keys(of: ["address": "none"]).allSatisfy { $0 == .null })
        #expect(bars.points(of: ["place": ["lat": 41]]) == [nil])
    }

    @Test func refusesATextThatIsTooLongToBeCompared() throws {
        let bars = try StoredPlaces.collection([.on("owner"), .contains("name")])
        let long = String(repeating: "é", count: 513)
        #expect(
            throws: StoreError(.tooLarge, #"bars: "x" has 1026 bytes in "owner"; an index holds 1024 of a text"#)
        ) { try bars.entry(of: ["owner": .text(long)], id: "x") }
        // Of which every part is found may be as long as it likes.
        #expect(try bars.entry(of: ["name": .text(long)], id: "x").parts == [String(repeating: "e", count: 513)])
    }

    @Test(
        arguments: [
            ([.on()], ".on() has no field"),
            ([.on("nmae")], #".on("nmae"): there is no "nmae"; did you mean "name"?"#),
            ([.on("address.citi")], #".on("address.citi"): there is no "address.citi"; did you mean "address.city"?"#),
            ([.on("name.first")], #".on("name.first"): there is no "name.first""#),
            ([.on("")], #".on(""): there is no """#),
            (
                [.on("tags")],
                #".on("tags"): "tags" must be a text, a number, a time or true or false, not a list"#
            ),
            (
                [.unique("key")],
                #".unique("key"): "key" must be a text, a number, a time or true or false, not bytes with a media type"#
            ),
            ([.on(.folded("seats"))], #".on(.folded("seats")): "seats" must be a text, not a whole number"#),
            ([.contains("seats")], #".contains("seats"): "seats" must be a text, not a whole number"#),
            ([.near("address")], #".near("address"): "address" must be a GeoPoint, not a mapping"#),
            ([.near("name")], #".near("name"): "name" must be a GeoPoint, not a text"#),
            ([.on("name", "seats", "name")], #".on("name", "seats", "name") has "name" twice"#),
            ([.on("name"), .unique("name")], #".unique("name") is there already"#),
            ([.contains("name"), .contains("name")], #".contains("name") is there already"#),
            ([.near("place"), .near("place")], #".near("place") is there already"#),
            (
                [.on("name", "type", "owner", "seats", "stars")],
                #".on("name", "type", "owner", "seats", "stars") has 5 fields; the most is 4"#
            ),
            (
                [.on("nam"), .near("plcae"), .contains("tags")],
                #".on("nam"): there is no "nam"; did you mean "name"?; .near("plcae"): there is no "plcae"; "#
                    + #"did you mean "place"?; .contains("tags"): "tags" must be a text, not a list"#
            ),
        ] as [([StoreIndex], String)])
    func refuses(_ indexes: [StoreIndex], _ sentence: String) {
        #expect(throws: StoreError(.misused, #"test: the collection "bars" makes no sense: "# + sentence)) {
            try StoredPlaces.collection(indexes)
        }
    }

    @Test(arguments: ["", "Bars", "1bars", "-bars", "bär", "a.b", "a b", String(repeating: "a", count: 65)])
    func refusesAName(_ name: String) {
        let rule = "lower case letters, digits and dashes that start with a letter, 64 at most"
        #expect(
            throws: StoreError(.misused, "test: the collection \"\(name)\" makes no sense: its name must be \(rule)")
        ) {
            try StoredPlaces.collection([], name: name)
        }
    }

    @Test func refusesWhatStandsForBlobsAndWhatIsNoMapping() {
        #expect(
            throws: StoreError(
                .misused, #"test: the collection "blobs" makes no sense: its name stands for the feature's blobs"#)
        ) { try StoredPlaces.collection([], name: "blobs") }
        #expect(
            throws: StoreError(
                .misused, #"test: the collection "a" makes no sense: its documents must be mappings, not a text"#)
        ) { try CheckedCollection(CollectionLayout(name: "a", shape: .text(), indexes: []), of: "test") }
    }

    @Test func refusesSecrets() {
        let key = Field("keys", .list(of: .object([Field("key", .secret, "A key.")])), "Keys.")
        #expect(
            throws: StoreError(
                .misused,
                #"test: the collection "a" makes no sense: "keys.keys[].key" is a secret, which is never written down"#)
        ) {
            try CheckedCollection(
                CollectionLayout(name: "a", shape: .object([Field("keys", .object([key]), "All.")]), indexes: []),
                of: "test")
        }
    }

    @Test func refusesTooManyIndexes() {
        let indexes = (0..<17).map { number -> StoreIndex in .on(FieldKey("f\(number)")) }
        let fields = (0..<17).map { Field("f\($0)", .integer(), "A number.") }
        #expect(
            throws: StoreError(.misused, #"test: the collection "a" makes no sense: it has 17 indexes; the most is 16"#)
        ) {
            try CheckedCollection(CollectionLayout(name: "a", shape: .object(fields), indexes: indexes), of: "test")
        }
    }
}
