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
        try scene.add("safe")
        self.scene = scene
    }

    private func orders(_ document: String) throws -> Orders { try scene.compiled(document) }

    private func has(_ id: String, _ orders: Orders, _ caller: Caller) throws -> Bool {
        var asker = FlagAsker(FlagBoard(try #require(orders.flags)), clock: SystemClock())
        return asker.lets(caller, have: id)
    }

    private static let spaniard = Caller(key: "anna", attributes: ["country": "ES"], origin: .http)
    private static let german = Caller(key: "anna", attributes: ["country": "DE"], origin: .http)

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
