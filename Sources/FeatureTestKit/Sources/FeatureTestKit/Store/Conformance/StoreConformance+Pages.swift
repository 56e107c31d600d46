@_spi(Hosting) internal import FeatureKit
internal import Testing

extension StoreConformance {
    /// Pages and cursors.
    static let pages: [Case] = [
        Case("Pages of any size put together are the whole") { bench in
            let things = try await bench.things()
            for number in 0..<23 {
                try await things.insert(
                    Thing(name: "n\(number % 4)", count: number % 5 == 0 ? nil : number % 3, isOpen: number % 2 == 0),
                    id: "\(number)")
            }
            let orders: [StoreOrder?] = [
                nil, .by("count"), .descending(by: "count"), .by("count").then(.descending(by: "name")),
                .descending(by: "name").then(.by("count")), .by("isOpen").then(.by("count")).then(.by("name")),
            ]
            for order in orders {
                for conditions in [[], [StoreCondition.begins("name", "n")], [.contains("name", "n")]] {
                    let whole = try await things.query(where: conditions, order: order, limit: 1_000)
                    #expect(whole.items.count == 23)
                    #expect(whole.next == nil)
                    for limit in [1, 2, 7, 22, 23] {
                        let walked = try await things.walk(where: conditions, order: order, limit: limit)
                        #expect(walked == whole.items.map(\.id), "\(String(describing: order)) by \(limit)")
                    }
                }
            }
            // The last page is known to be the last.
            #expect(try await things.query(limit: 23).next == nil)
            #expect(try await things.query(limit: 22).next != nil)
        },
        Case("A page has 100 documents by default") { bench in
            let open = try await bench.open(.keeps(.things))
            let things = try open.store.collection(.things)
            try await open.store.transaction { tx in
                for number in 0..<1_001 { try tx.insert(things, Thing(count: number), id: "\(number)") }
            }
            #expect(try await things.query().items.count == 100)
            #expect(try await things.query(limit: 1_000).items.count == 1_000)
            #expect(try await things.walk(where: [.from("count", 0)], order: .by("count"), limit: 1_000).count == 1_001)
            #expect(try await things.count() == 1_001)
        },
        Case("A cursor keeps its place while others write") { bench in
            let things = try await bench.things()
            for number in stride(from: 10, through: 60, by: 10) {
                try await things.insert(Thing(count: number), id: "\(number)")
            }
            let first = try await things.query(order: .by("count"), limit: 3)
            #expect(first.items.map(\.id) == ["10", "20", "30"])
            // Before the place, at it, and behind it; and what was shown is deleted or goes elsewhere.
            try await things.insert(Thing(count: 5), id: "5")
            try await things.insert(Thing(count: 30), id: "3")
            try await things.insert(Thing(count: 30), id: "30x")
            try await things.insert(Thing(count: 45), id: "45")
            try await things.delete("30")
            try await things.delete("50")
            try await things.update("10") { $0.count = 55 }
            let second = try await things.query(order: .by("count"), limit: 3, after: first.next)
            #expect(second.items.map(\.id) == ["30x", "40", "45"])
            let third = try await things.query(order: .by("count"), limit: 3, after: second.next)
            #expect(third.items.map(\.id) == ["10", "60"])
            #expect(third.next == nil)
        },
        Case("A cursor fits its own query, also after a restart") { bench in
            let things = try await bench.things()
            for number in 0..<9 { try await things.insert(Thing(name: "n", count: number), id: "\(number)") }
            let cursor = try #require(
                try await things.query(where: [.from("count", 1)], order: .by("count"), limit: 2).next)
            #expect(cursor.description.utf8.count <= 4_096)
            let words = "things: the cursor belongs to another query"
            await expectRefusal(.misfit, words) {
                _ = try await things.query(where: [.from("count", 2)], order: .by("count"), after: cursor)
            }
            await expectRefusal(.misfit, words) {
                _ = try await things.query(where: [.from("count", 1)], order: .descending(by: "count"), after: cursor)
            }
            await expectRefusal(.misfit, words) { _ = try await things.query(after: cursor) }
            for garbage in ["", "x", "🦩", cursor.description + "x", String(cursor.description.dropLast(2))] {
                await expectRefusal(.misfit, "things: this is no cursor of a page") {
                    _ = try await things.query(
                        where: [.from("count", 1)], order: .by("count"), after: PageCursor(garbage))
                }
            }
            try await bench.restart()
            let again = try await bench.things()
            let page = try await again.query(
                where: [.from("count", 1)], order: .by("count"), limit: 3, after: PageCursor(cursor.description))
            #expect(page.items.map(\.id) == ["3", "4", "5"])
        },
        Case("Cursors carry the longest texts and ids") { bench in
            let things = try await bench.things()
            let name = String(repeating: "\u{0}é🦩", count: 146)
            let ids = (0..<3).map { String(repeating: "ü", count: 127) + "\($0)" }
            for id in ids { try await things.insert(Thing(name: name), id: id) }
            let order = StoreOrder.descending(by: "name").then(.by(.folded("name")))
            #expect(try await things.walk(where: [], order: order, limit: 1) == ids)
        },
    ]
}

extension StoredCollection {
    /// The ids of all pages, one after the other.
    func walk(where conditions: [StoreCondition], order: StoreOrder? = nil, limit: Int) async throws -> [String] {
        var ids: [String] = []
        var cursor: PageCursor?
        repeat {
            let page = try await query(where: conditions, order: order, limit: limit, after: cursor)
            #expect(page.items.count <= limit)
            ids += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        return ids
    }
}
