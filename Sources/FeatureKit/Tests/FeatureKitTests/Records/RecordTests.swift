import Testing

@_spi(Hosting) @testable import FeatureKit

/// What `@Record` makes of a struct.
struct RecordTests {
    @Test func `the shape says what the properties say`() {
        #expect(
            Wheel.shape
                == .object([
                    Field("width", .number(in: 0.25...2), "How wide it is."),
                    Field("mark", .text(length: 1...3), "What is written on it.", optional: true),
                ]))
        let fields = if case .object(let fields) = Everything.shape.kind { fields } else { [Field]() }
        let found = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0) })
        #expect(fields.count == 17)
        #expect(found["within"]?.shape == .duration(in: .milliseconds(10) ... .seconds(60)))
        #expect(found["within"]?.defaultValue == .text("5s"))
        #expect(found["made_at"]?.shape == .timestamp)
        #expect(found["case"]?.defaultValue == .text("red"))
        #expect(found["words"]?.shape == .list(of: .text(length: 1...3), count: 1...3))
        #expect(found["counts"]?.shape == .map(of: .integer(in: 1...9), count: 0...2))
        #expect(found["wheels"]?.shape == .list(of: Wheel.shape))
    }

    @Test func `a record says whether reading refuses all that its shape refuses`() {
        #expect(Wheel.readsExactly && Everything.readsExactly && Vacant.readsExactly && Kept.View.readsExactly)
        #expect(Paged<Wheel>.readsExactly)
        #expect(!Nested.readsExactly && !Paged<Nested>.readsExactly)
    }

    @Test func `fields are written in their order and absent ones are not`() {
        #expect(Wheel(width: 0.5).json == #"{"width":0.5}"#)
        #expect(Wheel(width: 1.5, mark: "A").json == #"{"width":1.5,"mark":"A"}"#)
        #expect(Vacant().json == "{}")
        #expect(Kept(bar: "b", user: "u", starts: Timestamp(nanoseconds: 0)).json.contains("\"starts_at\""))
    }

    @Test(
        arguments: [
            (#"{"width":1,"mark":"A"}"#, nil), (#"{"mark":"A"}"#, .missingField), (#"{"width":9}"#, .outOfBounds),
            (#"{"width":1,"mark":"four"}"#, .outOfBounds), (#"{"width":1,"mark":null}"#, .wrongType),
            (#"{"width":1,"width":1}"#, .repeatedField), (#"{"width":1,"colour":1}"#, .unknownField),
            (#"{"width":"1"}"#, .wrongType), (#"[]"#, .wrongType), (#"{"width":1"#, .malformed),
        ] as [(String, RecordError.Reason?)])
    func `reading refuses what does not fit`(json: String, reason: RecordError.Reason?) {
        var found: RecordError?
        do { _ = try Wheel(json: Array(json.utf8)) } catch { found = error as? RecordError }
        #expect(found?.reason == reason)
    }

    @Test func `a generic record has the shape of its argument`() throws {
        #expect(Paged<Wheel>.shape == .object([Field("items", .list(of: Wheel.shape, count: 0...2), "What it has.")]))
        let page = Paged(items: [Wheel(width: 1), Wheel(width: 2)])
        #expect(try Paged<Wheel>(json: Array(page.json.utf8)) == page)
    }

    @Test func `reading does not call an init of one's own`() throws {
        #expect(try Doubled(json: Array(#"{"number":2}"#.utf8)).number == 2)
        #expect(Doubled(number: 2).number == 4)
    }

    @Test func `a stored record has a view and an event`() {
        let document = Kept(bar: "b", user: "u", starts: Timestamp(nanoseconds: 0), changes: 1, note: "n")
        let stored = Stored(id: "k1", version: 7, document: document)
        #expect(
            stored.view
                == Kept.View(
                    id: ID("k1"), version: 7, bar: "b", starts: document.starts, changes: 1, isChanged: true))
        #expect(stored.event == Kept.Event(id: ID("k1"), version: 7, bar: "b", user: "u"))
        let fields = if case .object(let fields) = Kept.View.shape.kind { fields } else { [Field]() }
        #expect(fields.map(\.name) == ["id", "version", "bar", "starts_at", "changes", "isChanged"])
        #expect(!fields.contains { !$0.isRequired })
        #expect(fields[2].shape == .text(length: 1...64))
    }

    @Test func `callers draft a record and change what is editable`() throws {
        let draft = try Place.Draft(json: Array(#"{"name":"Mar","address":"Pla, 1"}"#.utf8))
        let place = Place(draft, owner: "ada")
        #expect(place == Place(name: "Mar", people: 2, address: "Pla, 1", owner: "ada"))
        let change = try Place.Change(json: Array(#"{"place":"p1","address":"","hours":{"to":22}}"#.utf8))
        let stored = Stored(id: "p1", version: 7, document: place)
        let changed = try stored.changed(by: change)
        #expect(changed == Place(name: "Mar", hours: Hours(from: 8, to: 22), owner: "ada"))
        #expect(try stored.changed(by: Place.Change(place: stored.key, version: 7, people: 4)).people == 4)
        let refusal = #expect(throws: RouteError.self) {
            try stored.changed(by: Place.Change(place: stored.key, version: 6))
        }
        #expect(refusal?.code == "changed-meanwhile" && refusal?.data == ["version": 7])
        for wrong in [#"{"place":"p1","owner":"bob"}"#, #"{"place":"p1","people":501}"#, #"{"name":"Mar"}"#] {
            #expect(throws: RecordError.self) { try Place.Change(json: Array(wrong.utf8)) }
        }
        #expect(throws: RecordError.self) { try Place.Draft(json: Array(#"{"name":"Mar","owner":"bob"}"#.utf8)) }
        #expect(Place(Place.Draft(name: "Mar", address: ""), owner: "ada").address == nil)
    }

    @Test func `a collection has the indexes of its key paths`() {
        #expect(Kept.documents.name == "bookings")
        #expect(
            Kept.documents.indexes == [
                .on("user", "starts_at"), .unique(.folded("note")), .contains("note"),
            ])
    }
}
