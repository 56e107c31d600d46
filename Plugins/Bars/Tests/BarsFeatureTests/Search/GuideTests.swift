@_spi(Hosting) import FeatureKit
import Testing

@testable import BarsFeature

/// What the guide finds, held against a list that is looked through the plain way.
struct GuideTests {
    /// 2026-11-22, 23:59:58 in Madrid; in Auckland it is the day after, in Honolulu noon.
    static let now = Timestamp("2026-11-22T22:59:58Z") ?? Timestamp(nanoseconds: 0)
    /// Nobody books for later than tomorrow, wherever that is.
    static let dates = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"]

    /// One thing that happens, as the store tells of it.
    enum News {
        case bar(Stored<Bar>)
        case gone(String)
        case sitting(Stored<Sitting>)
    }

    /// Something that happens to a town, and the news of it.
    static func happen(_ town: inout GuideTown, _ next: inout Int, _ dice: inout Dice) throws -> News {
        let known = town.bars.keys.sorted()
        switch Int.random(in: 0..<10, using: &dice) {
        case 0 where !known.isEmpty:
            let id = known.randomElement(using: &dice) ?? ""
            town.bars[id] = nil
            town.sittings = town.sittings.filter { $0.value.document.bar != id }
            return .gone(id)
        case 1...4 where !known.isEmpty:
            let id = known.randomElement(using: &dice) ?? ""
            let (date, shift) = (
                Self.dates.randomElement(using: &dice) ?? "", Shift.usual.randomElement(using: &dice)?.id ?? ""
            )
            let sitting = Stored(
                id: Sitting.id(id, date, shift), version: town.stamp(),
                document: try GuideTown.sitting(
                    id, date, shift, taken: Int64.random(in: 0...30, using: &dice),
                    fits: Bool.random(using: &dice) ? nil : Int64.random(in: 0...10, using: &dice)))
            town.sittings[sitting.id] = sitting
            return .sitting(sitting)
        case 5...6 where !known.isEmpty:
            let id = known.randomElement(using: &dice) ?? ""
            let bar = Stored(id: id, version: town.stamp(), document: GuideTown.bar(&dice))
            town.bars[id] = bar
            return .bar(bar)
        default:
            next += 1
            let bar = Stored(id: "bar-\(next)", version: town.stamp(), document: GuideTown.bar(&dice))
            town.bars[bar.id] = bar
            return .bar(bar)
        }
    }

    static func show(_ news: News, to guide: inout Guide) {
        switch news {
        case .bar(let bar): guide.show(bar)
        case .gone(let id): guide.drop(id)
        case .sitting(let sitting): guide.show(sitting)
        }
    }

    @Test(arguments: Dice.seeds(6))
    func `whatever happened and in whatever order it is told, what is found is what there is`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var town = try GuideTown(overbooking: [0, 10, 50].randomElement(using: &dice) ?? 0)
        var next = 0
        var news: [News] = []
        for _ in 0..<Int.random(in: 1...700, using: &dice) { news.append(try Self.happen(&town, &next, &dice)) }
        var inOrder = Guide(town.settings, town.hours)
        for one in news { Self.show(one, to: &inOrder) }
        var mixed = Guide(town.settings, town.hours)
        for one in news.shuffled(using: &dice) { Self.show(one, to: &mixed) }
        // And some of it once more, late.
        for one in news.shuffled(using: &dice).prefix(200) { Self.show(one, to: &mixed) }
        for _ in 0..<25 {
            var search = GuideTown.search(&dice)
            search.limit = 100
            search.type = search.type.filter(town.settings.types.contains)
            let expected = town.found(search, Self.now)
            for guide in [inOrder, mixed] {
                let page = try guide.search(search, town.settings, Self.now)
                for (found, expected) in zip(page.items, expected) {
                    try #require(found == expected, "seed \(seed): \(search)")
                }
                try #require(page.items.count == min(100, expected.count), "seed \(seed): \(search)")
                #expect((page.next != nil) == (expected.count > 100), "seed \(seed): \(search)")
            }
        }
        let counts = Dictionary(grouping: town.bars.values) { $0.document.type }.mapValues { Int64($0.count) }
        #expect(inOrder.counts == counts && mixed.counts == counts, "seed \(seed)")
    }

    @Test(arguments: Dice.seeds(6))
    func `pages neither lose nor repeat what stays as it is while others come, move and go`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        var town = try GuideTown()
        var guide = Guide(town.settings, town.hours)
        var next = 0
        for _ in 0..<300 { Self.show(try Self.happen(&town, &next, &dice), to: &guide) }
        for _ in 0..<6 {
            var search = GuideTown.search(&dice)
            search.type = search.type.filter(town.settings.types.contains)
            // What is there from the first page to the last without a change.
            var steady = Dictionary(uniqueKeysWithValues: town.found(search, Self.now).map { ($0.id, $0) })
            var seen: [Found] = []
            repeat {
                let page = try guide.search(search, town.settings, Self.now)
                #expect(page.items.count <= Int(search.limit), "seed \(seed)")
                seen += page.items
                search.after = page.next
                for _ in 0..<Int.random(in: 0...3, using: &dice) {
                    let news = try Self.happen(&town, &next, &dice)
                    Self.show(news, to: &guide)
                    switch news {
                    case .bar(let bar): steady[bar.id] = nil
                    case .gone(let id): steady[id] = nil
                    case .sitting(let sitting): steady[sitting.document.bar] = nil
                    }
                }
            } while search.after != nil
            let ids = seen.map(\.id).filter { steady[$0] != nil }
            #expect(ids.count == Set(ids).count, "seed \(seed): \(search) shows some twice")
            #expect(Set(ids) == Set(steady.keys), "seed \(seed): \(search) loses \(Set(steady.keys).subtracting(ids))")
        }
    }

    @Test func `a search keeps what it took while others go on to show`() throws {
        var town = try GuideTown()
        var guide = Guide(town.settings, town.hours)
        for number in 0..<1_000 {
            guide.show(
                Stored(id: "\(number)", version: town.stamp(), document: GuideTown.bar { $0.name = "Bar \(number)" }))
        }
        let view = guide.view
        for number in 0..<1_000 { guide.drop("\(number)") }
        let question = try SearchQuestion(Search(), town.settings)
        #expect(view.search(question, at: Self.now).items.count == 20)
        #expect(guide.view.search(question, at: Self.now).items.isEmpty)
        #expect(guide.view.byName.all.isEmpty && guide.view.bySpot.all.isEmpty)
    }

    @Test func `shelves stay about as full as they may be, whatever comes and goes`() throws {
        var town = try GuideTown()
        var guide = Guide(town.settings, town.hours)
        for number in 0..<5_000 {
            guide.show(
                Stored(
                    id: "\(number)", version: town.stamp(),
                    document: GuideTown.bar { $0.name = "\(number * 7919 % 5_000)" }))
        }
        #expect(guide.view.byName.count == 5_000 && guide.view.bySpot.count == 5_000)
        #expect(guide.view.byName.all.allSatisfy { (1...Shelf.most).contains($0.count) })
        #expect(guide.view.bySpot.all.allSatisfy { (1...Shelf.most).contains($0.count) })
        for number in 0..<5_000 where number % 50 != 0 { guide.drop("\(number)") }
        #expect(guide.view.byName.count == 100 && guide.view.bySpot.count == 100)
        #expect(guide.view.byName.all.count <= 4 && guide.view.bySpot.all.count <= 4)
    }

    // MARK: - Late news

    @Test func `a deleted bar does not come back, nor does what comes before its bar get lost`() throws {
        var town = try GuideTown()
        var guide = Guide(town.settings, town.hours)
        let early = Stored(id: "early", version: 1, document: GuideTown.bar())
        guide.drop("early")
        guide.show(early)
        guide.show(
            Stored(id: "s", version: 2, document: try GuideTown.sitting("early", "2026-11-23", "lunch-1", taken: 3)))
        guide.show(Stored(id: "early", version: 3, document: GuideTown.bar()))
        #expect(try guide.search(Search(), town.settings, Self.now).items.isEmpty && guide.counts.isEmpty)

        guide.show(
            Stored(id: "s", version: 5, document: try GuideTown.sitting("late", "2026-11-23", "lunch-1", taken: 3)))
        guide.show(
            Stored(id: "s", version: 4, document: try GuideTown.sitting("late", "2026-11-23", "lunch-1", taken: 9)))
        guide.show(Stored(id: "late", version: 1, document: GuideTown.bar()))
        #expect(try guide.search(Search(), town.settings, Self.now).items.first?.free["lunch-1"] == 17)
        _ = town.stamp()
    }

    @Test func `of strangers only the newest are remembered`() {
        var strangers = Strangers(most: 3)
        for id in ["a", "b", "c"] { strangers.put(.deleted, id) }
        strangers.put(.early(SittingsSeen()), "a")
        strangers.remove("b")
        strangers.put(.deleted, "d")
        #expect(strangers["a"] == nil)
        strangers.put(.deleted, "b")
        // It was taken out meanwhile: its first place in the line takes nothing away from the second.
        strangers.put(.deleted, "e")
        #expect(strangers["b"] != nil && strangers["d"] != nil && strangers["e"] != nil && strangers["c"] == nil)
        for number in 0..<100 { strangers.put(.deleted, "\(number)") }
        #expect(strangers.count == 3)
    }
}
