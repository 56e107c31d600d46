@_spi(Hosting) import FeatureKit
import Glibc
import Testing

@testable import BarsFeature

/// The rules of searches one by one.
struct SearchRuleTests {
    private func guide(_ bars: [(String, Bar)], _ change: (inout Bars.Settings) -> Void = { _ in }) throws -> (
        Guide, Bars.Settings
    ) {
        var settings = Bars.Settings()
        change(&settings)
        var guide = Guide(settings, try Hours(settings))
        for (index, bar) in bars.enumerated() {
            guide.show(Stored(id: bar.0, version: Int64(index + 1), document: bar.1))
        }
        return (guide, settings)
    }

    private func ids(
        _ guide: Guide, _ settings: Bars.Settings, at moment: String = "2026-11-22T12:00:00Z", _ search: Search
    ) throws -> [String] {
        try guide.search(search, settings, try #require(Timestamp(moment))).items.map(\.id)
    }

    // MARK: - Names

    @Test(arguments: [
        ("cafe", ["cafe", "decafe"]), ("CAFÉ", ["cafe", "decafe"]), ("é", ["cafe", "decafe", "pepita", "strasse"]),
        ("q", []),
        ("strasse", ["strasse"]),
        ("ß", ["strasse"]), ("a p", ["pepita"]), ("ar", []), ("本", ["sake"]), ("日本酒", ["sake"]),
    ])
    func `any part of a name is found, without accents and case`(name: String, found: [String]) throws {
        let (guide, settings) = try guide([
            ("cafe", GuideTown.bar { $0.name = "Café" }), ("decafe", GuideTown.bar { $0.name = "DeCafe\u{301}" }),
            ("pepita", GuideTown.bar { $0.name = "La Pepita" }), ("strasse", GuideTown.bar { $0.name = "Zur Straße" }),
            ("sake", GuideTown.bar { $0.name = "日本酒" }),
        ])
        // "ar" would go over from one name's end to the next one's start, where they lie together.
        let expected = name == "ar" ? [] : found
        #expect(try ids(guide, settings, Search(name: name)) == expected)
    }

    @Test(arguments: Dice.seeds(4))
    func `a needle is found where it is, however long and wherever it begins`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        for _ in 0..<400 {
            let letters = Array("aab".utf8)
            let text = (0..<Int.random(in: 0...90, using: &dice)).map { _ in letters.randomElement(using: &dice) ?? 0 }
            let part = (0..<Int.random(in: 1...40, using: &dice)).map { _ in letters.randomElement(using: &dice) ?? 0 }
            let cut =
                text.isEmpty || Bool.random(using: &dice)
                ? part[...] : text[Int.random(in: 0..<text.count, using: &dice)...]
            let needle = try #require(Needle(String(decoding: cut, as: UTF8.self)))
            for start in 0...text.count {
                let plain = (start..<max(start, text.count)).first { text[$0...].starts(with: needle.bytes) }
                let found = unsafe text.withUnsafeBytes { unsafe needle.first(in: $0, from: start) }
                try #require(found == plain, "seed \(seed): \(text) \(needle.bytes) from \(start)")
            }
        }
    }

    @Test func `without a point names are in order, and of two that are the same the ids`() throws {
        let long = String(repeating: "é", count: 100)
        let (guide, settings) = try guide([
            ("2", GuideTown.bar { $0.name = "Bar" }), ("1", GuideTown.bar { $0.name = "bár" }),
            ("3", GuideTown.bar { $0.name = "Ant" }),
            ("5", GuideTown.bar { $0.name = long + "b" }), ("4", GuideTown.bar { $0.name = long + "c" }),
        ])
        #expect(try ids(guide, settings, Search()) == ["3", "1", "2", "5", "4"])
    }

    // MARK: - Nearness

    @Test func `great circles decide, not degrees`() throws {
        // At 41° north a degree of longitude is a quarter shorter: east is nearer, though more degrees away.
        let (guide, settings) = try guide([
            ("north", GuideTown.bar { $0.location = GeoPoint(lat: 41.010, lon: 2) }),
            ("east", GuideTown.bar { $0.location = GeoPoint(lat: 41, lon: 2.012) }),
        ])
        #expect(try ids(guide, settings, Search(lat: 41, lon: 2)) == ["east", "north"])
    }

    @Test func `the antimeridian and the poles are no borders`() throws {
        let (guide, settings) = try guide([
            ("west", GuideTown.bar { $0.location = GeoPoint(lat: -17, lon: 179.999) }),
            ("east", GuideTown.bar { $0.location = GeoPoint(lat: -17, lon: -179.998) }),
            ("pole", GuideTown.bar { $0.location = GeoPoint(lat: 90, lon: 77) }),
            ("beyond", GuideTown.bar { $0.location = GeoPoint(lat: 89.99, lon: -180) }),
            ("far", GuideTown.bar { $0.location = GeoPoint(lat: 0, lon: 0) }),
        ])
        #expect(try ids(guide, settings, Search(lat: -17, lon: -180, within: 300)) == ["west", "east"])
        #expect(try ids(guide, settings, Search(lat: 89.999, lon: 0, within: 2_000)) == ["pole", "beyond"])
        #expect(try ids(guide, settings, Search(lat: 0, lon: 180, limit: 5)).last == "far")
        let page = try guide.search(Search(lat: 0, lon: 0, within: 0), settings, Timestamp(nanoseconds: 0))
        #expect(page.items.map(\.id) == ["far"] && page.items.first?.distance == 0)
    }

    @Test func `what is exactly so far away is within`() throws {
        let (guide, settings) = try guide([("a", GuideTown.bar { $0.location = GeoPoint(lat: 41.61, lon: 2.31) })])
        let distance = GeoPoint(lat: 41.6, lon: 2.28).distance(to: GeoPoint(lat: 41.61, lon: 2.31))
        #expect(try ids(guide, settings, Search(lat: 41.6, lon: 2.28, within: distance)) == ["a"])
        #expect(try ids(guide, settings, Search(lat: 41.6, lon: 2.28, within: distance.nextDown)) == [])
    }

    // MARK: - Room

    @Test func `tomorrow is that of each bar, a second before midnight and after`() throws {
        var (guide, settings) = try guide([
            ("madrid", GuideTown.bar { $0.capacity = 4 }),
            ("auckland", GuideTown.bar { ($0.zone, $0.capacity) = ("Pacific/Auckland", 4) }),
        ])
        func take(_ bar: String, _ date: String, _ version: Int64) throws {
            for shift in Shift.usual {
                guide.show(
                    Stored(
                        id: Sitting.id(bar, date, shift.id), version: version,
                        document: try GuideTown.sitting(bar, date, shift.id, taken: 4)))
            }
        }
        try take("madrid", "2026-11-23", 10)
        try take("auckland", "2026-11-24", 11)
        // In Madrid it is the 22nd until 23:00 UTC; in Auckland it has been the 23rd since 11:00.
        #expect(try ids(guide, settings, at: "2026-11-22T22:59:59Z", Search(people: 1)) == [])
        #expect(try ids(guide, settings, at: "2026-11-22T23:00:00Z", Search(people: 1)) == ["madrid"])
        #expect(try ids(guide, settings, at: "2026-11-22T10:59:59Z", Search(people: 1)) == ["auckland"])
        #expect(try ids(guide, settings, at: "2026-11-23T11:00:00Z", Search(people: 1)) == ["auckland", "madrid"])
    }

    @Test func `room is in any of the shifts that are named, and overbooking counts`() throws {
        var (guide, settings) = try guide([("a", GuideTown.bar { $0.capacity = 10 })]) { $0.overbooking = 25 }
        for (shift, taken) in [("lunch-1", 12), ("lunch-2", 8), ("dinner-1", 10), ("dinner-2", 13)] as [(String, Int64)]
        {
            guide.show(
                Stored(
                    id: shift, version: taken, document: try GuideTown.sitting("a", "2026-11-23", shift, taken: taken)))
        }
        let page = try guide.search(Search(), settings, try #require(Timestamp("2026-11-22T12:00:00Z")))
        #expect(page.items.first?.free == ["lunch-1": 0, "lunch-2": 4, "dinner-1": 2, "dinner-2": 0])
        #expect(try ids(guide, settings, Search(people: 4)) == ["a"])
        #expect(try ids(guide, settings, Search(people: 5)) == [])
        #expect(try ids(guide, settings, Search(people: 3, shift: ["dinner-1", "lunch-1"])) == [])
        #expect(try ids(guide, settings, Search(people: 2, shift: ["dinner-1", "lunch-1"])) == ["a"])
        // Who names a shift alone looks for one that has a seat.
        #expect(try ids(guide, settings, Search(shift: ["lunch-1", "dinner-2"])) == [])
        #expect(try ids(guide, settings, Search(shift: ["dinner-1"])) == ["a"])
    }

    @Test func `what tables can't seat has no room, though seats are free`() throws {
        var (guide, settings) = try guide([
            (
                "a",
                GuideTown.bar { ($0.capacity, $0.tables) = (8, [Table(id: "1", seats: 4), Table(id: "2", seats: 4)]) }
            )
        ])
        guide.show(
            Stored(
                id: "s", version: 9, document: try GuideTown.sitting("a", "2026-11-23", "lunch-1", taken: 2, fits: 4)))
        #expect(try ids(guide, settings, Search(people: 5, shift: ["lunch-1"])) == [])
        #expect(try ids(guide, settings, Search(people: 4, shift: ["lunch-1"])) == ["a"])
        // Nobody sits in the evening: still no table has more than four seats, and none joins another.
        #expect(try ids(guide, settings, Search(people: 5, shift: ["dinner-1"])) == [])
    }

    @Test func `a closed bar has no room, and its shifts are missing`() throws {
        let (guide, settings) = try guide([
            ("sundays", GuideTown.bar { $0.opening.days = [.sunday] }),
            ("lunch", GuideTown.bar { $0.opening.shifts = ["lunch-1"] }),
            ("away", GuideTown.bar { $0.opening.closures = [Closure(from: "2026-11-20", to: "2026-11-23")] }),
            (
                "gap",
                GuideTown.bar {
                    $0.opening.closures = [
                        Closure(from: "2026-11-01", to: "2026-11-22"), Closure(from: "2026-11-24", to: "2026-12-01"),
                    ]
                }
            ),
        ])
        #expect(try ids(guide, settings, Search(people: 1)) == ["gap", "lunch"])
        #expect(try ids(guide, settings, Search(people: 1, shift: ["dinner-1"])) == ["gap"])
        #expect(
            try ids(guide, settings, at: "2026-11-28T12:00:00Z", Search(people: 1)) == ["away", "lunch", "sundays"])
        let page = try guide.search(Search(), settings, try #require(Timestamp("2026-11-22T12:00:00Z")))
        #expect(
            page.items.map { $0.free.keys.sorted() } == [
                [], ["dinner-1", "dinner-2", "lunch-1", "lunch-2"], ["lunch-1"], [],
            ])
    }

    @Test(arguments: Dice.seeds(4))
    func `a bar is open when its hours say so`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let hours = try Hours(Bars.Settings())
        for _ in 0..<200 {
            let bar = GuideTown.bar(&dice)
            let open = OpenDays(bar, hours.shifts)
            for number in 20_775...20_795 {
                let day = Day(daysSince1970: number)
                let shifts = open.shifts(on: SearchDay(day), OpenDays.closures(of: bar))
                for (index, shift) in hours.shifts.enumerated() {
                    try #require(
                        shifts.contains(ShiftSet([index])) == hours.isOpen(bar, shift, day),
                        "seed \(seed): \(bar) \(day)")
                }
            }
        }
    }

    // MARK: - Questions that make no sense

    @Test func `what makes no sense is refused in words`() throws {
        let settings = Bars.Settings()
        func refusal(_ search: Search) -> String? {
            do throws(RouteError) { _ = try SearchQuestion(search, settings) } catch { return error.description }
            return nil
        }
        #expect(refusal(Search(lat: 41)) == "invalid: lat without lon: a place takes both")
        #expect(refusal(Search(lon: 2)) == "invalid: lon without lat: a place takes both")
        #expect(refusal(Search(within: 2)) == "invalid: within takes lat and lon: within so many metres of what?")
        #expect(refusal(Search(name: "\u{301}")) == "invalid: name: there is no letter in it to look for")
        #expect(refusal(Search(type: ["meet"])) == #"invalid: there is no type "meet"; did you mean "meat"?"#)
        #expect(
            refusal(Search(type: ["fish", "sushi-bar"]))
                == #"invalid: there is no type "sushi-bar"; there are meat, fish, pasta, fast, rustic, chinese"#)
        #expect(
            refusal(Search(shift: ["diner-1"])) == #"invalid: there is no shift "diner-1"; did you mean "dinner-1"?"#)
        #expect(
            refusal(Search(shift: ["x"]))
                == #"invalid: there is no shift "x"; there are lunch-1, lunch-2, dinner-1, dinner-2"#)
        #expect(
            refusal(Search(after: "ab"))
                == "invalid: after is not the next of a page of this question; begin anew without it")
    }

    // MARK: - Cursors

    @Test func `a place fits its own question, and nothing of it can be changed`() throws {
        let bars = (0..<50).map { number in ("\(number)", GuideTown.bar { $0.name = "Bar \(number)" }) }
        let (guide, settings) = try guide(bars)
        for search in [Search(limit: 5), Search(name: "bar", people: 2, limit: 5), Search(lat: 41, lon: 2, limit: 5)] {
            let text = try #require(guide.search(search, settings, Timestamp(nanoseconds: 0)).next)
            var again = search
            again.after = text
            again.limit = 50
            #expect(try ids(guide, settings, again).count == 45)
            for index in text.indices {
                for letter in ["0", "1", "A", "g", "", "00"] where letter != String(text[index]) {
                    var other = search
                    other.after = text.replacingCharacters(at: index, with: letter)
                    #expect(throws: RouteError.otherQuestion) { try SearchQuestion(other, settings) }
                }
            }
            var others = [again, again, again, again, again]
            others[0].name = "a"
            others[1].type = ["fish"]
            (others[2].lat, others[2].lon) = (41.00001, 2)
            others[3].people = 3
            others[4].shift = ["lunch-1"]
            for other in others { #expect(throws: RouteError.otherQuestion) { try SearchQuestion(other, settings) } }
            // In other words it is the same question.
            var same = again
            same.name = search.name.map { $0.uppercased() }
            _ = try SearchQuestion(same, settings)
        }
    }

    @Test func `the longest cursor fits its Shape`() {
        let place = SearchPlace(
            rank: .name(Array(repeating: 255, count: NameKey.mostBytes)), id: String(repeating: "x", count: 64))
        #expect(place.text(of: []).count <= 500)
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with text: String) -> String {
        String(self[..<index]) + text + String(self[self.index(after: index)...])
    }
}
