@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import FlagEngine
import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Flags as the document, its sources and the state folder say.
@Suite(.timeLimit(.minutes(1))) struct FlagKeepingTests {
    /// A host of one test.
    struct Stand {
        let folder: TestFolder
        let host: TestHost
        let survey: Survey
        let keeper: ConfigurationManager
        /// What the address answers.
        let address: Lock<AddressAnswer>

        init(_ folder: TestFolder, _ host: TestHost, _ survey: Survey, _ address: Lock<AddressAnswer>) throws {
            self.folder = folder
            self.host = host
            self.survey = survey
            self.address = address
            keeper = try ConfigurationManager(in: folder, host, ask: { _, _ in address.withLock { $0 } }) { _, _ in
                survey
            }
        }

        func write(_ name: String, _ text: String) throws {
            let file = try Descriptor { unsafe open(folder[name], O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
            try file.write(Array(text.utf8))
        }

        func read(_ document: String) async throws -> ConfigurationManager.Outcome {
            try write("plugins.yaml", document)
            return await keeper.read(force: true)
        }

        /// What a flag holds for somebody.
        func value(_ key: String, _ person: String = "anna") -> Value? {
            FlagPool(host.flags, clock: SystemClock()).value(of: key, for: Caller(key: person, origin: .http))
        }

        /// Another host in the same folder, after this one is gone.
        func successor() throws -> Stand {
            host.flags.post(.none(since: Timestamp(nanoseconds: 0)))
            return try Stand(folder, host, survey, address)
        }

    }

    private struct Shop: Feature {
        enum Colour: String, CaseIterable, Shaped { case red, green }

        static let contracts: [Contract] = [
            .evaluates(Flag("shop.size", default: 3, "How large it is.")),
            .evaluates(Flag("shop.colour", default: Colour.green, "Which colour it has.")),
            .evaluates(Flag("shop.open", default: true, "Whether it is open.")),
        ]
        init(settings: NoSettings, context: FeatureContext) throws {}
        func run() async throws {}
    }

    @Test func `a flag's variants come from its type`() async throws {
        try await run { stand in
            let outcome = try await stand.read("features: {}")
            #expect(outcome == .applied)
            let program = stand.host.flags.current.program
            let variants = ["shop.size", "shop.colour", "shop.open"].map { key in
                program.flag(key).map { flag in
                    program.flags[flag].variants.map { "\($0.name)=\($0.value.json)" }.joined(separator: " ")
                }
            }
            #expect(variants == ["value=3", #"red="red" green="green""#, "on=true off=false"])
            #expect(stand.value("shop.colour") == "green" && stand.value("shop.open") == true)
        }
    }

    private func run(_ body: (Stand) async throws -> Void) async throws {
        let folder = try TestFolder()
        var scene = Scene()
        try scene.add("shop", "flags: { shop.size: { owner: us } }", entry: FeatureEntry(Shop.self))
        let survey = scene.survey
        try await TestHost.run([]) { host in
            try await body(try Stand(folder, host, survey, Lock(.failed("down"))))
        }
    }

    @Test func `a source wins over a feature's declaration, and a later source over an earlier one`() async throws {
        try await run { stand in
            #expect(try await stand.read("features: {}") == .applied)
            #expect(stand.value("shop.size") == 3)
            try stand.write("a.yaml", "flags: { shop.size: 4, color: red }")
            try stand.write("b.json", #"{"flags": {"shop.size": 5}}"#)
            #expect(try await stand.read("flags: [a.yaml, b.json]") == .applied)
            #expect(stand.value("shop.size") == 5 && stand.value("color") == "red")
            #expect(try await stand.read("flags: [a.yaml]") == .applied)
            #expect(stand.value("shop.size") == 4)
        }
    }

    @Test func `an invalid file keeps its last valid flags, also after a restart, and harms no other`() async throws {
        try await run { stand in
            try stand.write("a.yaml", "flags: { size: 1 }")
            #expect(try await stand.read("flags: [a.yaml]") == .applied)
            try stand.write("a.yaml", "flags: { size: 2 }")
            await stand.keeper.refreshFlags()
            #expect(stand.value("size") == 2)
            let revision = stand.host.flags.current.program.revision
            try stand.write("a.yaml", "flags: { size: [")
            await stand.keeper.refreshFlags()
            #expect(stand.value("size") == 2)
            #expect(stand.host.flags.current.program.revision == revision)
            try stand.write("b.yaml", "flags: { color: red }")
            #expect(try await stand.read("flags: [a.yaml, b.yaml]") == .applied)
            #expect(stand.value("size") == 2 && stand.value("color") == "red")
            let next = try stand.successor()
            #expect(try await next.read("flags: [a.yaml, b.yaml]") == .applied)
            #expect(next.value("size") == 2 && next.value("color") == "red")
        }
    }

    @Test func `a file that was never valid has no flags, and the document applies without them`() async throws {
        try await run { stand async throws in
            try stand.write("bad.yaml", "flags:\n  size: [")
            try stand.write("b.yaml", "flags: { color: red }")
            let needy = "{ key: needy, default: \"on\", requires: { size: 1 } }"
            #expect(try await stand.read("flags: [bad.yaml, lost.yaml, b.yaml, \(needy)]") == .applied)
            #expect(stand.value("size") == nil && stand.value("color") == "red")
            #expect(stand.value("needy") == nil, "it can't be told without the flag that it requires")
            let errors = stand.host.log.messages(.error)
            #expect(errors.contains { $0.contains("bad.yaml:2:") && $0.contains(": error: ") }, "\(errors)")
            #expect(errors.contains { $0.contains("lost.yaml: error: ") }, "\(errors)")
            let never = stand.host.log.messages(.warning).filter { $0.contains("and never was; it has no flags yet") }
            #expect(never.count == 2)
            await stand.keeper.refreshFlags()
            #expect(stand.host.log.messages(.error) == errors, "the same is told once")
            try stand.write("bad.yaml", "flags: { size: 1 }")
            await stand.keeper.refreshFlags()
            #expect(stand.value("size") == 1)
            #expect(stand.value("needy") == true, "it is back with the flag that it requires")
        }
    }

    @Test func `segments of a file that can't be compiled harm nothing else`() async throws {
        try await run { stand async throws in
            let loop = "segments: { s: { segment: s } }"
            try stand.write("a.yaml", "flags: { size: 2 }\n\(loop)")
            try stand.write("b.yaml", "flags: { color: red }")
            #expect(try await stand.read("flags: [a.yaml, b.yaml]") == .applied)
            #expect(stand.value("size") == nil && stand.value("color") == "red")
            try stand.write("a.yaml", "flags: { size: 1 }")
            await stand.keeper.refreshFlags()
            #expect(stand.value("size") == 1)
            try stand.write("a.yaml", "flags: { size: 2 }\n\(loop)")
            #expect(try await stand.read("flags: [a.yaml, b.yaml] # again") == .applied)
            #expect(stand.value("size") == 1)
            #expect(try await stand.read(loop) == .refused, "in the document itself it is an error")
        }
    }

    @Test func `how sources do is known: since when they fail and why, and that they are well again`() async throws {
        try await run { stand async throws in
            func failures() -> [Int] { stand.keeper.sources.map(\.failures) }
            func reason() -> String { stand.keeper.sources.last?.failure?.reason ?? "" }
            try stand.write("a.yaml", "flags: { size: [")
            #expect(try await stand.read("flags: [\"http://flags.example/a.json\", a.yaml]") == .applied)
            #expect(failures() == [1, 1] && reason().contains("a.yaml:1:"))
            let since = stand.keeper.sources.last?.failure?.since
            try stand.write("a.yaml", "flags: hello")
            await stand.keeper.refreshFlags()
            #expect(failures() == [2, 2] && reason().contains("hello"))
            #expect(stand.keeper.sources.last?.failure?.since == since)
            #expect(stand.host.log.messages(.error).contains(reason()), "another reason is told")
            #expect(stand.host.log.messages(.warning).count { $0 == "a source can't be fetched" } == 1)
            try stand.write("a.yaml", "flags: { size: 1 }")
            await stand.keeper.refreshFlags()
            #expect(failures() == [3, 0] && reason() == "")
            #expect(stand.host.log.messages(.info).contains("a source can be used again"))
        }
    }

    @Test func `a change moves nobody else, also with a restart of the host in between`() async throws {
        try await run { stand async throws in
            func document(_ a: Int, _ b: Int, _ c: Int) -> String {
                "flags: { f: { variants: { a: 1, b: 2, c: 3 }, default: a, split: { a: \(a), b: \(b), c: \(c) } } }"
            }
            func all(_ stand: Stand) -> [Value?] { (0..<2_000).map { stand.value("f", "person-\($0)") } }
            #expect(try await stand.read(document(20, 40, 40)) == .applied)
            #expect(try await stand.read(document(40, 20, 40)) == .applied)
            let before = all(stand)
            let revision = stand.host.flags.current.program.revision
            let next = try stand.successor()
            #expect(try await next.read(document(40, 20, 40)) == .applied)
            #expect(all(next) == before)
            #expect(next.host.flags.current.program.revision > revision, "revisions grow across restarts")
            #expect(try await next.read(document(60, 20, 20)) == .applied)
            let moved = zip(before, all(next)).filter { $0 != $1 }
            #expect(!moved.isEmpty && moved.allSatisfy { $0.0 == 3 && $0.1 == 1 })
        }
    }

    @Test func `an address that is down at the start keeps its last flags`() async throws {
        try await run { stand async throws in
            let document = "flags: [\"http://flags.example/prod.json\"]"
            #expect(try await stand.read(document) == .applied, "an address that never answered is no error")
            #expect(stand.value("size") == nil)
            stand.address.withLock {
                $0 = .fresh(bytes: Array(#"{"flags": {"size": 9}}"#.utf8), contentType: "application/json", tag: "1")
            }
            #expect(try await stand.read(document + " ") == .applied)
            #expect(stand.value("size") == 9)
            stand.address.withLock { $0 = .failed("down") }
            let next = try stand.successor()
            #expect(try await next.read(document) == .applied)
            #expect(next.value("size") == 9)
        }
    }

    @Test func `an invalid flag in a file harms no other flag while the host runs`() async throws {
        try await run { stand async throws in
            try stand.write("a.yaml", "flags: { size: 1, color: red }")
            #expect(try await stand.read("flags: [a.yaml]") == .applied)
            // One that can't be read, one that can't be compiled, one that was never good, and one that changed.
            let colors = "color: { variants: { a: red }, default: b }"
            let loop = "loop: { default: \"on\", requires: { loop: true } }"
            try stand.write("a.yaml", "flags: { size: 2, \(colors), \(loop), more: 3, odd: { defalt: x } }")
            await stand.keeper.refreshFlags()
            #expect(stand.value("size") == 2 && stand.value("more") == 3)
            #expect(stand.value("color") == "red", "it keeps what it said last")
            #expect(stand.value("loop") == nil && stand.value("odd") == nil, "they never said anything good")
            let told = stand.host.log.messages(.warning) + stand.host.log.messages(.error)
            #expect(told.contains { $0.hasSuffix("the flag \"color\" has errors; its last good content is active") })
            #expect(told.contains { $0.hasSuffix("the flag \"loop\" has errors and was never good; it is left out") })
            #expect(!told.contains("flags refused; what counted before still does"))
            // The same once more says nothing new.
            await stand.keeper.refreshFlags()
            #expect(stand.host.log.messages(.warning) + stand.host.log.messages(.error) == told)
            #expect(stand.value("color") == "red" && stand.value("size") == 2)
        }
    }

    @Test func `a flag that an address gets wrong does not sink the document`() async throws {
        try await run { stand async throws in
            func say(_ text: String) {
                stand.address.withLock {
                    $0 = .fresh(bytes: Array(text.utf8), contentType: "application/json", tag: nil)
                }
            }
            say(#"{"flags": {"size": 1, "loop": {"default": "on", "requires": {"loop": true}}}}"#)
            #expect(try await stand.read("flags: [\"http://flags.example/a.json\"]") == .applied)
            #expect(stand.value("size") == 1 && stand.value("loop") == nil)
            let inline = "flags: { loop: { default: \"on\", requires: { loop: true } } }"
            #expect(try await stand.read(inline) == .applied, "nor does one in the document itself")
            #expect(stand.value("loop") == nil && stand.keeper.status.invalidFlags == ["loop"])
        }
    }

    @Test func `a changed split logs what share of people it moves`() async throws {
        try await run { stand async throws in
            func document(_ a: Int, _ b: Int) -> String {
                "flags: { f: { variants: { a: 1, b: 2 }, default: a, split: { a: \(a), b: \(b) } } }"
            }
            #expect(try await stand.read(document(10, 90)) == .applied)
            #expect(try await stand.read(document(30, 70)) == .applied)
            let moves = stand.host.log.messages(.info).filter { $0.hasPrefix("the split ") }
            #expect(moves == ["the split \"f / #1\" gives 20 % of the people another variant"])
        }
    }

    @Test func `metadata that all sources share is metadata of all flags`() async throws {
        try await run { stand async throws in
            try stand.write("a.yaml", "metadata: { flagSetId: prod, version: 1 }\nflags: { size: 1 }")
            try stand.write("b.yaml", "metadata: { flagSetId: prod, version: 2 }\nflags: { color: red }")
            #expect(try await stand.read("flags: [a.yaml]") == .applied)
            let etag = stand.host.flags.current.etag
            #expect(stand.host.flags.current.metadata == ["flagSetId": "prod", "version": 1])
            #expect(try await stand.read("flags: [a.yaml, b.yaml]") == .applied)
            #expect(stand.host.flags.current.metadata == ["flagSetId": "prod"])
            #expect(stand.host.flags.current.etag != etag)
        }
    }
}
