@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import TestSupport
import Testing

@testable import HostRuntime

/// Revisions, rollbacks, and starts without sources.
@Suite(.timeLimit(.minutes(1))) struct RevisionTests {
    private let path = "plugins.yaml"

    @Test func `each change makes a revision, and the same change again makes none`() async throws {
        try await KeepingStand.run { stand async throws in
            #expect(try await stand.save("features: { a: {} }") == .applied)
            #expect(try await stand.save("features: { a: {} }") == .unchanged)
            #expect(try await stand.save("features: { a: {}, b: {} }") == .applied)
            #expect(try await stand.save("features: { a: [] }") == .refused)
            let revisions = stand.configuration.journal.revisions
            #expect(revisions.map(\.number) == [1, 2])
            #expect(stand.causes == [.start, .document(stand.folder[path])])
            #expect(revisions[0].hash != revisions[1].hash && revisions[1].author == nil)
            let first = try await stand.configuration.content(of: 1)
            #expect(first.layers.local.map(\.bytes) == [Array("features: { a: {} }".utf8)])
            try await stand.succeeded { next async throws in
                #expect(try await next.save("features: { a: {}, b: {} }") == .applied)
                #expect(next.configuration.journal.revisions.count == 2, "nothing changed meanwhile")
                #expect(try await next.configuration.content(of: 1) == first)
            }
        }
    }

    /// A host that stops cancels the reading of documents while an operator's change is being written to the disk.
    @Test func `a cancelled wait for a turn lets no other task in early`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            let (configuration, begun, goOn) = (stand.configuration, Signal(), Signal())
            let hasEntered = Signal()
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    await configuration.inTurn {
                        begun.raise()
                        await goOn.wait()
                        #expect(!hasEntered.isRaised)
                    }
                }
                await begun.wait()
                let reading = Task.immediate { _ = await configuration.read(force: true) }
                group.addTask { await configuration.inTurn { hasEntered.raise() } }
                reading.cancel()
                for _ in 0..<10_000 where !hasEntered.isRaised { await Task.yield() }
                goOn.raise()
                await reading.value
            }
            #expect(hasEntered.isRaised)
        }
    }

    @Test func `an applied document is used until the file changes, also after a restart`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            let outcome = try await stand.apply("features: { b: {} }")
            #expect(outcome.end == .settled && outcome.revision?.number == 2)
            #expect(outcome.revision?.author == KeepingStand.ann && outcome.revision?.reason == "a test")
            #expect(stand.state("a") == "off" && stand.state("b") == "active")
            #expect(await stand.configuration.read(force: false) == .unchanged)
            #expect(stand.state("b") == "active")
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("a") == "off" && next.state("b") == "active")
                #expect(try await next.save("features: { a: {}, c: {} }") == .applied)
                #expect(next.state("a") == "active" && next.state("b") == "off")
            }
        }
    }

    @Test func `applying a document with errors changes nothing and reports all errors`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            let bad = "features: { a: { enabeld: true }, d: {} }\nflags: { x: { default: y } }"
            await #expect {
                _ = try await stand.apply(bad)
            } throws: { error in
                guard case ConfigProblem.refused(let diagnostics)? = error as? ConfigProblem else { return false }
                return diagnostics.errors.count == 3 && diagnostics.errors.allSatisfy { $0.file == "new.yaml" }
            }
            #expect(stand.configuration.journal.revisions.count == 1 && stand.state("a") == "active")
            await #expect(throws: ConfigProblem.unknownRevision(7, known: 1...1)) {
                _ = try await stand.rollBack(to: 7)
            }
            await #expect(throws: ConfigProblem.nothingToConfirm) {
                _ = try await stand.configuration.confirm(by: KeepingStand.ann)
            }
        }
    }

    @Test func `a change whose feature fails is rolled back, but what was switched off stays off`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {}, b: {} }")
            let outcome = try await stand.apply("features: { a: { settings: { fails: true, size: 2 } }, c: {} }")
            let why = "a did not become active: unavailable: told to fail"
            #expect(outcome.end == .goneBack(reasons: [why], to: 3))
            await stand.host.registry.settled()
            #expect(stand.state("a") == "active" && stand.state("b") == "off" && stand.state("c") == "off")
            #expect(stand.configuration.journal.last?.cause == .goneBack(from: 2))
            #expect(stand.configuration.journal.last?.reason == why)
            // b stays off until its document says something else.
            #expect(await stand.configuration.read(force: true) == .applied)
            #expect(stand.configuration.journal.revisions.count == 3)
            try await stand.succeeded { next async throws in
                #expect(await next.configuration.read(force: true) == .applied)
                await next.host.registry.settled()
                #expect(next.state("a") == "active" && next.state("b") == "off")
                try await next.save("features: { a: {}, b: {} } # again")
                #expect(next.state("b") == "active")
            }
        }
    }

    @Test func `a saved document that fails is ignored until it is saved again`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try await stand.save("features: { a: {}, b: { settings: { fails: true } } }")
            await stand.judged()
            #expect(stand.state("b") == "off" && stand.state("a") == "active")
            #expect(stand.causes.last == .goneBack(from: 2))
            #expect(await stand.configuration.read(force: false) == .unchanged, "the same document is not tried again")
            #expect(await stand.configuration.read(force: true) == .applied)
            #expect(stand.configuration.journal.revisions.count == 3)
            try await stand.save("features: { a: {}, b: {} }")
            await stand.judged()
            #expect(stand.state("b") == "active" && stand.configuration.journal.revisions.count == 4)
        }
    }

    @Test func `two failing changes in a row are rolled back to the last one that had succeeded`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {} }")
            try stand.write("plugins.yaml", "features: { a: {}, b: { settings: { fails: true } } }")
            #expect(await stand.configuration.read(force: false) == .applied)
            try stand.write(
                "plugins.yaml", "features: { a: { settings: { size: 7 } }, b: { settings: { fails: true } } }")
            #expect(await stand.configuration.read(force: false) == .applied)
            await stand.judged()
            #expect(stand.state("a") == "active" && stand.state("b") == "off")
            let last = try await stand.configuration.content(of: try #require(stand.configuration.journal.last).number)
            let first = try await stand.configuration.content(of: 1)
            #expect(last.layers.local == first.layers.local)
        }
    }

    @Test func `a start is never rolled back, and features that failed before have nothing to prove`() async throws {
        try await KeepingStand.run { stand async throws in
            try await stand.save("features: { a: {}, b: { settings: { fails: true } } }")
            await stand.judged()
            #expect(stand.state("b") == "failed" && stand.causes == [.start])
            try await stand.save(
                "features: { a: { settings: { size: 2 } }, b: { settings: { fails: true, size: 2 } } }")
            await stand.judged()
            #expect(stand.causes == [.start, .document(stand.folder[path])])
        }
    }

    @Test func `a rollback brings back documents, files of flags and overrides`() async throws {
        try await KeepingStand.run { stand async throws in
            try stand.write("more.yaml", "flags: { size: 1 }")
            try await stand.save("features: { a: {} }\nflags: [more.yaml]")
            let target = OverrideTarget(.featureEnabled, of: "b")
            _ = try await stand.configuration.override(
                target, OverrideRequest(.truth(true), because: nil, for: nil), by: KeepingStand.ann,
                within: .seconds(20))
            #expect(stand.state("b") == "active")
            try stand.write("more.yaml", "flags: { size: 2 }")
            await stand.configuration.refreshFlags()
            try await stand.save("features: { a: { settings: { size: 3 } } }\nflags: [more.yaml]")
            #expect(stand.value("size") == 2)
            let outcome = try await stand.rollBack(to: 1)
            #expect(outcome.end == .settled && outcome.revision?.number == 5)
            await stand.host.registry.settled()
            #expect(stand.state("b") == "off" && stand.value("size") == 1)
            #expect(stand.configuration.journal.last?.hash == stand.configuration.journal.revisions[0].hash)
            await stand.configuration.refreshFlags()
            #expect(stand.value("size") == 1, "the file is ignored until it changes")
            try stand.write("more.yaml", "flags: { size: 4 }")
            await stand.configuration.refreshFlags()
            #expect(stand.value("size") == 4)
            // A rollback to a later revision with the same document.
            _ = try await stand.rollBack(to: 4)
            #expect(stand.state("b") == "active" && stand.value("size") == 2)
        }
    }
}
