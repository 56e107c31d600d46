@_spi(Hosting) import FeatureKit
import LibraryTestSupport
import Seating
import Testing

@testable import BarsFeature

/// What the index finds, compared with a plain list.
struct BarIndexTests {
    /// 2026-11-22, 23:59:58 in Madrid; in Auckland it is the day after, in Honolulu noon.
    static let now = Timestamp("2026-11-22T22:59:58Z") ?? Timestamp(nanoseconds: 0)
    /// Nobody books for later than tomorrow, wherever that is.
    static let dates = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"]

    /// One thing that happens, as the store reports it.
    enum News {
        case bar(Stored<Bar>)
        case gone(String)
        case shiftDay(Stored<ShiftDay>)
    }

    /// Something that happens to a town, and the news of it.
    static func happen(_ town: inout SearchTown, _ next: inout Int, _ random: inout SeededRandom) throws -> News {
        let known = town.bars.keys.sorted()
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !known.isEmpty:
            let id = known.randomElement(using: &random) ?? ""
            town.bars[id] = nil
            town.sittings = town.sittings.filter { $0.value.document.bar.text != id }
            return .gone(id)
        case 1...4 where !known.isEmpty:
            let id = known.randomElement(using: &random) ?? ""
            let (date, shift) = (
                Self.dates.randomElement(using: &random) ?? "", Shift.usual.randomElement(using: &random)?.id ?? ""
            )
            let shiftDay = Stored(
                id: ShiftDay.id(ID(id), date, shift).text, version: town.stamp(),
                document: try SearchTown.shiftDay(
                    id, date, shift, taken: Int.random(in: 0...30, using: &random),
                    fits: Bool.random(using: &random) ? nil : Int.random(in: 0...10, using: &random)))
            town.sittings[shiftDay.id] = shiftDay
            return .shiftDay(shiftDay)
        case 5...6 where !known.isEmpty:
            let id = known.randomElement(using: &random) ?? ""
            let bar = Stored(id: id, version: town.stamp(), document: SearchTown.bar(&random))
            town.bars[id] = bar
            return .bar(bar)
        default:
            next += 1
            let bar = Stored(id: "bar-\(next)", version: town.stamp(), document: SearchTown.bar(&random))
            town.bars[bar.id] = bar
            return .bar(bar)
        }
    }

    static func show(_ news: News, to index: inout BarIndex) {
        switch news {
        case .bar(let bar): index.update(bar)
        case .gone(let id): index.remove(ID(id))
        case .shiftDay(let shiftDay): index.update(shiftDay)
        }
    }

    @Test(arguments: SeededRandom.seeds(6))
    func `whatever happened and in whatever order it is told, what is found is what there is`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var town = try SearchTown(overbooking: [0, 10, 50].randomElement(using: &random) ?? 0)
        var next = 0
        var news: [News] = []
        for _ in 0..<Int.random(in: 1...700, using: &random) { news.append(try Self.happen(&town, &next, &random)) }
        var inOrder = BarIndex(town.settings, town.schedule)
        for one in news { Self.show(one, to: &inOrder) }
        var mixed = BarIndex(town.settings, town.schedule)
        for one in news.shuffled(using: &random) { Self.show(one, to: &mixed) }
        // And some of it once more, late.
        for one in news.shuffled(using: &random).prefix(200) { Self.show(one, to: &mixed) }
        for _ in 0..<25 {
            var search = SearchTown.search(&random)
            search.limit = 100
            search.type = search.type.filter(town.settings.types.contains)
            let expected = try town.found(search, Self.now)
            for index in [inOrder, mixed] {
                let page = try index.search(search, town.settings, Self.now)
                for (found, expected) in zip(page.items, expected) {
                    try #require(found == expected, "seed \(seed): \(search)")
                }
                try #require(page.items.count == min(100, expected.count), "seed \(seed): \(search)")
                #expect((page.next != nil) == (expected.count > 100), "seed \(seed): \(search)")
            }
        }
        let counts = Dictionary(grouping: town.bars.values) { $0.document.type }.mapValues { $0.count }
        #expect(
            inOrder.counts.filter { $0.value > 0 } == counts && mixed.counts.filter { $0.value > 0 } == counts,
            "seed \(seed)")
    }

    @Test(arguments: SeededRandom.seeds(6))
    func `pages neither lose nor repeat what stays as it is while others come, move and go`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var town = try SearchTown()
        var index = BarIndex(town.settings, town.schedule)
        var next = 0
        for _ in 0..<300 { Self.show(try Self.happen(&town, &next, &random), to: &index) }
        for _ in 0..<6 {
            var search = SearchTown.search(&random)
            search.type = search.type.filter(town.settings.types.contains)
            // What is there from the first page to the last without a change.
            var steady = Dictionary(uniqueKeysWithValues: try town.found(search, Self.now).map { ($0.id.text, $0) })
            var seen: [FoundBar] = []
            repeat {
                let page = try index.search(search, town.settings, Self.now)
                #expect(page.items.count <= search.limit, "seed \(seed)")
                seen += page.items
                search.after = page.next?.description
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let news = try Self.happen(&town, &next, &random)
                    Self.show(news, to: &index)
                    switch news {
                    case .bar(let bar): steady[bar.id] = nil
                    case .gone(let id): steady[id] = nil
                    case .shiftDay(let shiftDay): steady[shiftDay.document.bar.text] = nil
                    }
                }
            } while search.after != nil
            let ids = seen.map(\.id.text).filter { steady[$0] != nil }
            #expect(ids.count == Set(ids).count, "seed \(seed): \(search) shows some twice")
            #expect(Set(ids) == Set(steady.keys), "seed \(seed): \(search) loses \(Set(steady.keys).subtracting(ids))")
        }
    }

    // MARK: - Late news

    @Test func `a deleted bar does not come back, nor does what comes before its bar get lost`() throws {
        var town = try SearchTown()
        var index = BarIndex(town.settings, town.schedule)
        let early = Stored(id: "early", version: 1, document: SearchTown.bar())
        index.remove(ID("early"))
        index.update(early)
        index.update(
            Stored(id: "s", version: 2, document: try SearchTown.shiftDay("early", "2026-11-23", "lunch-1", taken: 3)))
        index.update(Stored(id: "early", version: 3, document: SearchTown.bar()))
        #expect(
            try index.search(Search(), town.settings, Self.now).items.isEmpty
                && index.counts.values.allSatisfy { $0 == 0 })

        index.update(
            Stored(id: "s", version: 5, document: try SearchTown.shiftDay("late", "2026-11-23", "lunch-1", taken: 3)))
        index.update(
            Stored(id: "s", version: 4, document: try SearchTown.shiftDay("late", "2026-11-23", "lunch-1", taken: 9)))
        index.update(Stored(id: "late", version: 1, document: SearchTown.bar()))
        #expect(try index.search(Search(), town.settings, Self.now).items.first?.free["lunch-1"] == 17)
        _ = town.stamp()
    }

    @Test func `what tables can't seat has no room, though seats are free`() throws {
        var town = try SearchTown()
        var index = BarIndex(town.settings, town.schedule)
        index.update(
            Stored(
                id: "a", version: town.stamp(),
                document: SearchTown.bar {
                    ($0.capacity, $0.tables) = (8, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)])
                }))
        index.update(
            Stored(
                id: "s", version: 9,
                document: try SearchTown.shiftDay("a", "2026-11-23", "lunch-1", taken: 2, fits: 4)))
        func found(_ people: Int, _ shift: String) throws -> Int {
            try index.search(Search(people: people, shift: [shift]), town.settings, Self.now).items.count
        }
        #expect(try found(5, "lunch-1") == 0)
        #expect(try found(4, "lunch-1") == 1)
        #expect(try found(5, "dinner-1") == 0)
    }
}
