@_spi(Hosting) import FeatureKit
import FeatureTestKit
import Testing

@Suite(.timeLimit(.minutes(1))) struct DinerTests {
    private let window = ID<DinerTable>("window")

    private func withDiner(_ body: (Probe) async throws -> Void) async throws {
        try await withFeature(
            Diner.self, settings: Diner.Settings(),
            prepare: { store, _ in
                let tables = try store.collection(DinerTable.documents)
                for name in ["Bar", "Corner", "Terrace"] { try await tables.insert(DinerTable(name: name)) }
                try await tables.insert(DinerTable(name: "Window"), id: ID("window"))
            }, body)
    }

    @Test func `A refusal of an enum is answered as what it says, and listed for the reference`() async throws {
        try await withDiner { probe in
            try #expect(await probe.call(.hold, HoldTable(table: window)).heldUntil != nil)
            let refusal = try await probe.refusal { try await probe.call(.hold, HoldTable(table: window)) }
            #expect(refusal == RouteError(code: "taken", status: 409, "Window is taken.", data: ["table": "Window"]))
            let listed = FeatureEntry(Diner.self).refusals
            #expect(
                listed.map { "\($0.status) \($0)" } == [
                    "409 taken: example is taken.", "409 too-many: No table is that large.",
                ])
        }
    }

    @Test func `What is held is free again when its time has come, also after a restart`() async throws {
        try await withDiner { probe in
            _ = try await probe.call(.hold, HoldTable(table: window))
            await probe.advance(.seconds(59))
            try #expect(await probe.store.collection(DinerTable.documents).get(window)?.document.heldUntil != nil)
            try await probe.restart(Diner.self, Diner.Settings())
            await probe.advance(.seconds(1))
            try #expect(await probe.store.collection(DinerTable.documents).get(window)?.document.heldUntil == nil)
        }
    }

    @Test func `A page goes on where the last one ended, whatever came in between`() async throws {
        try await withDiner { probe in
            let first = try await probe.call(.tables, PageRequest(limit: 2))
            #expect(first.items.map(\.name) == ["Bar", "Corner"])
            let tables = try probe.store.collection(DinerTable.documents)
            try await tables.insert(DinerTable(name: "Attic"))
            try await tables.insert(DinerTable(name: "Stage"))
            let second = try await probe.call(.tables, PageRequest(limit: 2, after: first.next))
            #expect(second.items.map(\.name) == ["Stage", "Terrace"])
            let third = try await probe.call(.tables, PageRequest(limit: 2, after: second.next))
            #expect(third.items.map(\.name) == ["Window"])
            #expect(third.next == nil)
            let refusal = try await probe.refusal {
                try await probe.call(.tables, PageRequest(after: PageCursor("made up")))
            }
            #expect(refusal?.status == 400)
        }
    }

    @Test func `A patch changes what it says and leaves the rest`() async throws {
        try await withDiner { probe in
            func change(_ changes: Members) async throws -> DinerTable {
                try await probe.call(.rename, RenameTable(table: window, changes: Patch(changes)))
            }
            try #expect(await change(["note": "draughty"]) == DinerTable(name: "Window", note: "draughty"))
            try #expect(await change(["name": "Gallery"]) == DinerTable(name: "Gallery", note: "draughty"))
            try #expect(await change(["note": .null]) == DinerTable(name: "Gallery"))
            let refusals: [(Members, String)] = [
                (["name": .null], "name"), (["name": ""], "name"), (["heldUntil": .null], "name, note"),
            ]
            for (changes, word) in refusals {
                let refusal = try await probe.refusal { try await change(changes) }
                #expect(refusal?.code == "invalid")
                #expect(refusal?.detail.contains(word) == true, "\(refusal?.detail ?? "")")
            }
            try #expect(await probe.store.collection(DinerTable.documents).get(window)?.document.name == "Gallery")
        }
    }

    @Test func `The types agree with their Shapes`() {
        expectShapeAgrees(ID<DinerTable>.self)
        expectShapeAgrees(Page<DinerTable>.self)
        expectShapeAgrees(PageRequest.self)
        expectShapeAgrees(Patch<DinerTable>.self)
        expectShapeAgrees(RenameTable.self)
    }

    @Test func `A change of live settings is in force at once, and another one starts it again`() async throws {
        try await withDiner { probe in
            try await probe.reconfigure(Diner.self, Diner.Settings(hold: .seconds(5)))
            _ = try await probe.call(.hold, HoldTable(table: window))
            await probe.advance(.seconds(5))
            try #expect(await probe.store.collection(DinerTable.documents).get(window)?.document.heldUntil == nil)
            let stream = probe.replies(of: .follow, HoldTable(table: window))
            var tables = stream.makeAsyncIterator()
            try #expect(await tables.next()?.heldUntil == nil)
            try await probe.reconfigure(Diner.self, Diner.Settings(hold: .seconds(5), reserved: ["Bar"]))
            // The run in which the stream began is over.
            try #expect(await tables.next() == nil)
        }
    }

    @Test func `Settings are checked across fields`() {
        #expect(Diner.problems(in: Diner.Settings(reserved: ["Bar", "Window"])) == [])
        #expect(
            Diner.problems(in: Diner.Settings(reserved: ["Bar", "Window", "Bar"])) == [
                SettingsProblem("reserved", 2, "\"Bar\" stands there twice")
            ])
    }

    @Test func `Who follows a table sees it as it is, and whenever that changes`() async throws {
        try await withDiner { probe in
            var tables = probe.replies(of: .follow, HoldTable(table: window)).makeAsyncIterator()
            try #expect(await tables.next()?.heldUntil == nil)
            _ = try await probe.call(.hold, HoldTable(table: window))
            try #expect(await tables.next()?.heldUntil != nil)
            await probe.advance(.seconds(60))
            try #expect(await tables.next()?.heldUntil == nil)
        }
    }

    @Test func `It conforms`() async throws { try await expectConforms(Diner.self, settings: Diner.Settings()) }
}

@Suite struct RecordTests {
    private struct Trip: Shaped, Codable, Equatable {
        struct Place: Shaped, Codable, Equatable {
            var name: String
            var floor: Int?
            static let shape = Shape.object([
                Field("name", .text(), "What it is called."),
                Field("floor", .integer(), "Which floor.", optional: true),
            ])
        }
        var place: Place
        var tags: [String]
        var people: Int
        static let shape = Shape.object([
            Field("place", Place.shape, "Where."), Field("tags", .list(of: .text()), "What it is about."),
            Field("people", .integer(in: 1...9), "How many.", default: 2),
        ])
    }

    /// The rules of RFC 7396: mappings are merged, lists replaced, null takes away, which brings a default back.
    @Test func `Patches merge mappings and replace everything else`() throws {
        let trip = Trip(place: .init(name: "Pit", floor: 1), tags: ["a", "b"], people: 5)
        let patch = Patch<Trip>(["place": ["floor": .null], "tags": ["c"], "people": .null])
        let changed = try patch.applied(to: trip)
        #expect(changed == Trip(place: .init(name: "Pit"), tags: ["c"], people: 2))
        #expect(patch.says("people") && !patch.says("name"))
        #expect(try Patch<Trip>([:]).applied(to: trip) == trip)
    }

    @Test func `All that is wrong with a patch is told at once, with its place`() {
        let trip = Trip(place: .init(name: "Pit"), tags: [], people: 5)
        let error = #expect(throws: RouteError.self) {
            try Patch<Trip>(["place": ["name": 3], "people": 10, "nam": 1]).applied(to: trip)
        }
        for word in ["place.name", "people", "nam"] { #expect(error?.detail.contains(word) == true) }
        #expect(error?.status == 400)
        #expect(Set(error?.errors.map { "\($0.path)" } ?? []) == ["place.name", "people", "nam"])
        let inField = #expect(throws: RouteError.self) {
            try Patch<Trip>(["people": 10]).applied(to: trip, in: "trip")
        }
        #expect(inField?.errors.map { "\($0.path)" } == ["trip.people"])
        let others = #expect(throws: RouteError.self) {
            try Patch<Trip>(["people": 1, "tags": []]).applied(to: trip, in: "trip", only: ["people"])
        }
        #expect(
            others?.errors == [RequestProblem(at: ValuePath([.member("trip"), .member("tags")]), "can't be changed")])
    }

    @Test func `A page of a list in memory keeps its place by its key`() {
        let names = ["d", "b", "a", "c"]
        let first = Page(of: names, by: { $0 }, PageRequest(limit: 2))
        #expect(first == Page(items: ["a", "b"], next: PageCursor("b")))
        #expect(
            Page(of: names + ["aa", "bb"], by: { $0 }, PageRequest(limit: 2, after: first.next)).items == ["bb", "c"])
        let last = Page(of: names, by: { $0 }, descending: true, PageRequest(limit: 3))
        #expect(last.items == ["d", "c", "b"])
        #expect(Page(of: names, by: { $0 }, descending: true, PageRequest(after: last.next)).items == ["a"])
        #expect(Page(of: names, by: { $0 }, PageRequest(limit: 4)) == Page(items: ["a", "b", "c", "d"]))
        #expect(Page(of: names, by: { $0 }, PageRequest(after: PageCursor("d"))) == Page(items: []))
    }
}
