@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// Every condition and every order on every kind of field.
    static let queries: [Case] = [
        Case("Whole numbers compare exactly up to their ends") { bench in
            let values: [Int] = [.min, .min + 1, -1, 0, 1, 1 << 53, (1 << 53) + 1, .max - 1, .max]
            try await expectOrder(of: values, in: "count", on: bench) { Thing(count: $0) }
        },
        Case("Numbers compare exactly up to their ends") { bench in
            let large = Double.greatestFiniteMagnitude
            let values: [Double] = [
                -large, -1.5, -.leastNonzeroMagnitude, 0, .leastNonzeroMagnitude, 0.1, 1, 9_007_199_254_740_992, 0x1p63,
                large,
            ]
            try await expectOrder(of: values, in: "share", on: bench) { Thing(share: $0) }
        },
        Case("Whole numbers and numbers compare by what they are worth") { bench in
            let things = try await bench.things()
            try await things.insert(Thing(count: 9_007_199_254_740_993, share: 9_007_199_254_740_992), id: "a")
            try await things.insert(Thing(count: .max, share: 0x1p63), id: "b")
            try await things.insert(Thing(count: 1, share: -0.0), id: "c")
            try await things.insert(Thing(count: 2, share: 0.0), id: "d")
            try await things.expect(["a"], .equals("share", 9_007_199_254_740_992))
            try await things.expect([], .equals("share", 9_007_199_254_740_993))
            try await things.expect(["a", "b"], .above("count", 9_007_199_254_740_992.0))
            try await things.expect([], .equals("count", 9_007_199_254_740_992.0))
            try await things.expect(["b"], .above("share", Int.max))
            try await things.expect(["a", "b", "c", "d"], .below("count", 0x1p63))
            try await things.expect([], .from("count", 0x1p63))
            try await things.expect(["c"], .equals("count", 1.0))
            try await things.expect(["a", "b", "d"], .above("count", 1.5))
            try await things.expect(["c"], .below("count", 1.5))
            for zero in [0.0, -0.0] {
                try await things.expect(["c", "d"], .equals("share", zero))
                try await things.expect([], .below("share", zero))
                try await things.expect(["a", "b"], .above("share", zero))
            }
            // Neither zero comes first: ties go by id.
            let order = try await things.query(order: .by("share")).items.map(\.id)
            #expect(order == ["c", "d", "a", "b"])
        },
        Case("Texts compare by their bytes") { bench in
            let values = [
                "", "\u{0}", " ", "!", "%", "'", "*", "A", "AB", "B", "Z", "_", "a", "a\u{0}", "a\u{0}b", "ab",
                "e\u{301}", "z", "É", "é", "ﬀ", "\u{FFFD}", "🦩", "\u{10FFFF}",
            ]
            try await expectOrder(of: values, in: "name", on: bench) { Thing(name: $0) }
        },
        Case("Texts of which accents and case do not matter compare folded") { bench in
            let things = try await bench.things()
            let names = ["Zoë", "Änne", "anna", "ANNE", "ÉCLAIR", "eclair", "Straße", "strasse", "Øre", "łąka", "Łaka"]
            for (number, name) in names.enumerated() {
                try await things.insert(Thing(name: name), id: "\(10 + number)")
            }
            let order = try await things.query(order: .by(.folded("name"))).items.map(\.document.name)
            #expect(
                order == [
                    "anna", "Änne", "ANNE", "ÉCLAIR", "eclair", "łąka", "Łaka", "Øre", "Straße", "strasse", "Zoë",
                ])
            try await things.expect(["11", "13"], .equals(.folded("name"), "ánnE"))
            try await things.expect(["14", "15"], .among(.folded("name"), ["e\u{301}clair", "ECLAIR", "nobody"]))
            try await things.expect(["16", "17"], .begins(.folded("name"), "STRASS"))
            try await things.expect(["10", "16", "17"], .above(.folded("name"), "ORE"))
            try await things.expect([], .equals("name", "STRASSE"))
            try await things.expect(["17"], .equals("name", "strasse"))
        },
        Case("False comes before true") { bench in
            try await expectOrder(of: [false, true], in: "isOpen", on: bench) { Thing(isOpen: $0) }
        },
        Case("Words of a choice compare as texts") { bench in
            try await expectOrder(of: [Thing.Kind.drink, .food, .other], in: "kind", on: bench) { Thing(kind: $0) }
        },
        Case("Durations compare by how long they last") { bench in
            let values: [Duration] = [
                .zero, .nanoseconds(1), .milliseconds(999), .seconds(1), .milliseconds(1_500), .seconds(2),
                .seconds(10),
                .seconds(3_600), .seconds(31_536_000),
            ]
            try await expectOrder(of: values, in: "every", on: bench) { Thing(every: $0) }
        },
        Case("Times compare by when they are") { bench in
            let values = [-1_000_000_000, -1, 0, 1, 999_999_999, 1_000_000_000, 1_790_000_000_000_000_000]
                .map { Timestamp(nanoseconds: $0) }
            try await expectOrder(of: values, in: "since", on: bench) { Thing(since: $0) }
        },
        Case("Fields inside of others are fields") { bench in
            let things = try await bench.things()
            try await things.insert(Thing(home: .init(city: "Rom", floor: 2)), id: "a")
            try await things.insert(Thing(home: .init(city: "Rom")), id: "b")
            try await things.insert(Thing(home: .init(city: "Bonn", floor: -1)), id: "c")
            try await things.insert(Thing(), id: "d")
            try await things.expect(["a", "b"], .equals("home.city", "Rom"))
            try await things.expect(["a"], .equals("home.city", "Rom"), .from("home.floor", 0))
            try await things.expect(["b"], .equals("home.city", "Rom"), .absent("home.floor"))
            try await things.expect(["d"], .absent("home.city"))
            try await things.expect(["c"], .begins("home.city", "B"))
            let order = StoreOrder.descending(by: "home.city").then(.by("home.floor"))
            #expect(try await things.query(order: order).items.map(\.id) == ["b", "a", "c", "d"])
        },
        Case("Conditions hold all at once") { bench in
            let things = try await bench.things()
            for number in 0..<30 {
                let kind = Thing.Kind.allCases[number % 3]
                try await things.insert(
                    Thing(name: "n\(number)", count: number, isOpen: number % 2 == 0, kind: kind),
                    id: String(100 + number))
            }
            try await things.expect(
                ["103", "109", "115"], .equals("kind", "drink"), .equals("isOpen", false),
                .from("count", 3), .upTo("count", 20))
            try await things.expect(["112"], .contains("name", "12"), .equals("kind", "drink"))
            try await things.expect([], .equals("count", 1), .equals("count", 2))
            try await things.expect([], .above("count", 5), .below("count", 5))
            try await things.expect(["105"], .among("count", [5, 6]), .among("count", [4, 5]))
            try await things.expect([], .absent("count"), .from("count", 0))
            let hundred = (0..<100).map { $0 * 2 }
            #expect(try await things.count(where: [.among("count", hundred)]) == 15)
        },
        Case("Orders go both ways and by several fields, and ties by id") { bench in
            let things = try await bench.things()
            let counts: [Int?] = [2, nil, 1, 2, nil, 1]
            for (number, count) in counts.enumerated() {
                try await things.insert(Thing(count: count, isOpen: number % 2 == 0), id: "\(9 - number)")
            }
            func ids(_ order: StoreOrder?) async throws -> [String] {
                try await things.query(order: order).items.map(\.id)
            }
            #expect(try await ids(nil) == ["4", "5", "6", "7", "8", "9"])
            #expect(try await ids(.by("count")) == ["5", "8", "4", "7", "6", "9"])
            #expect(try await ids(.descending(by: "count")) == ["6", "9", "4", "7", "5", "8"])
            #expect(try await ids(.by("isOpen").then(.descending(by: "count"))) == ["6", "4", "8", "9", "7", "5"])
            // The same field again decides nothing.
            #expect(try await ids(.by("count").then(.descending(by: "count"))) == ["5", "8", "4", "7", "6", "9"])
        },
        Case("Any part of a text is found, from one character on") { bench in
            let things = try await bench.things()
            let names = [
                "a": "Café del Mar", "b": "CAFETERÍA", "c": "100% \"Natur\" _*", "d": "🦩🦩 Flamingo", "e": "ab",
                "f": "x", "g": "", "h": "NOT AND OR NEAR(a b)", "i": "Straße 7", "j": "a\u{0}b", "k": "日本語",
            ]
            for (id, name) in names { try await things.insert(Thing(name: name), id: id) }
            let found: [(String, [String])] = [
                ("cafe", ["a", "b"]), ("AFÉ", ["a", "b"]), ("fe\u{301}", ["a", "b"]), ("c", ["a", "b"]), ("é d", ["a"]),
                ("mar", ["a"]), ("r", ["a", "b", "c", "h", "i"]), ("ab", ["e", "j"]), ("x", ["f"]), ("%", ["c"]),
                ("_", ["c"]), ("*", ["c"]), ("\"", ["c"]), ("\"natur\"", ["c"]), ("_*", ["c"]), ("🦩", ["d"]),
                ("🦩🦩", ["d"]), ("🦩 f", ["d"]), ("ss", ["i"]), ("e 7", ["i"]), ("7", ["i"]), ("SSE", ["i"]),
                ("and or", ["h"]), ("(a b)", ["h"]), ("日", ["k"]), ("本語", ["k"]), ("日本語", ["k"]), ("語日", []), ("'", []),
                ("cafe mar", []), ("zz", []), ("cafeterias", []), ("z", []), ("100% \"natur\" _*", ["c"]),
            ]
            for (part, ids) in found {
                let items = try await things.query(where: [.contains("name", part)]).items.map(\.id)
                #expect(items == ids, "\(part)")
                #expect(try await things.count(where: [.contains("name", part)]) == ids.count, "\(part)")
            }
            try await things.update("a") { $0.name = "Bar" }
            try await things.delete("b")
            try await things.expect([], .contains("name", "cafe"))
            try await things.expect(["a"], .contains("name", "bar"))
        },
        Case("What a text begins with is found") { bench in
            let things = try await bench.things()
            let names = ["", "%x", "_x", "Caf", "Cafe", "Café", "cafe", "Cag", "a\u{10FFFF}", "a\u{10FFFF}b", "b", "é"]
            for (number, name) in names.enumerated() {
                try await things.insert(Thing(name: name), id: "\(10 + number)")
            }
            for start in ["", "%", "_", "C", "Caf", "Café", "a\u{10FFFF}", "é", "e", "D", "Cafex"] {
                let wanted = names.indices.filter { names[$0].utf8.starts(with: start.utf8) }.map { "\(10 + $0)" }
                try await things.expect(wanted, .begins("name", start))
            }
            try await things.expect(["13", "14", "15", "16"], .begins(.folded("name"), "CÁF"))
        },
        Case("What makes no sense is refused, with everything that is wrong") { bench in
            let things = try await bench.things()
            func refused(
                _ words: String, _ conditions: StoreCondition..., order: StoreOrder? = nil, limit: Int? = nil,
                code: StoreError.Code = .misused, sourceLocation: SourceLocation = #_sourceLocation
            ) async {
                await expectRefusal(code, words, sourceLocation: sourceLocation) {
                    _ = try await things.query(where: conditions, order: order, limit: limit)
                }
            }
            await refused("things: a page has 1 to 1000 documents, not 0", limit: 0, code: .misfit)
            await refused("things: a page has 1 to 1000 documents, not 1001", limit: 1_001, code: .misfit)
            await refused("things: no index serves a query by \"note\"; declare .on(\\.note)", .equals("note", "x"))
            await refused("things: there is no \"nmae\"; did you mean \"name\"?", .equals("nmae", "x"))
            await refused("things: no index serves an order by \"note\"; declare .on(\\.note)", order: .by("note"))
            await refused(
                "things: a page has 1 to 1000 documents, not -1; \"count\" is a number, not the text \"1\"",
                .equals("count", "1"), limit: -1)
            await expectRefusal(.misused) { _ = try await things.query(where: [.among("count", [Int]())]) }
            await expectRefusal(.misused) { _ = try await things.query(where: [.among("count", Array(0...100))]) }
            await expectRefusal(.misfit) { _ = try await things.query(where: [.contains("name", "")]) }
            await expectRefusal(.misused) { _ = try await things.query(where: [.contains("note", "a")]) }
            await expectRefusal(.misused) { _ = try await things.count(where: [.equals("note", "a")]) }
            await expectRefusal(.misused) { _ = try await things.query(where: [.equals("share", Double.nan)]) }
            let many = Array(repeating: StoreCondition.from("count", 0), count: StoreLimits.conditions + 1)
            await expectRefusal(.misused) { _ = try await things.query(where: many) }
            let long = String(repeating: "x", count: StoreLimits.comparedBytes + 1)
            await expectRefusal(.misfit) { _ = try await things.query(where: [.equals("name", long)]) }
            // The second field of an index alone is not where it begins.
            await expectRefusal(.misused) { _ = try await things.query(where: [.equals("home.floor", 1)]) }
        },
    ]

    /// Tries each condition and both orders with documents that have these values, the smallest first, and one that has
    /// none.
    private static func expectOrder<Value: Shaped>(
        of values: [Value], in field: FieldKey, on bench: StoreBench, sourceLocation: SourceLocation = #_sourceLocation,
        _ thing: (Value) -> Thing
    ) async throws {
        let things = try await bench.things()
        // Neither the order of the ids nor that of writing is the order of the values.
        func id(_ index: Int) -> String { "\((index * 7 + 3) % 97)" }
        for index in values.indices.reversed() { try await things.insert(thing(values[index]), id: id(index)) }
        let isAlways = thing(values[0]).name != "" || field == "name"
        let none = isAlways ? [] : ["none"]
        if !isAlways { try await things.insert(Thing(), id: "none") }
        let ids = values.indices.map(id)
        func expect(
            _ wanted: some Sequence<String>, _ conditions: StoreCondition..., comment: Comment
        ) async throws {
            let found = try await things.query(where: conditions, order: .by(field)).items.map(\.id)
            #expect(found == Array(wanted), comment, sourceLocation: sourceLocation)
            let count = try await things.count(where: conditions)
            #expect(count == found.count, comment, sourceLocation: sourceLocation)
        }
        try await expect(none + ids, comment: "in order")
        let backwards = try await things.query(order: .descending(by: field)).items.map(\.id)
        #expect(backwards == ids.reversed() + none, sourceLocation: sourceLocation)
        try await expect(none, .absent(field), comment: "absent")
        for (index, value) in values.enumerated() {
            try await expect([ids[index]], .equals(field, value), comment: "equals \(value)")
            try await expect(ids[index...], .from(field, value), comment: "from \(value)")
            try await expect(ids[(index + 1)...], .above(field, value), comment: "above \(value)")
            try await expect(ids[...index], .upTo(field, value), comment: "up to \(value)")
            try await expect(ids[..<index], .below(field, value), comment: "below \(value)")
            let pair = [values[values.count - 1], value, value]
            let wanted = index == values.count - 1 ? [ids[index]] : [ids[index], ids[values.count - 1]]
            try await expect(wanted, .among(field, pair), comment: "among \(value)")
        }
    }
}

extension StoredCollection {
    /// Expects just these documents, by their ids.
    func expect(
        _ ids: [String], _ conditions: StoreCondition..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await query(where: conditions).items.map(\.id)
        #expect(found == ids, sourceLocation: sourceLocation)
        let count = try await count(where: conditions)
        #expect(count == ids.count, sourceLocation: sourceLocation)
    }
}
