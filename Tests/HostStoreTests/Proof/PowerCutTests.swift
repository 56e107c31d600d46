@_spi(Hosting) import FeatureKit
import Foundation
import Glibc
import HostStore
import HostSystem
import TestSupport
import Testing

/// The power goes at every step of a store's life, and what was acknowledged is there, whole, and nothing by halves.
@Suite(.timeLimit(.minutes(15)))
struct PowerCutTests {
    private static let file = "ledger.db"
    private static let writers = 16
    /// What is acknowledged besides bookings.
    private enum Mark {
        static let opened = -1
        static let backedUp = -2
        /// The mark of a person's booking.
        static func booking(_ person: Int, _ number: Int) -> Int { person * 100_000 + number }
    }

    /// How many moments of a long life are looked at.
    private static let most = Soak.rounds * 4

    private let ledger: Ledger

    init() throws { ledger = try Ledger() }

    // MARK: - Lives

    private func path(_ watched: ForgetfulFolder, _ name: String = Self.file) -> String { watched.folder[name] }

    /// Opens a store and books something, one after another.
    private func begin(_ watched: ForgetfulFolder, bookings: Int) async throws {
        let engine = try await ledger.open(path(watched))
        watched.mark(Mark.opened)
        for number in stride(from: 1, through: bookings, by: 1) {
            try await ledger.book(0, number, in: engine)
            watched.mark(Mark.booking(0, number))
        }
        await engine.close()
    }

    /// Many book at the same time.
    private func crowd(_ watched: ForgetfulFolder, _ engine: SQLiteEngine, each count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for person in 0..<Self.writers {
                group.addTask { [ledger] in
                    let first = try await ledger.balance(Ledger.person(person), in: engine) + 1
                    for number in first..<first + count {
                        try await ledger.book(person, number, in: engine)
                        watched.mark(Mark.booking(person, number))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    // MARK: - Afterwards

    /// What is wrong with what is left; nil where nothing is.
    private func fault(_ files: [String: [UInt8]], marks: [Int], _ ledger: Ledger) async throws -> String? {
        let folder = try TestFolder.holding(files)
        if marks.contains(Mark.opened), files[Self.file] == nil { return "has no file" }
        var acknowledged: [Int: Int] = [:]
        for mark in marks where mark >= 0 { acknowledged[mark / 100_000, default: 0] += 1 }
        do {
            let engine = try await ledger.open(folder[Self.file])
            if let fault = try await ledger.fault(engine, acknowledged: acknowledged) { return fault }
            await engine.close()
            let findings = try await ledger.findings(folder[Self.file])
            if !findings.isEmpty { return "is damaged: \(findings)" }
        } catch { return "answers \(error)" }
        return nil
    }

    /// What is wrong after the power went at some moments, all of them where there are few.
    private func faults(
        _ watched: ForgetfulFolder, seed: UInt64, stopAtFirst: Bool = false, from first: Int = 0,
        opening ledger: Ledger? = nil
    ) async throws -> [String] {
        let events = watched.events
        var random = SeededGenerator(seed: seed)
        var moments = Set((first..<events.count).shuffled(using: &random).prefix(Self.most))
        moments.insert(events.count - 1)
        var cut = PowerCut(watched.initial)
        var faults: [String] = []
        for (index, event) in events.enumerated() {
            cut.happen(event)
            guard moments.contains(index) else { continue }
            for luck in PowerCut.Luck.allCases {
                let remains = cut.remains(luck, &random)
                if let fault = try await fault(remains, marks: cut.marks, ledger ?? self.ledger) {
                    faults.append("seed \(seed), after event \(index) of \(events.count), \(luck): it \(fault)")
                    if stopAtFirst || faults.count > 20 { return faults }
                }
            }
        }
        return faults
    }

    private func expectNone(_ faults: [String], at place: SourceLocation = #_sourceLocation) {
        for fault in faults { Issue.record("\(fault)", sourceLocation: place) }
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `while a store is made, there is none or one that opens`(seed: UInt64) async throws {
        let watched = try ForgetfulFolder()
        try await begin(watched, bookings: 0)
        expectNone(try await faults(watched, seed: seed))
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `while one after another is booked`(seed: UInt64) async throws {
        let watched = try ForgetfulFolder()
        try await begin(watched, bookings: 25)
        expectNone(try await faults(watched, seed: seed))
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `while sixteen book at the same time, and old changes are thrown away`(seed: UInt64) async throws {
        let watched = try ForgetfulFolder()
        let engine = try await ledger.open(path(watched))
        watched.mark(Mark.opened)
        try await crowd(watched, engine, each: 10)
        let status = engine.status
        #expect(status.commits > status.batches, "nothing was committed together")
        await engine.close()
        expectNone(try await faults(watched, seed: seed))
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `while a later version of the feature makes other indexes`(seed: UInt64) async throws {
        let folder = try TestFolder()
        let engine = try await ledger.open(folder[Self.file])
        for number in 1...25 { try await ledger.book(0, number, in: engine) }
        await engine.close()
        let watched = try ForgetfulFolder(folder)
        watched.mark(Mark.opened)
        for number in 1...25 { watched.mark(Mark.booking(0, number)) }
        let first = watched.count
        let later = try Ledger(.laterAccounts)
        let reopened = try await later.open(path(watched))
        try await later.book(0, 26, in: reopened)
        watched.mark(Mark.booking(0, 26))
        await reopened.close()
        // Whichever version comes next finds its indexes.
        expectNone(try await faults(watched, seed: seed, from: first, opening: later))
        expectNone(try await faults(watched, seed: seed, from: first))
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `while a store is compacted and backed up`(seed: UInt64) async throws {
        let watched = try ForgetfulFolder()
        let engine = try await ledger.open(path(watched))
        watched.mark(Mark.opened)
        try await crowd(watched, engine, each: 4)
        _ = try await engine.compact()
        try await crowd(watched, engine, each: 2)
        _ = try StoreFile(path(watched), of: "ledger").backup(to: path(watched, "copy.db"))
        watched.mark(Mark.backedUp)
        await engine.close()
        try await expectBackup(watched, seed: seed)
        expectNone(try await faults(watched, seed: seed))
    }

    /// A backup that was acknowledged is there and whole; before that there is none, or it is whole as well.
    private func expectBackup(_ watched: ForgetfulFolder, seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var cut = PowerCut(watched.initial)
        let events = watched.events
        var looked = 0
        for (index, event) in events.enumerated() {
            cut.happen(event)
            let isLast = index == events.count - 1
            for luck in PowerCut.Luck.allCases {
                let remains = cut.remains(luck, &random)
                guard let copy = remains["copy.db"] else {
                    #expect(!cut.marks.contains(Mark.backedUp), "seed \(seed), event \(index), \(luck)")
                    continue
                }
                looked += 1
                guard isLast || looked % 4 == 0 || !cut.marks.contains(Mark.backedUp) else { continue }
                var acknowledged = Array(repeating: 0, count: 0)
                acknowledged = (0..<Self.writers).flatMap { person in (1...6).map { Mark.booking(person, $0) } }
                let fault = try await fault([Self.file: copy], marks: acknowledged, ledger)
                #expect(fault == nil, "seed \(seed), event \(index), \(luck)")
            }
        }
        #expect(looked > 0)
    }

    /// A check that never finds anything proves nothing.
    @Test(arguments: ["-wal", "ledger.db", ".new", "/"])
    func `a store that leaves out a sync is found out`(end: String) async throws {
        let watched = try ForgetfulFolder()
        watched.neglect(end)
        try await begin(watched, bookings: 12)
        let found = try await faults(watched, seed: 3, stopAtFirst: true)
        #expect(found != [])
    }

    @Test(arguments: Seeds.forThisRun(count: 2))
    func `crash after crash, it goes on from where it was`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var files: [String: [UInt8]] = [:]
        var acknowledged: [Int: Int] = [:]
        for crash in 0..<6 {
            let watched = try ForgetfulFolder(.holding(files))
            let engine = try await ledger.open(path(watched))
            var start: [Int: Int] = [:]
            for person in 0..<Self.writers {
                start[person] = try await ledger.balance(Ledger.person(person), in: engine)
            }
            let opened = watched.count
            try await crowd(watched, engine, each: 2)
            // The process is still there when the power goes; it closes later, unseen.
            let events = watched.events
            var cut = PowerCut(watched.initial)
            let last = Int.random(in: opened...events.count, using: &random)
            for event in events.prefix(last) { cut.happen(event) }
            for (person, count) in start { acknowledged[person] = count }
            for mark in cut.marks { acknowledged[mark / 100_000, default: 0] += 1 }
            files = cut.remains(.anything, &random)
            await engine.close()
            let folder = try TestFolder.holding(files)
            let survivor = try await ledger.open(folder[Self.file])
            let fault = try await ledger.fault(survivor, acknowledged: acknowledged)
            await survivor.close()
            #expect(fault == nil, "seed \(seed), crash \(crash)")
        }
    }
}
