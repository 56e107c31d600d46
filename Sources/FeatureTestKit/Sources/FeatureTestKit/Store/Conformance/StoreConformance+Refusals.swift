@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// Ids, Shapes and sizes, and what a feature may not do.
    static let refusals: [Case] = [
        Case("An id is 1 to 256 bytes without control characters") { bench in
            let things = try await bench.things()
            let long = String(repeating: "é", count: 128)
            await expectRefusal(
                .misfit, "an id has 1 to 256 bytes and no control characters; this one has 0 bytes"
            ) { try await things.put(Thing(), id: "") }
            await expectRefusal(
                .misfit, "an id has 1 to 256 bytes and no control characters; this one has 257 bytes"
            ) { try await things.put(Thing(), id: long + "x") }
            for id in ["\u{0}", "a\nb", "\u{7F}", "\u{85}", "a\u{9F}"] {
                await expectRefusal(.misfit) { try await things.put(Thing(), id: id) }
                await expectRefusal(.misfit) { _ = try await things.get(id) }
                await expectRefusal(.misfit) { try await things.delete(id) }
            }
            let ids = [long, " ", "a/b", "..", "%_*", "'\"`;--", "🦩", "\u{FFFD}", "\u{10FFFF}", "null", "0"]
            for id in ids { try await things.put(Thing(name: id), id: id) }
            for id in ids { try await #expect(things.get(id)?.document.name == id) }
            #expect(try await things.count() == ids.count)
        },
        Case("Ids differ where their bytes do") { bench in
            let things = try await bench.things()
            let ids = ["é", "e\u{301}", "E", "e", "Å", "\u{212B}", "A\u{30A}"]
            for (number, id) in ids.enumerated() { try await things.insert(Thing(count: number), id: id) }
            for (number, id) in ids.enumerated() { try await #expect(things.get(id)?.document.count == number) }
            try await things.delete("é")
            #expect(try await things.get("e\u{301}")?.document.count == 1)
            #expect(try await things.get("é") == nil)
        },
        Case("Ids are made where none is given") { bench in
            let things = try await bench.things()
            var ids: Set<String> = []
            for _ in 0..<100 { ids.insert(try await things.insert(Thing()).id) }
            #expect(ids.count == 100)
            #expect(ids.allSatisfy { $0.utf8.count == 26 })
            #expect(try await things.count() == 100)
        },
        Case("What does not fit its Shape is refused with everything that is wrong") { bench in
            let loose = try await bench.open(.keeps(.loose)).store.collection(.loose)
            let bad = Loose(size: 12, word: "blu")
            let words = """
                loose: "a" does not fit: size: must be between 0 and 9, not 12; \
                word: must be one of "red", "blue", not "blu"; did you mean "blue"?
                """
            await expectRefusal(.misfit, words) { try await loose.put(bad, id: "a") }
            #expect(try await loose.get("a") == nil)
            // What is there stays.
            let good = try await loose.put(Loose(size: 1, word: "red"), id: "a")
            await expectRefusal(.misfit, words) { try await loose.update("a") { $0 = bad } }
            #expect(try await loose.get("a") == good)
        },
        Case("What is no number is refused") { bench in
            let things = try await bench.things()
            for number in [Double.nan, .infinity, -.infinity] {
                await expectRefusal(.misfit) { try await things.put(Thing(share: number), id: "a") }
            }
            await expectRefusal(.misfit) { try await things.put(Thing(place: GeoPoint(lat: 91, lon: 0)), id: "a") }
            #expect(try await things.count() == 0)
        },
        Case("What can't be encoded is refused") { bench in
            let odd = try await bench.open(.keeps(.odd)).store.collection(.odd)
            await expectRefusal(.misfit, "odd: \"a\" can't be written: no luck") {
                try await odd.put(Odd(fails: true), id: "a")
            }
            try await odd.put(Odd(fails: false), id: "a")
            // It was written well, so the same words tell why it can't be read.
            await expectRefusal(.unreadable, "odd: \"a\" can't be read: byte 0: the type doesn't take the value") {
                _ = try await odd.get("a")
            }
        },
        Case("A document has 1 MiB at most") { bench in
            let things = try await bench.things()
            let frame = try Value(encoding: Thing(note: "")).json.utf8.count
            let room = StoreLimits.documentBytes - frame
            let largest = Thing(note: String(repeating: "x", count: room))
            try await things.put(largest, id: "a")
            #expect(try await things.get("a")?.document == largest)
            let words = "things: \"a\" has 1048577 bytes; the most is 1048576"
            await expectRefusal(.tooLarge, words) {
                try await things.put(Thing(note: String(repeating: "x", count: room + 1)), id: "a")
            }
            #expect(try await things.get("a")?.document == largest)
        },
        Case("What is too large is not looked at any further") { bench in
            let things = try await bench.things()
            let text = String(repeating: "x", count: StoreLimits.documentBytes)
            // It would not fit its Shape either.
            await expectRefusal(.tooLarge) { try await things.put(Thing(name: text), id: "a") }
        },
        Case("An ordered index holds texts of 1,024 bytes at most") { bench in
            let things = try await bench.things()
            let longest = String(repeating: "x", count: StoreLimits.comparedBytes)
            try await things.put(Thing(name: longest), id: "a")
            #expect(try await things.count(where: [.equals("name", longest)]) == 1)
            await expectRefusal(.tooLarge) { try await things.put(Thing(name: longest + "x"), id: "a") }
            #expect(try await things.get("a")?.document.name == longest)
        },
        Case("An update changes what is there") { bench in
            let things = try await bench.things()
            await expectRefusal(.notFound, "things has no \"a\"") { try await things.update("a") { $0.count = 1 } }
            let first = try await things.insert(Thing(count: 1), id: "a")
            let second = try await things.update("a") { $0.count = ($0.count ?? 0) + 1 }
            #expect(second.document.count == 2)
            #expect(second.version > first.version)
            await #expect(throws: Halt.self) {
                try await things.update("a") { thing in
                    thing.count = 7
                    throw Halt()
                }
            }
            #expect(try await things.get("a") == second)
        },
        Case("A feature sees the collections that it declares, as it declares them") { bench in
            let open = try await bench.open(.keeps(.things))
            let words = "shop: no .keeps(…) in its contracts declares \"seats\""
            await expectRefusal(.undeclared, words) { _ = try open.store.collection(.seats) }
            await expectRefusal(
                .undeclared,
                "shop: no .keeps(…) in its contracts declares \"thing\"; did you mean \"things\"?"
            ) { _ = try open.store.collection(Documents<Thing>("thing")) }
            let otherwise = "shop: \"things\" has another Shape or other indexes in its contracts"
            await expectRefusal(.misused, otherwise) { _ = try open.store.collection(Documents<Thing>("things")) }
            await expectRefusal(.misused, otherwise) { _ = try open.store.collection(Documents<Seat>("things")) }
            await expectRefusal(.undeclared, "shop: no .keepsBlobs stands in its contracts") {
                try await open.blobs.put(Media(type: "text/plain", bytes: []), id: "a")
            }
        },
        Case("Features see nothing of each other") { bench in
            let shop = try await bench.things(as: "shop")
            let bank = try await bench.things(as: "bank")
            try await shop.insert(Thing(name: "shop"), id: "a")
            #expect(try await bank.get("a") == nil)
            try await bank.insert(Thing(name: "bank"), id: "a")
            try await bank.delete("a")
            #expect(try await shop.get("a")?.document.name == "shop")
            await expectRefusal(.misused, "shop: \"things\" is a collection of bank") {
                _ = try await shop.access.store.read { try $0.get(bank, "a") }
            }
        },
        Case("Nothing is read or written after the run") { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            try await things.put(Thing(), id: "a")
            try await bench.restart()
            await expectRefusal(.stopped, "shop has been stopped") { _ = try await things.get("a") }
            await expectRefusal(.stopped) { try await things.put(Thing(), id: "a") }
            await expectRefusal(.stopped) { _ = try await open.store.read { _ in 1 } }
            await expectRefusal(.stopped) { _ = try open.store.collection(.things) }
            let again = try await bench.things()
            await expectRefusal(.stopped) { _ = try await again.access.store.read { try $0.get(things, "a") } }
            #expect(try await again.count() == 1)
        },
        Case("What a body was handed is of no use after it") { bench in
            let open = try await bench.open(.keeps(.things), .keepsBlobs)
            let things = try open.store.collection(.things)
            let kept = try await open.store.transaction { Leak($0) }
            let words = "shop: a transaction is used after its end"
            await expectRefusal(.misused, words) { try kept.transaction.put(things, Thing(), id: "a") }
            await expectRefusal(.misused, words) { _ = try kept.transaction.get(things, "a") }
            await expectRefusal(.misused, words) { _ = try kept.transaction.query(things) }
            await expectRefusal(.misused, words) { try kept.transaction.delete(things, "a") }
            await expectRefusal(.misused, words) { _ = try kept.transaction.token }
            await expectRefusal(.misused, words) { _ = try kept.transaction.blobs.facts("a") }
            await expectRefusal(.misused, words) { try kept.transaction.blobs.delete("a") }
            #expect(try await things.count() == 0)
        },
    ]
}

/// What a body throws that has seen enough.
struct Halt: Error, Equatable, CustomStringConvertible {
    var description: String { "no luck" }
}

/// A transaction that gets out of its body, which it should not.
private struct Leak: @unchecked Sendable {
    // Unchecked: it is used by one task after the other, to see that it is of no use.
    let transaction: StoreTransaction
    init(_ transaction: StoreTransaction) { self.transaction = transaction }
}

/// A document whose type allows more than its Shape.
struct Loose: Shaped, Codable, Equatable {
    var size: Int
    var word: String
    static let shape = Shape.object([
        Field("size", .integer(in: 0...9), "A size."), Field("word", .choice(["red", "blue"]), "A colour."),
    ])
}

/// A document whose Codable has faults.
struct Odd: Shaped, Codable, Equatable {
    var fails: Bool
    static let shape = Shape.object([Field("fails", .boolean, "Whether it can't be written.")])

    init(fails: Bool) { self.fails = fails }
    init(from decoder: any Decoder) throws { throw Halt() }
    enum CodingKeys: String, CodingKey { case fails }
    func encode(to encoder: any Encoder) throws {
        if fails { throw Halt() }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(fails, forKey: .fails)
    }
}

extension Documents<Loose> {
    static var loose: Documents { .init("loose") }
}

extension Documents<Odd> {
    static var odd: Documents { .init("odd") }
}
