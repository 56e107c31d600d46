@_spi(Hosting) import FeatureKit
import FlagEngine
import HostConfig
import Testing

@testable import HostRuntime

/// Features as flags: what an operator wants, what the document says, and for whom.
@Suite struct GateTests {
    private let scene: Scene

    init() throws {
        var scene = Scene()
        try scene.add("shop")
        try scene.add("safe", "locked: true")
        self.scene = scene
    }

    /// Orders with their flags compiled.
    private func orders(_ document: String, _ toggles: Toggles = Toggles()) throws -> Orders {
        let orders = try scene.orders(document, toggles)
        let none = FlagBoard.Snapshot.none(since: Timestamp(nanoseconds: 0))
        let sets = orders.document.flags.sources.compactMap { if case .inline(let set) = $0 { set } else { nil } }
        let plan = FlagPlan(
            orders, sources: sets, former: none, history: FlagHistory(), now: Timestamp(nanoseconds: 0))
        #expect(plan.problems == [])
        return orders.meaning(plan)
    }

    private func has(_ id: String, _ orders: Orders, _ caller: Caller) throws -> Bool {
        var asker = FlagAsker(FlagBoard(try #require(orders.flags)), clock: SystemClock())
        return asker.lets(caller, have: id)
    }

    private static let spaniard = Caller(key: "anna", attributes: ["country": "ES"], origin: .http)
    private static let german = Caller(key: "anna", attributes: ["country": "DE"], origin: .http)

    /// One row of the table in docs/flags.md: what runs, and who has it.
    struct Row: Sendable, CustomTestStringConvertible {
        let feature: String
        let enabled: Bool
        let toggle: Bool?
        let runs: Bool
        var testDescription: String { "\(feature), enabled: \(enabled), toggle: \(String(describing: toggle))" }
    }

    static let rows = [
        Row(feature: "shop", enabled: true, toggle: nil, runs: true),
        Row(feature: "shop", enabled: false, toggle: nil, runs: false),
        Row(feature: "shop", enabled: true, toggle: true, runs: true),
        Row(feature: "shop", enabled: false, toggle: true, runs: true),
        Row(feature: "shop", enabled: true, toggle: false, runs: false),
        Row(feature: "shop", enabled: false, toggle: false, runs: false),
        Row(feature: "safe", enabled: true, toggle: false, runs: true),
        Row(feature: "safe", enabled: false, toggle: true, runs: false),
    ]

    @Test(arguments: rows) func `the table of toggle, lock and gate holds row by row`(_ row: Row) throws {
        var toggles = Toggles()
        toggles[row.feature] = row.toggle.map {
            Toggle(isOn: $0, author: Author(name: "ann", user: 1), reason: nil, at: Timestamp(nanoseconds: 0))
        }
        let plain = try orders("features: { \(row.feature): { enabled: \(row.enabled) } }", toggles)
        #expect(plain.wants(row.feature) == row.runs)
        #expect(try has(row.feature, plain, Self.german) == row.runs)
        let gated = try orders(
            "features: { \(row.feature): { enabled: \(row.enabled), when: { country: ES } } }", toggles)
        #expect(gated.wants(row.feature) == row.runs)
        #expect(try has(row.feature, gated, Self.spaniard) == row.runs)
        #expect(try !has(row.feature, gated, Self.german))
        #expect(try has(row.feature, gated, .system), "the host itself passes")
        let closed = try orders(
            "features: { \(row.feature): { enabled: \(row.enabled), rollout: 0% } }", toggles)
        #expect(!closed.wants(row.feature), "nobody can have it")
    }

    @Test func `a feature without a gate is asked for nobody`() throws {
        let orders = try orders("features: { shop: {}, safe: { when: { country: ES } } }")
        #expect(!orders.isGated("shop") && orders.isGated("safe"))
    }

    @Test func `why says that a gate lets nobody in, or not everybody, and where that is written`() throws {
        func why(_ document: String, _ state: FeatureState) throws -> [String] {
            let status = FeatureStatus(id: "shop", state: state, since: Timestamp(nanoseconds: 0), starts: 1)
            return Why(orders: try orders(document), states: ["shop": status], uptime: .zero).sentences(of: "shop")
        }
        #expect(
            try why("features:\n  shop: { rollout: 0% }", .off)
                == ["shop is off: its gate at plugins.yaml:2:3 lets nobody in"])
        #expect(
            try why("features:\n  shop: { rollout: 25% }", .active)
                == [
                    "shop is on: the document says so",
                    "not everybody has shop: its gate at plugins.yaml:2:3 says who",
                ])
    }

    @Test func `a rollout lets in about as many as it says, and the same people again`() throws {
        let orders = try orders("features: { shop: { rollout: 25% } }")
        var asker = FlagAsker(FlagBoard(try #require(orders.flags)), clock: SystemClock())
        let people = (0..<4_000).filter { asker.lets(Caller(key: "person-\($0)", origin: .http), have: "shop") }
        #expect(people.count > 850 && people.count < 1_150)
        for person in people {
            let isIn = asker.lets(Caller(key: "person-\(person)", origin: .http), have: "shop")
            #expect(isIn)
        }
    }

    @Test func `equal definitions have one word wherever they stand, and others another one`() throws {
        let one = try orders("flags: { a: { variants: { x: 1, y: 2 }, default: x } }")
        let two = try orders("# A comment.\nflags:\n  a:\n    variants: { x: 1, y: 2 }\n    default: x")
        let three = try orders("flags: { a: { variants: { x: 1, y: 2 }, default: y } }")
        #expect(one.flags?.etag == two.flags?.etag)
        #expect(one.flags?.etag != three.flags?.etag)
    }
}
