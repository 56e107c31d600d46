import FeatureKit
import Testing

@testable import BarsFeature

/// A bar with a number for all that may change of it: how many come for dinner.
private func today(
    _ bar: String, _ taken: Int64, date: String = "2026-11-22", lunch: Int64 = 0
) -> OccupancyShown {
    OccupancyShown(
        bar: bar, name: bar, date: date, capacity: 40,
        shifts: [("lunch", lunch), ("dinner", taken)].map {
            Occupancy(
                bar: bar, name: bar, date: date, shift: $0, starts: Timestamp(nanoseconds: 0), capacity: 40, taken: $1,
                waiting: 0)
        })
}

struct WatchTests {
    @Test func theFirstLooksItUpForAll() {
        var watch = Watch<String>()
        #expect(watch.begin("ada", at: "pepita").shown == nil)
        #expect(watch.begin("bob", at: "pepita").shown == nil)
        #expect(watch.next() == .bar("pepita"))
        #expect(Set(watch.tell(today("pepita", 4), sat: []).looks) == ["ada", "bob"])
        #expect(watch.next() == nil)
        #expect(watch.begin("eve", at: "pepita").shown == today("pepita", 4))
        #expect(watch.next() == nil)
    }

    /// What was read before somebody came may not be what they have just changed.
    @Test func whoComesWhileItIsFoundOutIsToldNext() {
        var watch = Watch<String>()
        _ = watch.begin("ada", at: "pepita")
        #expect(watch.next() == .bar("pepita"))
        #expect(watch.begin("bob", at: "pepita").shown == nil)
        #expect(watch.tell(today("pepita", 4), sat: []).looks == ["ada"])
        #expect(watch.next() == .bar("pepita"))
        #expect(watch.tell(today("pepita", 4), sat: []).looks == ["bob"])
        watch.change(["pepita"])
        #expect(watch.begin("eve", at: "pepita").shown == nil)
        #expect(watch.next() == .bar("pepita"))
        #expect(Set(watch.tell(today("pepita", 5), sat: []).looks) == ["ada", "bob", "eve"])
    }

    @Test func onlyWhatIsNewIsTold() {
        var watch = Watch<String>()
        _ = watch.begin("ada", at: "pepita")
        _ = watch.next()
        _ = watch.tell(today("pepita", 4), sat: [])
        watch.change(["pepita"])
        _ = watch.next()
        let news = watch.tell(today("pepita", 4), sat: [])
        #expect(news.looks.isEmpty)
        #expect(news.published.isEmpty)
    }

    @Test func aShiftThatAnybodyBookedIsPublishedWhenItChanges() {
        var watch = Watch<String>()
        func published(_ shown: OccupancyShown, sat: Set<String>) -> [Occupancy] {
            watch.change([shown.bar])
            _ = watch.next()
            return watch.tell(shown, sat: sat).published
        }
        #expect(published(today("pepita", 0), sat: []).isEmpty)
        #expect(watch.count == 0)
        #expect(published(today("pepita", 4), sat: ["dinner"]).map(\.taken) == [4])
        #expect(published(today("pepita", 4), sat: ["dinner"]).isEmpty)
        #expect(published(today("pepita", 4, lunch: 2), sat: ["dinner", "lunch"]).map(\.shift) == ["lunch"])
        #expect(published(today("pepita", 0, lunch: 2), sat: ["dinner", "lunch"]).map(\.taken) == [0])
        #expect(watch.count == 1)
    }

    /// What is published of a day is told to be over when the next one begins, and then nothing is remembered of it.
    @Test func aDayThatBeginsEndsTheOneBefore() {
        var watch = Watch<String>()
        watch.change(["pepita"])
        _ = watch.next()
        _ = watch.tell(today("pepita", 4), sat: ["dinner"])
        _ = watch.begin("ada", at: "quiet")
        _ = watch.next()
        _ = watch.tell(today("quiet", 0), sat: [])

        watch.beginDay()
        #expect(watch.next() == .day)
        watch.tellDay(of: ["new"])
        var due: Set<String> = []
        var news: [Watch<String>.News] = []
        while case .bar(let bar) = watch.next() {
            due.insert(bar)
            let isNew = bar == "new"
            news.append(
                watch.tell(today(bar, isNew ? 7 : 0, date: "2026-11-23"), sat: isNew ? ["dinner"] : []))
        }
        #expect(due == ["pepita", "quiet", "new"])
        #expect(news.flatMap(\.looks) == ["ada"])
        let published = news.flatMap(\.published)
        #expect(Set(published.map(\.bar)) == ["pepita", "new"])
        #expect(published.allSatisfy { $0.date == "2026-11-23" })
        #expect(published.first { $0.bar == "pepita" }?.taken == 0)
        // One is looked at, one has bookings.
        #expect(watch.count == 2)
    }

    @Test func aBarThatIsGoneEndsForWhoeverLooks() {
        var watch = Watch<String>()
        let ticket = watch.begin("ada", at: "pepita").ticket
        _ = watch.next()
        _ = watch.tell(today("pepita", 4, lunch: 2), sat: ["dinner", "lunch"])
        watch.change(["pepita"])
        #expect(watch.next() == .bar("pepita"))
        let news = watch.tellGone("pepita")
        #expect(news.looks == ["ada"])
        #expect(news.published.map(\.shift) == ["dinner", "lunch"])
        #expect(news.published.allSatisfy { $0.capacity == 0 && $0.taken == 0 })
        watch.end(ticket, at: "pepita")
        #expect(watch.count == 0)
        #expect(watch.tellGone("pepita").looks.isEmpty)
    }

    @Test func whatCanNotBeFoundOutIsTriedAgain() {
        var watch = Watch<String>()
        watch.change(["pepita"])
        #expect(watch.next() == .bar("pepita"))
        watch.putOff()
        #expect(watch.next() == .bar("pepita"))
        watch.beginDay()
        #expect(watch.next() == .day)
        watch.putOff()
        #expect(watch.next() == .day)
    }

    /// However it comes: whoever looks first sees how it was then or later, sees nothing twice and nothing older, and in the end
    /// what is.
    @Test func nobodySeesWhatIsOver() throws {
        let seed = UInt64.random(in: 1 ... .max)
        var random = Dice(seed: seed)
        let bars = ["a", "b", "c"]
        for round in 0..<500 {
            var watch = Watch<Int>()
            var truth: [String: Int64] = [:]
            var looks: [(bar: String, ticket: Int, from: Int64, seen: [Int64], isOver: Bool)] = []
            var read: (bar: String, taken: Int64)?
            func see(_ look: Int, _ taken: Int64) { looks[look].seen.append(taken) }
            func finish() {
                guard let found = read else { return }
                read = nil
                for look in watch.tell(today(found.bar, found.taken), sat: []).looks { see(look, found.taken) }
            }
            func start() {
                guard read == nil, case .bar(let bar) = watch.next() else { return }
                read = (bar, truth[bar] ?? 0)
            }
            for _ in 0..<60 {
                let bar = bars[Int.random(in: 0..<3, using: &random)]
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    let (ticket, shown) = watch.begin(looks.count, at: bar)
                    looks.append((bar, ticket, truth[bar] ?? 0, [], false))
                    if let shown { see(looks.count - 1, shown.shifts[1].taken) }
                case 1:
                    truth[bar, default: 0] += 1
                    watch.change([bar])
                case 2: watch.change([bar])
                case 3:
                    guard let look = looks.indices.randomElement(using: &random) else { continue }
                    watch.end(looks[look].ticket, at: looks[look].bar)
                    looks[look].isOver = true
                case 4: start()
                default: finish()
                }
            }
            finish()
            start()
            while read != nil {
                finish()
                start()
            }
            for look in looks {
                if let first = look.seen.first { #expect(first >= look.from, "seed \(seed), round \(round)") }
                #expect(zip(look.seen, look.seen.dropFirst()).allSatisfy(<), "seed \(seed), round \(round)")
                if !look.isOver { #expect(look.seen.last == truth[look.bar] ?? 0, "seed \(seed), round \(round)") }
            }
        }
    }
}
