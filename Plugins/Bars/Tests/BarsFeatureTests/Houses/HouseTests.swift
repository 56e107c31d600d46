import FeatureKit
import FeatureTestKit
import Testing

@testable import BarsFeature

let ada = Caller(key: "accounts:ada", origin: .http)
let bob = Caller(key: "accounts:bob", origin: .http)
let staff = Caller(key: "accounts:eve", roles: ["staff"], origin: .http)

extension NewBar {
    static let pepita = NewBar(
        name: "La Pepita", description: "Tapas", capacity: 40, type: "fast", location: GeoPoint(lat: 41.4, lon: 2.16))

    func with(_ change: (inout NewBar) -> Void) -> NewBar {
        var bar = self
        change(&bar)
        return bar
    }
}

/// Bars as their owners put them here and change them.
@Suite(.timeLimit(.minutes(2))) struct HouseTests {
    @Test func whatIsPutHereIsShownToEverybody() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let plan = [
                Table(id: "1", seats: 2, joins: ["2"]), Table(id: "2", seats: 4, least: 2, joins: []),
            ]
            let new = NewBar(
                name: "  La Pepita\u{A0}", description: "Tapas\nand more", type: "fast",
                location: GeoPoint(lat: 41.4, lon: 2.16), address: " Carrer de Còrsega 343 ", zone: "Atlantic/Canary",
                opening: Opening(
                    days: [.friday], shifts: ["dinner-1"], closures: [Closure(from: "2026-12-24", to: "2026-12-24")]),
                tables: plan)
            let bar = try await probe.call(.barsAdd, new, as: ada)
            #expect(bar.name == "La Pepita")
            #expect(bar.address == "Carrer de Còrsega 343")
            #expect(bar.capacity == 6)
            #expect(bar.owner == "accounts:ada")
            #expect(bar.zone == "Atlantic/Canary")
            #expect(bar.tables == plan)
            #expect(bar.opening == new.opening)
            #expect(bar.isYours)
            #expect(bar.id.utf8.count == 26)
            for (caller, isTheirs) in [(ada, true), (staff, false), (bob, false), (.anybody, false)] {
                var seen = try await probe.call(.barsOne, Named(bar: bar.id), as: caller)
                #expect(seen.isYours == isTheirs)
                seen = bar
                #expect(seen == bar)
            }
            #expect(try await probe.call(.barsTypes, Nothing()).types["fast"] == 1)
            #expect(try await probe.call(.barsTypes, Nothing()).types["fish"] == 0)
            #expect(
                try await probe.refusal { try await probe.call(.barsOne, Named(bar: "nobodys")) } == .noBar)
            let stranger = try await probe.refusal { try await probe.call(.barsAdd, new, as: .anybody) }
            #expect(stranger == .notSignedIn)
        }
    }

    /// All of it at once, in words.
    @Test func whatCanNotBeIsRefused() async throws {
        let pepita = NewBar.pepita
        let table = Table(id: "1", seats: 4)
        let wrong: [(NewBar, String)] = [
            (pepita.with { $0.name = " \u{A0}\u{3000}" }, "name: there is nothing in it to be read"),
            (pepita.with { $0.name = "\u{200B}\u{FEFF}" }, "name: there is nothing in it to be read"),
            (pepita.with { $0.name = "La\nPepita" }, "name: it has to be on one line"),
            (pepita.with { $0.name = "La\u{2028}Pepita" }, "name: it has to be on one line"),
            (pepita.with { $0.address = "a\u{0}b" }, "address: it has to be on one line"),
            (
                pepita.with { $0.type = "Pasta" },
                "type: must be one of \"meat\", \"fish\", \"pasta\", \"fast\", \"rustic\", \"chinese\", not \"Pasta\"; "
                    + "did you mean \"pasta\"?"
            ),
            (pepita.with { $0.capacity = nil }, "capacity: without tables it has to be said"),
            (pepita.with { $0.tables = [table] }, "capacity: it is 40, and the tables have 4 seats"),
            (
                pepita.with {
                    $0.capacity = nil
                    $0.tables = (1...200).map { Table(id: "\($0)", seats: 100) }
                }, "tables: they have 20000 seats; a bar has 10000 at most"
            ),
            (
                pepita.with {
                    $0.capacity = 12
                    $0.tables = [table, table, Table(id: " ", seats: 4, least: 5, joins: [" ", "9", "1"])]
                },
                "tables: several are called \"1\"; tables: one is called nothing that can be read; "
                    + "tables: \" \" is for 5 at least, and has 4 seats; tables: \" \" can't be joined with itself; "
                    + "tables: \" \" can't be joined with \"9\", which there is not"
            ),
            (
                pepita.with {
                    $0.opening.shifts = ["dinner-3"]
                    $0.opening.closures = [
                        Closure(from: "2026-02-29", to: "2026-13-01"), Closure(from: "2026-12-25", to: "2026-12-24"),
                    ]
                },
                "opening: must be one of \"lunch-1\", \"lunch-2\", \"dinner-1\", \"dinner-2\", not \"dinner-3\"; "
                    + "did you mean \"dinner-1\"?; opening: \"2026-02-29\" is no day; opening: \"2026-13-01\" is no day; "
                    + "opening: it is closed from 2026-12-25 to 2026-12-24, which is before"
            ),
            (
                pepita.with {
                    $0.name = " "
                    $0.type = "bank"
                    $0.capacity = nil
                },
                "capacity: without tables it has to be said; name: there is nothing in it to be read; type: must be one "
                    + "of \"meat\", \"fish\", \"pasta\", \"fast\", \"rustic\", \"chinese\", not \"bank\""
            ),
        ]
        try await withFeature(Bars.self, settings: .init()) { probe in
            for (bar, detail) in wrong {
                let refusal = try await probe.refusal { try await probe.call(.barsAdd, bar, as: ada) }
                #expect(refusal == .invalid(detail))
            }
            for zone in ["Europe/Madrit", "../../etc/passwd", "/etc/passwd", ""] {
                let refusal = try await probe.refusal {
                    try await probe.call(.barsAdd, pepita.with { $0.zone = zone }, as: ada)
                }
                #expect(refusal?.status == 400, "\(zone)")
            }
            // What its Shape does not allow comes from neighbours that are built with other ones.
            for place in [GeoPoint(lat: .nan, lon: 2), GeoPoint(lat: .infinity, lon: 2), GeoPoint(lat: 91, lon: 0)] {
                let refusal = try? await probe.call(.barsAdd, pepita.with { $0.location = place }, as: ada)
                #expect(refusal == nil, "\(place)")
            }
            #expect(try await probe.store.collection(.bars).count() == 0)
        }
    }

    @Test func manyMistakesAreCounted() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let tables = (1...30).map { Table(id: "\($0)", seats: 1, joins: ["x"]) }
            let refusal = try await probe.refusal {
                try await probe.call(.barsAdd, NewBar.pepita.with { ($0.capacity, $0.tables) = (30, tables) }, as: ada)
            }
            #expect(
                refusal?.detail.hasSuffix("\"20\" can't be joined with \"x\", which there is not; and 10 more") == true)
        }
    }

    @Test func whatIsAbsentStays() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let plain = try await probe.call(
                .barsAdd, NewBar.pepita.with { ($0.address, $0.zone) = ("Here", "Europe/Paris") }, as: ada)
            let id = plain.id
            func change(_ request: ChangeBar) async throws -> BarShown {
                try await probe.call(.barsChange, request, as: ada)
            }
            // Nothing changes where nothing is said, or what there is already.
            #expect(try await change(ChangeBar(bar: id)) == plain)
            #expect(try await change(ChangeBar(bar: id, name: " La Pepita ", capacity: 40)) == plain)
            var bar = try await change(ChangeBar(bar: id, description: ""))
            #expect(bar.description == "")
            #expect(bar.version > plain.version)
            #expect(bar.name == "La Pepita")
            #expect(bar.address == "Here")
            bar = try await change(ChangeBar(bar: id, type: "fish", address: "", zone: ""))
            #expect(bar.address == nil)
            #expect(bar.zone == "Europe/Madrid")
            #expect(try await probe.call(.barsTypes, Nothing()).types["fish"] == 1)
            #expect(try await probe.call(.barsTypes, Nothing()).types["fast"] == 0)
            // A plan says how many there are; without it there are as many as before.
            let plan = [Table(id: "1", seats: 4), Table(id: "2", seats: 6)]
            bar = try await change(ChangeBar(bar: id, tables: plan))
            #expect(bar.capacity == 10)
            let tooMany = try await probe.refusal { try await change(ChangeBar(bar: id, capacity: 11)) }
            #expect(tooMany == .invalid("capacity: it is 11, and the tables have 10 seats"))
            bar = try await change(ChangeBar(bar: id, tables: []))
            #expect(bar.capacity == 10)
            bar = try await change(ChangeBar(bar: id, capacity: 11))
            #expect(bar.capacity == 11)
            let wrong = try await probe.refusal { try await change(ChangeBar(bar: id, name: "\t", type: "fisch")) }
            #expect(
                wrong?.detail == "name: there is nothing in it to be read; type: must be one of \"meat\", \"fish\", "
                    + "\"pasta\", \"fast\", \"rustic\", \"chinese\", not \"fisch\"; did you mean \"fish\"?")
        }
    }

    @Test func onlyWhoRunsItChangesIt() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada).id
            for (caller, refusal) in [(bob, RouteError.notYours), (.anybody, .notSignedIn)] {
                let asked: [() async throws -> Any] = [
                    { try await probe.call(.barsChange, ChangeBar(bar: bar, name: "Mine"), as: caller) },
                    { try await probe.call(.barsRemove, RemoveBar(bar: bar, cancelBookings: true), as: caller) },
                    {
                        let image = Media(type: "text/html", bytes: [])
                        return try await probe.call(.barsImagePut, PutImage(bar: bar, image: image), as: caller)
                    },
                    { try await probe.call(.barsImageRemove, Named(bar: bar), as: caller) },
                ]
                for ask in asked { #expect(try await probe.refusal(of: ask) == refusal) }
            }
            #expect(try await probe.call(.barsChange, ChangeBar(bar: bar, name: "Ours"), as: staff).name == "Ours")
            // Whose it is stays.
            #expect(try await probe.call(.barsOne, Named(bar: bar)).owner == "accounts:ada")
        }
    }

    @Test func whoWasSlowerIsTold() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada)
            let change = ChangeBar(bar: bar.id, version: bar.version, name: "One")
            let now = try await probe.call(.barsChange, change, as: ada).version
            let refusal = try await probe.refusal { try await probe.call(.barsChange, change, as: staff) }
            #expect(refusal == .changedMeanwhile(now))
            #expect(refusal?.detail == "the bar was changed meanwhile; it has version \(now) now")
            #expect(refusal?.data == ["version": .integer(now)])
            // Of many who change the same version one does.
            let done = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let change = ChangeBar(bar: bar.id, version: now, name: "\(number)")
                        return try await probe.refusal { try await probe.call(.barsChange, change, as: ada) } == nil
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
        }
    }

    @Test func nobodyHasMoreThanTheSettingsAllow() async throws {
        var settings = Bars.Settings()
        settings.mostBars = 3
        try await withFeature(Bars.self, settings: settings) { probe in
            // However many come at once.
            let added = try await withThrowingTaskGroup(of: RouteError?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await probe.refusal { try await probe.call(.barsAdd, .pepita, as: ada) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(added.filter { $0 == nil }.count == 3)
            #expect(added.compactMap(\.self).allSatisfy { $0 == .tooManyBars(3) })
            _ = try await probe.call(.barsAdd, .pepita, as: bob)
            let first = try #require(
                try await probe.store.collection(.bars).query(where: [.equals("owner", "accounts:ada")]).items.first)
            #expect(try await probe.call(.barsRemove, RemoveBar(bar: first.id), as: ada) == Done())
            _ = try await probe.call(.barsAdd, .pepita, as: ada)
        }
    }

    @Test func whatIsRemovedIsGoneWithItsPicture() async throws {
        try await withFeature(Bars.self, settings: .init()) { probe in
            let bar = try await probe.call(.barsAdd, .pepita, as: ada).id
            let image = Media(type: "image/png", bytes: Pictures.png())
            _ = try await probe.call(.barsImagePut, PutImage(bar: bar, image: image), as: ada)
            #expect(try await probe.call(.barsRemove, RemoveBar(bar: bar), as: ada) == Done())
            let asked: [() async throws -> Any] = [
                { try await probe.call(.barsRemove, RemoveBar(bar: bar), as: ada) },
                { try await probe.call(.barsOne, Named(bar: bar)) },
                { try await probe.call(.barsImage, Named(bar: bar)) },
                { try await probe.call(.barsChange, ChangeBar(bar: bar), as: ada) },
                { try await probe.call(.barsImagePut, PutImage(bar: bar, image: image), as: ada) },
                { try await probe.call(.barsOccupancyToday, Named(bar: bar)) },
            ]
            for ask in asked { #expect(try await probe.refusal(of: ask) == .noBar) }
            #expect(try await probe.blobs.get(Picture.blob(of: bar)) == nil)
            #expect(try await probe.call(.barsTypes, Nothing()).types["fast"] == 0)
        }
    }

    /// A type or a shift that the settings no longer have keeps nobody from changing something else.
    @Test func whatWasRightOnceIsLeftAlone() async throws {
        let store = MemoryStore()
        let bar = try await {
            var id = ""
            try await withFeature(Bars.self, settings: .init(), store: store) { probe in
                id = try await probe.call(.barsAdd, .pepita.with { $0.opening.shifts = ["lunch-2"] }, as: ada).id
            }
            return id
        }()
        var settings = Bars.Settings()
        settings.types = ["pub"]
        settings.shifts = [Shift(id: "brunch", starts: "11:00")]
        try await withFeature(Bars.self, settings: settings, store: store) { probe in
            let named = try await probe.call(.barsChange, ChangeBar(bar: bar, name: "Pub"), as: ada)
            #expect(named.type == "fast")
            let refusal = try await probe.refusal {
                try await probe.call(.barsChange, ChangeBar(bar: bar, type: "fast"), as: ada)
            }
            #expect(refusal?.detail == "type: must be one of \"pub\", not \"fast\"")
            #expect(try await probe.call(.barsTypes, Nothing()).types == ["pub": 0])
        }
    }
}
