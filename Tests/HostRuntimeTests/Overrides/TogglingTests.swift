@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Toggles on top of a document, with a real registry and a real file.
@Suite(.timeLimit(.minutes(1)))
struct TogglingTests {
    /// A host of one test: its folder, its document, and what there is to find.
    struct Stand {
        let scratch: TestFolder
        let host: TestHost
        let configuration: ConfigurationManager
        let finds: Lock<Survey>
        let opened: Lock<[Set<String>]>

        static let ann = Author(name: "ann", user: 1000)

        func write(_ document: String) throws {
            let file = try Descriptor { unsafe open(scratch["plugins.yaml"], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
            let bytes = Array(document.utf8)
            try SystemError.check { unsafe Glibc.write(file.number, bytes, bytes.count) }
        }

        @discardableResult
        func toggle(
            _ id: String, _ isOn: Bool?, because reason: String? = nil
        ) async throws(OverrideProblem) -> FeatureOutcome {
            let target = OverrideTarget(.featureEnabled, of: id)
            let wish = isOn.map { OverrideRequest(.truth($0), because: reason) }
            let outcome = try await configuration.override(target, wish, by: Self.ann, within: .seconds(20))
            guard let feature = outcome.feature else { throw .notStarted }
            return feature
        }

        /// What the file holds now.
        var kept: Overrides { .kept(in: scratch) }

        /// Another host in the same folder, after this one is gone.
        func successor() throws -> ConfigurationManager { try Stand.configuration(scratch, host, finds, opened) }

        static func configuration(
            _ scratch: TestFolder, _ host: TestHost, _ finds: Lock<Survey>, _ opened: Lock<[Set<String>]>
        ) throws -> ConfigurationManager {
            try ConfigurationManager(in: scratch, host) { _, wanted in
                opened.withLock { $0.append(wanted) }
                // As the catalog does: a library is open once somebody has asked for it.
                return finds.withLock { survey in
                    var survey = survey
                    survey.loaded.removeAll { !wanted.contains($0.id) }
                    return survey
                }
            }
        }
    }

    /// ble; track, which needs it; shop, which needs settings; odd, which is broken; safe, which is locked.
    private func scene() throws -> Scene {
        var scene = Scene()
        try scene.add("ble")
        try scene.add("track", "needs: [ble]")
        try scene.add("shop", entry: FeatureEntry(Scene.Sized.self))
        try scene.add("odd")
        scene.survey.broken["odd"] = .unreadable
        try scene.add("safe", "locked: true")
        return scene
    }

    private func run(_ document: String, _ body: (Stand) async throws -> Void) async throws {
        let scratch = try TestFolder()
        let survey = try scene().survey
        try await TestHost.run([]) { host in
            let finds = Lock(survey)
            let opened = Lock<[Set<String>]>([])
            let stand = Stand(
                scratch: scratch, host: host, configuration: try Stand.configuration(scratch, host, finds, opened),
                finds: finds,
                opened: opened)
            try stand.write(document)
            #expect(await stand.configuration.read(force: true) == .applied)
            await host.registry.settled()
            try await body(stand)
        }
    }

    private let both = "features: { ble: {}, track: {} }"

    @Test func `What a gate keeps from everybody is not on by a toggle, and why says so`() async throws {
        try await run("features: { ble: { enabled: false, rollout: 0% } }") { stand in
            let on = try await stand.toggle("ble", true)
            #expect(on.isOn && !on.isReached && on.state == .off)
            let gate = "its gate at \(stand.scratch["plugins.yaml"]):1:13 lets nobody in"
            #expect(on.why == ["ble is off: \(gate)"])
            #expect(ToggleSummary(on.value).description.hasSuffix("  \(on.why[0])\n"))
            let view = FeatureView(
                orders: try #require(stand.configuration.orders), statuses: stand.host.registry.statuses, uptime: .zero)
            #expect(view.report(of: "ble").brief["reason"] == .text(gate))
            let reset = try await stand.toggle("ble", nil)
            #expect(reset.isReached && !reset.isOn)
        }
    }

    @Test func `Off and on, with what needs it, and what is told`() async throws {
        try await run(both) { stand in
            let off = try await stand.toggle("ble", false, because: "rain")
            #expect(off.isReached && off.state == .off && !off.isOn && off.stops == ["track"] && off.starts == [])
            #expect(off.why.count == 1 && off.why[0].hasPrefix("ble is off: switched off by ann at "))
            #expect(
                stand.kept[.featureEnabled, of: "ble"]?.reason == "rain"
                    && stand.kept[.featureEnabled, of: "ble"]?.author == Stand.ann)
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.map(\.state.word) == ["off", "off", "off", "off", "waiting"])

            let on = try await stand.toggle("ble", true)
            #expect(on.isReached && on.state == .active && on.starts == ["track"] && on.stops == [])
            await stand.host.registry.settled()
            try await stand.host.expect("track", "active")

            let reset = try await stand.toggle("ble", nil)
            #expect(reset.isReached && reset.isOn && stand.kept.count == 0)
            #expect(reset.why == ["ble is on: the document says so"])
            #expect(
                stand.host.log.messages(.info).filter { $0.hasPrefix("toggle") } == [
                    "toggled", "toggled", "toggle reset",
                ])
        }
    }

    @Test func `The same once more changes nothing and is fine`() async throws {
        try await run(both) { stand in
            try await stand.toggle("ble", false, because: "rain")
            let first = stand.kept
            let revisions = stand.configuration.journal.revisions
            let again = try await stand.toggle("ble", false, because: "rain")
            #expect(again.isReached && again.stops == [])
            #expect(stand.configuration.journal.revisions == revisions)
            try await stand.toggle("ble", false, because: "snow")
            #expect(
                stand.kept[.featureEnabled, of: "ble"]?.reason == "snow"
                    && first[.featureEnabled, of: "ble"]?.reason == "rain")
            let track = try await stand.toggle("track", nil)
            #expect(track.isOn && !track.isReached && track.state == .waiting(on: ["ble"]))
        }
    }

    @Test func `Toggles hold after a restart and against a document, which is told`() async throws {
        try await run(both) { stand in
            try await stand.toggle("ble", false)
            let next = try stand.successor()
            #expect(await next.read(force: true) == .applied)
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.first { $0.id == "ble" }?.state == .off)
            let told = stand.host.log.messages(.info).filter { $0.hasPrefix("toggled off by ann since ") }
            #expect(told.count == 1 && told[0].hasSuffix("; the document says on"), "\(told)")

            try stand.write("features: { ble: { enabled: false }, track: {} }")
            #expect(await next.read(force: false) == .applied)
            #expect(stand.host.log.messages(.info).filter { $0.contains("the document says") }.count == 1)
        }
    }

    @Test func `What nobody had asked for is opened, and stays so for later documents`() async throws {
        try await run("features: { track: {} }") { stand in
            #expect(stand.opened.withLock { $0.last } == ["track"])
            let outcome = try await stand.toggle("ble", true)
            #expect(outcome.isReached && outcome.starts == ["track"])
            #expect(stand.opened.withLock { $0.last } == ["ble", "track"])
            #expect(await stand.configuration.read(force: true) == .applied)
            #expect(stand.opened.withLock { $0.last } == ["ble", "track"])
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.first { $0.id == "ble" }?.starts == 1)
        }
    }

    @Test(
        arguments: [
            ("bel", true, "there is no feature \"bel\"; did you mean \"ble\"?"),
            ("zeppelin", nil, "there is no feature \"zeppelin\""),
            ("safe", false, "safe is locked: switching it off takes --force and --reason"),
            ("odd", true, "odd can't be switched on: its feature.yaml can't be used"),
            (
                "shop", true,
                "shop can't be switched on: the document gives it no settings (missing key \"size\")"
            ),
        ] as [(String, Bool?, String)])
    func `What can't be switched says why and is not written`(id: String, isOn: Bool?, words: String) async throws {
        try await run(both) { stand in
            let error = await #expect(throws: OverrideProblem.self) { try await stand.toggle(id, isOn) }
            #expect(error?.description == words)
            #expect(stand.kept == Overrides())
            // Off and reset of what can't run are always possible.
            guard id == "odd" else { return }
            let off = try await stand.toggle("odd", false)
            #expect(off.isReached)
        }
    }

    @Test func `A reason has an end`() async throws {
        try await run(both) { stand in
            let error = await #expect(throws: OverrideProblem.self) {
                try await stand.toggle("ble", false, because: String(repeating: "x", count: 501))
            }
            #expect(error?.description == "a reason has at most 500 characters")
            try await stand.toggle("ble", false, because: String(repeating: "x", count: 500))
        }
    }

    @Test func `What can't be kept changes nothing`() async throws {
        try await run(both) { stand in
            try #require(try Tool.run("mkdir", stand.scratch["revisions.json.new"]) == 0)
            let error = await #expect(throws: OverrideProblem.self) { try await stand.toggle("ble", false) }
            #expect(
                error?.description
                    == "nothing was switched: \(stand.scratch["revisions.json"]) can't be written: Is a directory")
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.first { $0.id == "ble" }?.state == .active)
            #expect(stand.configuration.orders?.overrides == Overrides())
        }
    }

    @Test func `A feature that is gone can be forgotten, and a lock wins over older toggles`() async throws {
        try await run(both) { stand in
            try await stand.toggle("ble", false)
            try await stand.toggle("shop", false)
            var changed = Scene()
            try changed.add("ble", "locked: true")
            try changed.add("track", "needs: [ble]")
            stand.finds.withLock { [changed] in $0 = changed.survey }
            #expect(await stand.configuration.read(force: true) == .applied)
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.first { $0.id == "ble" }?.state == .active)
            #expect(stand.host.log.messages(.warning).contains("ble is locked by now; its toggle does not count"))
            try await stand.toggle("shop", nil)
            try await stand.toggle("ble", nil)
            #expect(stand.kept == Overrides())
        }
    }

    @Test func `Without the settings that a document had given it, it is off and says so`() async throws {
        try await run("features: { shop: { settings: { size: 3 } } }") { stand in
            try await stand.toggle("shop", true)
            try stand.write("log: info")
            #expect(await stand.configuration.read(force: false) == .applied)
            await stand.host.registry.settled()
            #expect(stand.host.registry.statuses.first { $0.id == "shop" }?.state == .off)
            let orders = try #require(stand.configuration.orders)
            let why = FeatureView(orders: orders, statuses: stand.host.registry.statuses, uptime: .zero).why
            let sentence = try #require(why.sentences(of: "shop").first)
            #expect(sentence.hasSuffix("; but the document gives it no settings, and it needs some"), "\(sentence)")
        }
    }

    @Test func `Many at the same time come one after the other`() async throws {
        try await run(both) { stand in
            await withTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        _ = try? await stand.toggle(
                            number % 2 == 0 ? "ble" : "track", number % 3 == 0, because: "\(number)")
                    }
                    group.addTask { _ = await stand.configuration.read(force: number % 5 == 0) }
                }
            }
            await stand.host.registry.settled()
            // What counts is what lies on the disk, and it is what runs.
            #expect(stand.kept == stand.configuration.orders?.overrides && stand.kept.count == 2)
            let isOn = try #require(stand.kept[.featureEnabled, of: "ble"]).isOn == true
            let state = stand.host.registry.statuses.first { $0.id == "ble" }?.state
            #expect(state == (isOn ? .active : .off))
        }
    }

    @Test func `Nothing is switched before the first document and after the end`() async throws {
        let scratch = try TestFolder()
        try await TestHost.run([]) { host in
            let configuration = try Stand.configuration(scratch, host, Lock(try scene().survey), Lock([]))
            func refusal() async -> String? {
                do throws(OverrideProblem) {
                    _ = try await configuration.override(
                        OverrideTarget(.featureEnabled, of: "ble"), OverrideRequest(.truth(false)), by: Stand.ann,
                        within: .zero)
                    return nil
                } catch { return error.description }
            }
            #expect(await refusal() == "the host is still reading its document")
            configuration.close()
            #expect(await refusal() == "the host is stopping")
        }
    }

    @Test func `A slow start is not waited for beyond the limit, and is told as it stands`() async throws {
        struct Slow: Feature {
            let context: FeatureContext
            init(settings: NoSettings, context: FeatureContext) throws { self.context = context }
            func run() async throws { await context.untilStopped() }
        }
        try await run("log: info") { stand in
            var scene = Scene()
            try scene.add("ble", entry: FeatureEntry(Slow.self))
            stand.finds.withLock { [scene] in $0 = scene.survey }
            let change = try await stand.configuration.override(
                OverrideTarget(.featureEnabled, of: "ble"), OverrideRequest(.truth(true)), by: Stand.ann,
                within: .seconds(1))
            let outcome = try #require(change.feature)
            #expect(!outcome.isReached && outcome.state == .starting && outcome.why == ["ble is starting"])
            #expect(stand.kept[.featureEnabled, of: "ble"]?.isOn == true)
        }
    }

    @Test func `The runs of a feature are remembered with how they ended`() async throws {
        try await run(both) { stand in
            try await stand.toggle("ble", false)
            try await stand.toggle("ble", true)
            let runs = try #require(stand.host.registry.statuses.first { $0.id == "ble" }).runs
            #expect(runs.map(\.number) == [1, 2] && runs[0].ended != nil && runs[0].reason == nil)
            #expect(runs[1].ended == nil)
        }
    }
}
