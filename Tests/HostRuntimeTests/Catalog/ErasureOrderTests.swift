@_spi(Hosting) import FeatureKit
import HostConfig
import HostRuntime
import Testing

/// Who keeps something of people starts after who lists those that were erased.
struct ErasureOrderTests {
    @Record @Collection("visits", person: .deletes(\.user)) struct Visit {
        /// Who came.
        var user: String
    }

    @Test func `it waits for the list, but not for one that waits for it`() throws {
        var scene = Scene()
        try scene.add("accounts", "after: [log]", entry: FeatureEntry(Lists.self))
        try scene.add("bars", entry: FeatureEntry(Keeps.self))
        try scene.add("log", entry: FeatureEntry(Keeps.self))
        try scene.add("lamp")
        let after = scene.survey.rules.mapValues(\.after)
        #expect(after == ["accounts": ["log"], "bars": ["accounts"], "log": [], "lamp": []])
    }

    @Test func `without a list nobody waits`() throws {
        var scene = Scene()
        try scene.add("bars", entry: FeatureEntry(Keeps.self))
        #expect(scene.survey.rules["bars"]?.after == [])
    }

    struct Lists: Feature {
        static let contracts: [Contract] = [.serves(.erasures)]
        init(settings: Nothing, context: FeatureContext) throws {}
        func run() async throws {}
    }

    struct Keeps: Feature {
        static let contracts: [Contract] = [.keeps(Visit.documents)]
        init(settings: Nothing, context: FeatureContext) throws {}
        func run() async throws {}
    }
}
