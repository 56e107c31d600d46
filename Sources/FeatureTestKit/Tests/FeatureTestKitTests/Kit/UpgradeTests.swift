@_spi(Hosting) import FeatureRig
import FeatureTestKit
import Testing

@_spi(Hosting) @testable import FeatureKit

/// Documents that an older version of a feature wrote, and what a newer one makes of them.
@Suite(.timeLimit(.minutes(1))) struct UpgradeTests {
    /// What the older version kept.
    @Record @Collection("parties", .on(\.guests)) struct OldParty: Equatable {
        /// Who comes.
        var guests: String
        /// How many they are.
        var people: String
        /// A note.
        var note: String?
        /// Where they sit.
        var table: OldTable = OldTable(nr: 1)
    }
    @Record struct OldTable: Equatable {
        /// The number.
        var nr: Int
    }

    /// What this one keeps: a field was renamed, one inside a record, too; one has another type, and one is gone.
    @Record
    @Collection(
        "parties", .on(\.host), .on(\.people), person: .deletes(\.host),
        migrations: [
            DocumentMigration("people-is-a-number", changes: "people", "note") { party in
                guard case .text(let people) = party["people"], let number = Int64(people) else {
                    throw Unknown(description: "people is no number")
                }
                party["people"] = .integer(number)
                party["note"] = nil
                // Names are today's, whichever change came first.
                guard party["host"] != nil, party["guests"] == nil else { throw Unknown(description: "no host") }
            }
        ])
    struct Party: Equatable {
        /// Who invites.
        @Was("guests") var host: String
        /// How many come.
        @In(0...500) var people: Int
        /// Where they sit.
        var table: Table = Table(number: 1)
    }
    @Record struct Table: Equatable {
        /// The number.
        @Was("nr") var number: Int
    }
    struct Unknown: Error, CustomStringConvertible { let description: String }

    private struct Hall: Feature {
        static let contracts: [Contract] = [.keeps(Party.documents)]
        let context: FeatureContext
        init(settings: NoSettings, context: FeatureContext) throws { self.context = context }

        func run() async throws {
            let parties = try context.store.collection(Party.documents)
            // What the older version wrote is found by its fields from the first moment on.
            let found = try await parties.count(where: [.above("people", 0)])
            context.log.info("found", [("people", "\(found)")])
            context.ready()
            await context.untilStopped()
        }
    }

    private let store = MemoryStore()
    private let settings = Value.object([:])
    private var subjects: [RigSubject] {
        let entry = FeatureEntry(Hall.self)
        return [RigSubject(id: "hall", entry: entry), PairedWorker.subject(id: "hall", entry: entry)]
    }

    private func write(_ parties: [OldParty]) async throws {
        struct OldHall: Feature {
            static let contracts: [Contract] = [.keeps(OldParty.documents)]
            init(settings: NoSettings, context: FeatureContext) throws {}
            func run() async throws {}
        }
        try await Rig.with(RigSubject(id: "hall", entry: FeatureEntry(OldHall.self)), store: store) { rig in
            let kept = try await rig.kept().store.collection(OldParty.documents)
            for (number, party) in parties.enumerated() { try await kept.insert(party, id: "party-\(number + 1000)") }
        }
        await store.close("hall")
    }

    private func parties(_ rig: Rig) async throws -> [Stored<Party>] {
        try await rig.kept().store.collection(Party.documents).query(limit: 500).items
    }

    @Test(arguments: [0, 1])
    func `Documents of an older version are upgraded before the feature starts, once`(_ way: Int) async throws {
        try await write((0..<450).map { OldParty(guests: "g\($0)", people: "\($0)", note: "x", table: .init(nr: $0)) })
        try await Rig.with(subjects[way], store: store) { rig in
            #expect(await rig.start(settings) == .active)
            let upgraded = try await parties(rig)
            #expect(upgraded.count == 450)
            for (number, stored) in upgraded.enumerated() {
                #expect(
                    stored.document == Party(host: "g\(number)", people: number, table: .init(number: number)))
            }
            let kept = try await rig.kept().store.collection(Party.documents)
            #expect(try await kept.query(where: [.equals("host", "g7")]).items.map(\.document.people) == [7])
            #expect(rig.log.lines.contains { $0.message == "found" && $0.fields.first?.1 == "449" })
            // Nothing is written again.
            #expect(await rig.stop())
            #expect(await rig.start(settings) == .active)
            #expect(try await parties(rig).map(\.version) == upgraded.map(\.version))
        }
    }

    @Test(arguments: [0, 1])
    func `A migration that throws keeps the feature from starting, and says where`(_ way: Int) async throws {
        try await write((0..<300).map { OldParty(guests: "g\($0)", people: $0 == 250 ? "many" : "\($0)") })
        try await Rig.with(subjects[way], store: store) { rig in
            guard case .failed(let reason) = await rig.start(settings) else {
                Issue.record("it is \(rig.state)")
                return
            }
            #expect(
                reason == "unreadable: parties: \"party-1250\" can't be upgraded: the migration "
                    + "\"people-is-a-number\" says: people is no number")
        }
    }

    @Test func `A migration sees the names of today`() throws {
        let layout = Party.documents.layout
        #expect(throws: (any Error).self) {
            try layout.upgraded(["guests": "ada", "people": 5], by: layout.upgrades)
        }
        #expect(
            try layout.upgraded(["guests": "ada", "people": "5", "table": ["nr": 2]], by: layout.upgrades)
                == ["host": "ada", "people": 5, "table": ["number": 2]])
    }

    @Test func `What a migration leaves has to fit`() async throws {
        try await write([OldParty(guests: "ada", people: "501")])
        try await Rig.with(subjects[0], store: store) { rig in
            guard case .failed(let reason) = await rig.start(settings) else {
                Issue.record("it is \(rig.state)")
                return
            }
            #expect(
                reason
                    == "unreadable: parties: \"party-1000\" can't be upgraded: parties: \"party-1000\" does not fit: "
                    + "people: must be between 0 and 500, not 501")
        }
    }

    @Test func `Who is erased is found under the new name, also while a worker upgrades its documents`() async throws {
        try await write([OldParty(guests: "accounts:ada", people: "2"), OldParty(guests: "accounts:bob", people: "2")])
        for subject in subjects {
            try await Rig.with(subject, store: store) { rig in
                try rig.serve("accounts.erasures", request: ErasuresAfter.shape, reply: ErasurePage.shape) { value, _ in
                    let after = try value.decoded(as: ErasuresAfter.self).after
                    let all = after > 0 ? [] : [Erasure(number: 1, key: "accounts:ada")]
                    return try Value(encoding: ErasurePage(items: all))
                }
                let newest = try Value(encoding: NewestErasure(number: 1))
                try rig.publish(newest, on: "accounts.erased", NewestErasure.shape, keeping: .latest)
                #expect(await rig.start(settings) == .active)
                await rig.settle()
                await rig.advance(by: .seconds(2))
                #expect(try await parties(rig).map(\.document.host) == ["accounts:bob"])
            }
        }
    }

    @Test func `An upgrade that was interrupted goes on where it was, with that alone`() {
        let layout = Party.documents.layout
        var state = UpgradeProgress()
        let all = layout.upgrades
        #expect(state.next(of: all)?.map(\.id) == all.map(\.id))
        #expect(state.isBehind(all))
        state.took([all[0]], upTo: PageCursor("x"))
        #expect(state.next(of: all)?.map(\.id) == [all[0].id])
        state.took([all[0]], upTo: nil)
        #expect(state.next(of: all)?.map(\.id) == [all[1].id])
        state.took([all[1]], upTo: nil)
        #expect(state.next(of: all) == nil)
        #expect(!state.isBehind(all))
        // A host has not the code of a worker's feature: that is left to the worker.
        let known = [all[0], DocumentUpgrade.migrate(DocumentMigration("later", changing: ["people"]))]
        #expect(UpgradeProgress().next(of: known)?.map(\.id) == [all[0].id])
        #expect(state.next(of: known) == nil && state.isBehind(known))
        state.current = ["later"]
        #expect(state.next(of: known) == nil)
    }
}
