@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What a replacement leaves on the disk, and what the next host makes of it.
@Suite(.timeLimit(.minutes(2))) struct KeptUnitTests {
    @Test func `A unit is copied, takes over, is kept and runs after a restart`() async throws {
        try await ReplaceStand.run { stand in
            let outcome = try await stand.replace("1.1.0")
            #expect(outcome.hasTakenOver && outcome.isReached && outcome.state == .active && !outcome.isDraining)
            #expect(outcome.version == "1.1.0" && outcome.previous == "1.0.0")
            #expect(stand.version == "1.1.0")
            let kept = try #require(stand.kept)
            #expect(kept.author == ReplaceStand.ana && kept.reason == "brighter")
            #expect(stand.copies == [kept.unit?.digest])
            #expect(stand.configuration.journal.last?.cause == .override("features/lamp/unit 1.1.0"))

            let next = try await stand.successor()
            #expect(next.version == "1.1.0")
        }
    }

    @Test func `Taking a replacement back hands over in the same way, and removes the copy`() async throws {
        try await ReplaceStand.run { stand in
            try await stand.replace("1.1.0")
            let outcome = try await stand.configuration.takeBack("lamp", by: ReplaceStand.ana, within: .seconds(20))
            #expect(outcome.hasTakenOver && outcome.version == "1.0.0" && outcome.previous == "1.1.0")
            #expect(stand.kept == nil && stand.copies == [] && stand.version == "1.0.0")
            let again = await #expect(throws: OverrideProblem.self) {
                try await stand.configuration.takeBack("lamp", by: ReplaceStand.ana, within: .seconds(20))
            }
            #expect(again == .notReplaced("lamp"))
        }
    }

    @Test func `Only copies that are in use are kept`() async throws {
        try await ReplaceStand.run { stand in
            try await stand.replace("1.1.0")
            try await stand.replace("1.2.0")
            #expect(stand.copies == [stand.kept?.unit?.digest])
            // The same unit again makes no other copy.
            try await stand.replace("1.2.0")
            #expect(stand.copies.count == 1 && stand.version == "1.2.0")
            let said1 = try await stand.refusal("1.3.0", "fails")
            #expect(said1 != nil)
            #expect(stand.copies == [stand.kept?.unit?.digest])
        }
    }

    @Test func `If the new version does not start the old one stays, also on the disk`() async throws {
        try await ReplaceStand.run { stand in
            let said2 = try await stand.refusal("1.1.0", "fails")
            #expect(said2 == "lamp stays as it was: 1.1.0 did not become active: unavailable: no radio")
            #expect(stand.version == "1.0.0" && stand.state == .active && stand.kept == nil && stand.copies == [])
            #expect(stand.host.registry.statuses.first?.allFailures == 0)
        }
    }

    @Test func `An unsuitable unit is refused with a message before anything starts`() async throws {
        try await ReplaceStand.run(own: "keeps") { stand in
            let table: [(library: String, words: String)] = [
                ("broken", "lamp stays as it is: lamp: its feature.yaml can't be used"),
                (
                    "in the host",
                    "lamp runs in the host, and code that the host has opened stays what it was; only what runs as a "
                        + "worker can be replaced"
                ),
                (
                    "keeps otherwise",
                    "lamp keeps other collections in that version, and both can't keep the same store; switch it off "
                        + "and on instead, with the new unit in the host's folders"
                ),
            ]
            for (library, words) in table {
                let said = try await stand.refusal("1.1.0", library)
                #expect(said == words)
            }
            let demands = try #require(try await stand.refusal("1.1.0", "demands"))
            #expect(demands.contains("colour"), "\(demands)")
            #expect(stand.host.registry.statuses.first?.starts == 1)
            #expect(stand.copies == [] && stand.kept == nil)
            let said3 = try await stand.refusal("1.1.0", "keeps")
            #expect(said3 == nil)
        }
    }

    @Test func `A folder that is no unit of the feature is refused`() async throws {
        try await ReplaceStand.run { stand in
            func refusal(_ id: String, _ folder: String) async -> String? {
                do throws(OverrideProblem) {
                    _ = try await stand.configuration.replace(
                        id, byUnitIn: folder, by: ReplaceStand.ana, within: .seconds(1))
                    return nil
                } catch { return error.description.replacing(stand.scratch.path, with: "DIR") }
            }
            let said4 = await refusal("lamp", stand.scratch["nowhere"])
            #expect(said4 == "DIR/nowhere holds no unit: there is no feature.yaml in it")
            let said5 = await refusal("lamp", try stand.unit("1.0.0", id: "other"))
            #expect(said5 == "that is a unit of other, not of lamp")
            let said6 = await refusal("lam", stand.scratch["nowhere"])
            #expect(said6 == "there is no feature \"lam\"; did you mean \"lamp\"?")
            try stand.scratch.makeFolder("bare")
            try stand.write("bare/feature.yaml", "id: lamp\nversion: 1.1.0\nkit: 1.0\nsummary: A lamp.\n")
            let said7 = try #require(await refusal("lamp", stand.scratch["bare"]))
            #expect(said7.hasPrefix("DIR/bare") && said7.contains("library"), "\(said7)")
        }
    }

    @Test func `A feature that is off uses the new unit once it is switched on`() async throws {
        try await ReplaceStand.run(document: "features: { lamp: { enabled: false } }") { stand in
            let outcome = try await stand.replace("1.1.0")
            #expect(!outcome.hasTakenOver && outcome.state == .off && outcome.isReached)
            let target = OverrideTarget(.featureEnabled, of: "lamp")
            _ = try await stand.configuration.override(
                target, OverrideRequest(.truth(true)), by: ReplaceStand.ana, within: .seconds(20))
            #expect(stand.state == .active && stand.version == "1.1.0")
        }
    }

    @Test func `A feature that failed for good runs from the new unit at once`() async throws {
        try await ReplaceStand.run(own: "fails") { stand in
            let outcome = try await stand.replace("1.1.0")
            // It may be on its way once more at that moment, and then it has something to hand over.
            #expect(outcome.state == .active && outcome.isReached && stand.version == "1.1.0")
        }
    }

    @Test func `A damaged or missing copy is reported, and the folder's unit runs`() async throws {
        try await ReplaceStand.run { stand in
            try await stand.replace("1.1.0")
            let digest = try #require(stand.kept?.unit?.digest)
            try stand.write("units/lamp/\(digest)/libLampFeature.so", "something else")
            let next = try await stand.successor()
            #expect(next.version == "1.0.0")
            let words =
                "lamp 1.1.0 can't be run: its copy \(stand.scratch["units/lamp/\(digest)"]) is damaged; the unit in "
                + "the host's folders runs"
            #expect(stand.host.log.messages(.warning).contains(words))
            let override = try #require(next.configuration.orders?.overrides[.featureUnit, of: "lamp"])
            #expect(next.configuration.orders?.status(of: override).words(override) == words)
            // Once more replaced it is whole again.
            try await next.replace("1.1.0")
            #expect(next.version == "1.1.0")
        }
    }

    @Test func `A replacement with an end is taken back at its end`() async throws {
        try await ReplaceStand.run { stand in
            try await stand.replace("1.1.0", for: .seconds(60))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { [configuration = stand.configuration] in await configuration.followOverrides() }
                while stand.version == "1.1.0" {
                    stand.clock.advance(by: .seconds(10))
                    await Task.yield()
                }
                group.cancelAll()
                try await group.waitForAll()
            }
            await stand.host.registry.settled()
            #expect(stand.version == "1.0.0" && stand.state == .active && stand.kept == nil)
            #expect(stand.configuration.journal.last?.cause == .lapse("features/lamp/unit"))
        }
    }

    @Test func `A replacement is an override that only its own command can make`() async throws {
        try await ReplaceStand.run { stand in
            try await stand.replace("1.1.0")
            let target = try OverrideTarget("features/lamp/unit")
            let wish = OverrideRequest(try target.reading(.text("1.2.0@" + String(repeating: "0", count: 64))))
            let said = await #expect(throws: OverrideProblem.self) {
                try await stand.configuration.override(target, wish, by: ReplaceStand.ana, within: .seconds(1))
            }
            #expect(said?.description == "a unit is no value; replace it with \"flagstand replace lamp FOLDER\"")
            let outcome = try await stand.configuration.override(
                target, nil, by: ReplaceStand.ana, within: .seconds(20))
            #expect(outcome.isReached && outcome.replaced?.unit?.version == "1.1.0" && stand.version == "1.0.0")
        }
    }

    @Test func `A rollback replaces no code`() async throws {
        try await ReplaceStand.run { stand in
            let before = try #require(stand.configuration.journal.last?.number)
            try await stand.replace("1.1.0")
            _ = try? await stand.configuration.rollBack(
                to: before, by: ReplaceStand.ana, because: nil, confirmWithin: nil)
            #expect(stand.version == "1.1.0" && stand.kept != nil)
        }
    }

    @Test func `Names of copies are read strictly`() throws {
        let digest = String(repeating: "0f", count: 32)
        #expect(UnitName("1.0.0@\(digest)")?.description == "1.0.0@\(digest)")
        for text in ["1.0.0", "@\(digest)", "1.0.0@\(digest.dropLast())", "1.0.0@\(digest.uppercased())", "../x@.."] {
            #expect(UnitName(text) == nil)
            #expect(throws: OverrideProblem.self) { try OverrideTarget(.featureUnit, of: "lamp").reading(.text(text)) }
        }
    }
}
