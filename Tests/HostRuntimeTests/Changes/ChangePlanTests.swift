@_spi(Hosting) import FeatureKit
import FlagEngine
import HostConfig
import Testing

@testable import HostRuntime

/// What a plan says about each change and its reason.
@Suite struct ChangePlanTests {
    /// A settled host with a document and toggles.
    private struct Host {
        let scene: Scene
        private(set) var lifecycle = Lifecycle(seed: 1)
        private(set) var orders: Orders?

        init(_ scene: Scene) { self.scene = scene }

        func orders(_ document: String, _ toggles: Overrides = Overrides(), _ scene: Scene? = nil) throws -> Orders {
            let new = try (scene ?? self.scene).orders(document, toggles)
            let sets = new.document.flags.sources.compactMap { if case .inline(let set) = $0 { set } else { nil } }
            let epoch = Timestamp(nanoseconds: 0)
            var history = FlagHistory()
            if let previous = orders?.flags?.program {
                history = FlagHistory(revision: previous.revision, allocations: previous.allocations)
            }
            let plan = FlagPlan(
                new, sources: sets, previous: orders?.flags ?? .none(since: epoch), history: history, now: epoch)
            #expect(plan.problems.filter { $0.severity == .error } == [])
            return new.meaning(plan)
        }

        func plan(_ document: String, _ toggles: Overrides = Overrides(), _ scene: Scene? = nil) throws -> ChangePlan {
            ChangePlan(from: orders, to: try orders(document, toggles, scene), lifecycle: lifecycle)
        }

        /// Applies a document and toggles and settles.
        mutating func rest(_ document: String, _ toggles: Overrides = Overrides()) throws {
            let new = try orders(document, toggles)
            var rehearsal = Rehearsal(lifecycle) { _, _, _ in false }
            rehearsal.perform(new)
            lifecycle = rehearsal.lifecycle
            orders = new
        }

        /// Makes a feature's run end by itself.
        mutating func fail(_ id: String) throws {
            let run = try #require(lifecycle.records[id]?.run)
            _ = lifecycle.handle(.ended(run, reason: "no current"), at: .zero)
        }
    }

    private struct Supple: Reconfigurable {
        let context: FeatureContext
        init(settings: Scene.Size, context: FeatureContext) throws { self.context = context }
        func run() async throws {}
        func reconfigure(_ settings: Scene.Size) async throws -> Reconfiguration { .applied }
    }

    /// Takes a new word while it runs, but no new size.
    struct Signpost: Reconfigurable {
        @Record struct Settings: Equatable {
            /// What it says.
            @Live var word = "left"
            /// How large it is.
            var size = 4
        }
        init(settings: Settings, context: FeatureContext) throws {}
        func run() async throws {}
        func reconfigure(_ settings: Settings) async throws -> Reconfiguration { .applied }
    }

    private static func scene() throws -> Scene {
        var scene = Scene()
        try scene.add("ble")
        try scene.add("track", "needs: [ble]")
        try scene.add("map", "needs: [track]")
        try scene.add("chart", "after: [ble]")
        try scene.add("stiff", entry: FeatureEntry(Scene.Sized.self))
        try scene.add("supple", entry: FeatureEntry(Supple.self))
        try scene.add("guide", "needs: [stiff]")
        try scene.add("sign", entry: FeatureEntry(Signpost.self))
        return scene
    }

    private static func toggles(_ all: [String: Bool]) -> Overrides {
        Overrides(all.map { .toggle($0.key, $0.value, "rain", by: "ana") })
    }

    private func words(_ plan: ChangePlan) -> [String] { plan.features.map { "\($0.kind) \($0.feature): \($0.why)" } }

    @Test func `on the first plan everything that is on starts`() throws {
        let host = Host(try Self.scene())
        let plan = try host.plan("features: { ble: {}, track: {}, guide: {}, chart: { enabled: false } }")
        #expect(
            words(plan) == [
                "start ble: the document switches it on", "start track: the document switches it on",
                "blocked guide: it needs stiff, which is off",
            ])
        #expect(plan.verdict == "2 features start, 1 does not start")
        #expect(plan.summary == "3 features")
    }

    @Test func `a stop also stops features that need it, but not those that only start after it`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { ble: {}, track: {}, map: {}, chart: {} }")
        let plan = try host.plan("features: { ble: { enabled: false }, track: {}, map: {}, chart: {} }")
        #expect(
            words(plan) == [
                "stop ble: the document switches it off", "stop map: it needs track", "stop track: it needs ble",
            ])
        #expect(plan.verdict == "3 features stop")
        #expect(
            words(try host.plan("features: { track: {}, map: {}, chart: {} }"))[0]
                == "stop ble: the document does not name it any more")
    }

    @Test func `a start also starts features that wait for it`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { track: {}, map: {} }")
        let plan = try host.plan("features: { ble: {}, track: {}, map: {} }")
        #expect(
            words(plan) == [
                "start ble: the document switches it on", "start map: it waited for track",
                "start track: it waited for ble",
            ])
    }

    @Test func `a plan names the operator whose toggle is the reason`() throws {
        var host = Host(try Self.scene())
        let document = "features: { ble: {} }"
        try host.rest(document)
        let off = "switched off by ana at \(Override.then): \"rain\""
        #expect(words(try host.plan(document, Self.toggles(["ble": false]))) == ["stop ble: \(off)"])
        try host.rest(document, Self.toggles(["ble": false]))
        #expect(words(try host.plan(document)) == ["start ble: it is no longer \(off)"])
        #expect(try host.plan("features: { ble: { enabled: true } }", Self.toggles(["ble": false])).isEmpty)
        try host.rest("{}", Self.toggles(["ble": true]))
        #expect(
            words(try host.plan("{}"))
                == ["stop ble: it is no longer switched on by ana at \(Override.then): \"rain\""])
    }

    @Test func `new settings restart a feature unless its type can be reconfigured`() throws {
        var host = Host(try Self.scene())
        func document(_ size: Int) -> String {
            "features: { stiff: { settings: { size: \(size) } }, supple: { settings: { size: \(size) } }, guide: {} }"
        }
        try host.rest(document(4))
        let plan = try host.plan(document(6))
        #expect(
            words(plan) == [
                "reconfigure supple: settings.size: 4 → 6; it takes them while it runs, or starts again if it can't",
                "restart guide: it needs stiff, which starts again",
                "restart stiff: settings.size: 4 → 6; it takes no settings while it runs",
            ])
        #expect(plan.verdict == "1 feature is reconfigured, 2 are restarted")
        #expect(try host.plan(document(4)).isEmpty)
    }

    @Test func `a change of live fields alone restarts nothing`() throws {
        var host = Host(try Self.scene())
        func document(_ word: String, _ size: Int) -> String {
            "features: { sign: { settings: { word: \(word), size: \(size) } } }"
        }
        try host.rest(document("left", 4))
        #expect(
            words(try host.plan(document("right", 4))) == [
                "reconfigure sign: settings.word: \"left\" → \"right\"; it takes them while it runs, or starts again if it "
                    + "can't"
            ])
        #expect(
            words(try host.plan(document("right", 5))) == [
                "restart sign: settings.word: \"left\" → \"right\"; settings.size: 4 → 5; it does not take settings.size "
                    + "while it runs"
            ])
    }

    @Test func `a feature that moves to another process restarts, with those that need it`() throws {
        let document = "features: { ble: {}, track: {}, supple: { settings: { size: 1 } } }"
        var (there, other) = (try Self.scene(), try Self.scene())
        there.make("ble", .worker(library: "1"))
        other.make("ble", .worker(library: "2"))
        other.make("supple", .worker(library: "3"))
        var host = Host(try Self.scene())
        try host.rest(document)
        #expect(
            words(try host.plan(document, Overrides(), there)) == [
                "restart ble: it runs in a process of its own now", "restart track: it needs ble, which starts again",
            ])
        host = Host(there)
        try host.rest(document)
        #expect(try host.plan(document).isEmpty)
        #expect(
            words(try host.plan(document.replacing("1", with: "2"), Overrides(), other)) == [
                "restart ble: its library is another one",
                "restart supple: it runs in a process of its own now",
                "restart track: it needs ble, which starts again",
            ])
        #expect(
            words(try host.plan(document, Overrides(), Self.scene())).first == "restart ble: it runs in the host now")
    }

    @Test func `no plan holds a secret`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { stiff: { settings: { size: 4 } } }")
        let plan = try host.plan("features: { stiff: { settings: { size: 4, token: { secret: env:TOKEN } } } }")
        #expect(
            words(plan)
                == ["restart stiff: settings.token: + \"<redacted>\"; it takes no settings while it runs"])
        #expect(!plan.value.json.contains("sesame") && !"\(plan)".contains("sesame"))
    }

    @Test func `closed gates, missing settings and broken features`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { ble: {} }")
        let shut = try host.plan("features: { ble: { rollout: 0% } }")
        #expect(words(shut) == ["stop ble: its gate lets nobody in"])
        #expect(shut.definitions.map(\.name) == ["ble"] && shut.definitions[0].subject == .gate)
        try host.rest("features: { ble: { rollout: 0% } }")
        #expect(
            words(try host.plan("features: { ble: { rollout: 5% } }")) == ["start ble: its gate lets somebody in now"])
        // The document names the feature without settings, so only a toggle can switch it on.
        #expect(
            words(try host.plan("features: { ble: { rollout: 0% } }", Self.toggles(["stiff": true])))
                == ["blocked stiff: the document gives it no settings, and it needs some"])
        var broken = host.scene
        broken.survey.broken["chart"] = .unreadable
        let plan = try host.plan("features: { ble: { rollout: 0% }, chart: {} }", Overrides(), broken)
        #expect(words(plan) == ["blocked chart: it can't run: its feature.yaml can't be used"])
        #expect(!plan.isEmpty)
    }

    @Test func `a failed feature stays failed until its settings change, and is reported only if new`() throws {
        var host = Host(try Self.scene())
        let document = "features: { stiff: { settings: { size: 4 } }, guide: {} }"
        try host.rest(document)
        try host.fail("stiff")
        #expect(try host.plan(document).isEmpty)
        #expect(
            words(try host.plan("features: { stiff: { settings: { size: 5 } }, guide: {} }")) == [
                "start guide: it waited for stiff", "start stiff: settings.size: 4 → 5; it had failed",
            ])
        #expect(
            words(try host.plan("features: { stiff: { settings: { size: 4 } }, guide: {}, ble: {} }"))
                == ["start ble: the document switches it on"])
    }

    @Test func `a removed feature stops, and a new one starts`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { ble: {} }")
        var other = Scene()
        try other.add("lamp")
        #expect(
            words(try host.plan("features: { lamp: {} }", Overrides(), other))
                == ["start lamp: it was not there before", "stop ble: it is not there any more"])
    }

    @Test func `needs that changed on the disk apply at the next start of the feature`() throws {
        var host = Host(try Self.scene())
        try host.rest("features: { ble: {}, chart: {} }")
        var other = host.scene
        other.survey.loaded.removeAll { $0.id == "chart" }
        try other.add("chart", "needs: [ble]")
        let plan = try host.plan("features: { ble: { enabled: false }, chart: {} }", Overrides(), other)
        #expect(words(plan) == ["stop ble: the document switches it off"])
    }

    // MARK: - Flags

    private func definitions(_ plan: ChangePlan) -> [String] {
        plan.definitions.map { "\($0.subject) \($0.name) \($0.kind): \($0.differences?.inWords ?? "")" }
    }

    @Test func `flags are compared by their content, wherever they are defined`() throws {
        var host = Host(try Self.scene())
        try host.rest(
            """
            flags:
              a: { variants: { x: 1, y: 2 }, default: x, rules: [{ when: { country: ES }, serve: y }] }
              b: false
              c: true
            segments: { spain: { country: ES } }
            """)
        let plan = try host.plan(
            """
            # Moved down.
            segments: { spain: { country: [ES, PT] }, all: {} }
            flags:
              d: "new"
              c: true
              a:
                default: x
                variants: { x: 1, y: 3 }
                description: Better.
                rules: [{ when: { country: ES, age: { gte: 18 } }, serve: y }, { serve: y, rollout: 20% }]
            """)
        #expect(
            definitions(plan) == [
                "flag a changed: variants.y: 2 → 3; rules.0.when.age: + {\"gte\":18}; "
                    + "rules.1: + {\"serve\":\"y\",\"rollout\":\"20%\"}; description: + \"Better.\"",
                "flag b removed: ", "flag d added: ", "segment all added: ",
                "segment spain changed: country: \"ES\" → [\"ES\",\"PT\"]",
            ])
        #expect(plan.verdict == "3 flags change, 2 segments change")
        #expect(plan.summary == "3 flags, 2 segments")
    }

    @Test func `a rollout says what share of people it moves`() throws {
        var host = Host(try Self.scene())
        func document(_ part: String, _ gate: String) -> String {
            """
            features: { ble: { rollout: \(gate) } }
            flags:
              shop.banner:
                variants: { plain: 1, loud: 2 }
                default: plain
                rules: [{ name: trial, serve: loud, rollout: \(part) }]
            """
        }
        try host.rest(document("20%", "10%"))
        let plan = try host.plan(document("30%", "25%"))
        #expect(
            definitions(plan) == [
                "flag shop.banner changed: rules.trial.rollout: 20% → 30%",
                "gate ble changed: rollout: 10% → 25%",
            ])
        #expect(plan.splits.map(\.split) == ["feature.ble / #1", "shop.banner / trial"])
        #expect(plan.splits.map { ChangePlan.percent($0.part) } == ["15 %", "10 %"])
        #expect(plan.features == [])
        #expect(plan.verdict == "1 flag changes, 1 gate changes, 2 splits move people")
        #expect(plan.summary == "1 flag, 1 gate")
    }

    @Test func `changes of the host's own settings are listed as well`() throws {
        var host = Host(try Self.scene())
        try host.rest("log: info\nhttp: { listen: 127.0.0.1:8080 }\nfeatures: { ble: {} }")
        let plan = try host.plan(
            "log: debug\nhttp: { listen: 127.0.0.1:8081 }\nfeatures: { ble: { log: error } }")
        #expect(
            definitions(plan) == [
                "host log changed: \"info\" → \"debug\"", "host log of features changed: ble: + \"error\"",
                "host listen, from the next start changed: 0: \"127.0.0.1:8080\" → \"127.0.0.1:8081\"",
            ])
        #expect(plan.verdict == "3 settings of the host change")
    }

    @Test func `of very many changes the first are listed and the rest counted`() throws {
        let host = Host(try Self.scene())
        let flags = (0..<1_500).map { "  f\($0): true" }.joined(separator: "\n")
        let plan = try host.plan("flags:\n\(flags)")
        #expect(plan.definitions.count == ChangePlan.mostListed)
        #expect(plan.verdict == "1500 flags change" && plan.value["more"] == 500)
    }

    @Test func `an unchanged configuration gives an empty plan`() throws {
        var host = Host(try Self.scene())
        let document = "features: { ble: { rollout: 5% }, track: {} }\nflags: { a: true }"
        try host.rest(document)
        let plan = try host.plan("# The same.\n\n" + document)
        #expect(plan.isEmpty && plan == ChangePlan())
        #expect(plan.summary == "nothing" && plan.verdict == "nothing changes")
    }
}
