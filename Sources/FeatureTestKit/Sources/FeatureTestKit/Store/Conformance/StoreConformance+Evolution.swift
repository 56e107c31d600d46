@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// A store that is opened by another build of its feature.
    static let evolution: [Case] = [
        Case("A default fills in what older documents lack, in queries too") { bench in
            let old = try await bench.open(.keeps(.cups)).store.collection(.cups)
            let written = try await old.insert(Cup(name: "one"), id: "a")
            try await bench.restart()
            let new = try await bench.open(.keeps(.sizedCups)).store.collection(.sizedCups)
            let read = try #require(try await new.get("a"))
            #expect(read.document == SizedCup(name: "one", size: 3))
            #expect(read.version == written.version)
            try await new.insert(SizedCup(name: "two", size: 4), id: "b")
            try await new.expect(["a"], .equals("size", 3))
            try await new.expect(["a", "b"], .from("size", 3))
            try await new.update("a") { $0.size = 9 }
            try await new.expect([], .equals("size", 3))
        },
        Case("What does not fit any more is unreadable, and says where") { bench in
            let old = try await bench.open(.keeps(.sizedCups)).store.collection(.sizedCups)
            try await old.insert(SizedCup(name: "one", size: 3), id: "a")
            try await old.insert(SizedCup(name: "two", size: 9), id: "b")
            let start = try await old.access.store.read { try $0.token }
            try await old.insert(SizedCup(name: "three", size: 9), id: "c")
            try await bench.restart()
            let new = try await bench.open(.keeps(.smallCups)).store.collection(.smallCups)
            #expect(try await new.get("a")?.document.size == 3)
            let words = "cups: \"b\" does not fit its Shape any more: size: must be between 0 and 5, not 9"
            await expectRefusal(.unreadable, words) { _ = try await new.get("b") }
            await expectRefusal(.unreadable, words) { _ = try await new.query() }
            await expectRefusal(.unreadable, words) { try await new.update("b") { $0.size = 1 } }
            await expectRefusal(.unreadable) { _ = try await new.changes(after: start).first(1) }
            // As plain data it is what was written, for code that makes another document of it.
            let plain = try new.access.store.collection(named: "cups", as: Value.self)
            #expect(try await plain.get("b")?.document == ["name": "two", "size": 9])
            #expect(try await plain.query().items.count == 3)
            // Everything around it works, and it can be written again.
            try await new.expect(["a"], .upTo("size", 5))
            #expect(try await new.count() == 3)
            try await new.put(SmallCup(name: "two", size: 1), id: "b")
            try await new.delete("c")
            try await new.expect(["a", "b"], .upTo("size", 5))
        },
        Case("A field that is gone makes its documents unreadable") { bench in
            let old = try await bench.open(.keeps(.sizedCups)).store.collection(.sizedCups)
            try await old.insert(SizedCup(name: "one", size: 3), id: "a")
            try await bench.restart()
            let new = try await bench.open(.keeps(.cups)).store.collection(.cups)
            await expectRefusal(.unreadable, "cups: \"a\" does not fit its Shape any more: size: unknown key \"size\"")
            {
                _ = try await new.get("a")
            }
            #expect(try await new.count() == 1)
        },
        Case("A new index finds what was there before, and one that is gone serves no more") { bench in
            let plain = try await bench.open(.keeps(.cups)).store.collection(.cups)
            for (id, name) in [("a", "Café"), ("b", "Tee"), ("c", "Kaffee")] {
                try await plain.insert(Cup(name: name), id: id)
            }
            await expectRefusal(.misused) { _ = try await plain.query(where: [.begins("name", "C")]) }
            try await bench.restart()
            let found = try await bench.open(.keeps(.foundNames)).store.collection(.foundNames)
            try await found.expect(["a"], .begins(.folded("name"), "cafe"))
            try await found.expect(["a", "c"], .contains("name", "f"))
            try await found.put(Cup(name: "Saft"), id: "b")
            try await bench.restart()
            let again = try await bench.open(.keeps(.cups)).store.collection(.cups)
            await expectRefusal(.misused) { _ = try await again.query(where: [.contains("name", "f")]) }
            // Written while the index was not there.
            try await again.put(Cup(name: "Wein"), id: "a")
            try await again.delete("c")
            try await bench.restart()
            let last = try await bench.open(.keeps(.foundNames)).store.collection(.foundNames)
            try await last.expect([], .begins(.folded("name"), "cafe"))
            try await last.expect(["b"], .contains("name", "f"))
            try await last.expect(["a"], .contains("name", "wei"))
        },
        Case("An index that becomes unique over duplicates names both and leaves the store as it was") { bench in
            let plain = try await bench.open(.keeps(.cups)).store.collection(.cups)
            for (id, name) in [("a", "one"), ("b", "two"), ("c", "One")] {
                try await plain.insert(Cup(name: name), id: id)
            }
            try await bench.restart()
            let words = "cups: \"a\" and \"c\" have the same name, which is unique now"
            await expectRefusal(.duplicate, words) { _ = try await bench.open(.keeps(.uniqueNames)) }
            let again = try await bench.open(.keeps(.cups)).store.collection(.cups)
            #expect(try await again.count() == 3)
            try await again.put(Cup(name: "three"), id: "c")
            try await bench.restart()
            let unique = try await bench.open(.keeps(.uniqueNames)).store.collection(.uniqueNames)
            await expectRefusal(.duplicate, "cups: \"b\" has the same name") {
                try await unique.insert(Cup(name: "TWO"), id: "d")
            }
            // And back: nothing is compared any more.
            try await bench.restart()
            let loose = try await bench.open(.keeps(.cups)).store.collection(.cups)
            try await loose.insert(Cup(name: "two"), id: "d")
        },
        Case("An index on a renamed field finds older documents, unique or not, before they are rewritten") { bench in
            let old = try await bench.open(.keeps(.cups)).store.collection(.cups)
            for name in ["one", "two"] { try await old.insert(Cup(name: name), id: name) }
            try await bench.restart()
            let new = try await bench.open(.keeps(.titledCups))
            let plain = try new.store.collection(named: "cups", as: Value.self)
            #expect(try await plain.query(where: [.equals("title", "two")]).items.map(\.id) == ["two"])
            try await plain.put(["title": "two"], id: "two")
            try await plain.put(["title": "one"], id: "one")
            let titled = try new.store.collection(.titledCups)
            #expect(try await titled.get("two")?.document.title == "two")
            try await titled.expect(["one"], .equals("title", "one"))
        },
        Case("A collection that is not declared for a while keeps its documents") { bench in
            let both = try await bench.open(.keeps(.things), .keeps(.seats))
            try await both.store.collection(.things).insert(Thing(name: "kept"), id: "a")
            try await bench.restart()
            let one = try await bench.open(.keeps(.seats))
            await expectRefusal(.undeclared) { _ = try one.store.collection(.things) }
            try await one.store.collection(.seats).insert(Seat(), id: "a")
            try await bench.restart()
            let again = try await bench.things()
            try await again.expect(["a"], .equals("name", "kept"))
        },
    ]
}

/// A cup as the first build knows it.
struct Cup: Shaped, Codable, Equatable {
    var name: String
    static let shape = Shape.object([Field("name", .text(), "A name.")])
}

/// A cup as the second build knows it.
struct SizedCup: Shaped, Codable, Equatable {
    var name: String
    var size: Int
    static let shape = Shape.object([
        Field("name", .text(), "A name."), Field("size", .integer(in: 0...9), "A size.", default: 3),
    ])
}

/// A cup as the third build knows it.
struct SmallCup: Shaped, Codable, Equatable {
    var name: String
    var size: Int
    static let shape = Shape.object([
        Field("name", .text(), "A name."), Field("size", .integer(in: 0...5), "A size.", default: 3),
    ])
}

/// A cup as the fourth build knows it.
struct TitledCup: Shaped, Codable, Equatable {
    var title: String
    static let shape = Shape.object([Field("title", .text(), "A title.", default: "").was("name")])
}

extension Documents<TitledCup> {
    static var titledCups: Documents { .init("cups", indexes: [.unique("title")]) }
}

extension Documents<Cup> {
    static var cups: Documents { .init("cups") }
    static var foundNames: Documents { .init("cups", indexes: [.on(.folded("name")), .contains("name")]) }
    static var uniqueNames: Documents { .init("cups", indexes: [.unique(.folded("name"))]) }
}

extension Documents<SizedCup> {
    static var sizedCups: Documents { .init("cups", indexes: [.on("size")]) }
}

extension Documents<SmallCup> {
    static var smallCups: Documents { .init("cups", indexes: [.on("size")]) }
}
