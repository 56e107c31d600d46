@_spi(Hosting) import FeatureKit
import Glibc
import HostStore
import HostSystem
import TestSupport
import Testing

/// Calls fail, one after another: the store says that it is unavailable, loses nothing, and works again afterwards.
@Suite(.timeLimit(.minutes(10)))
struct DiskFaultTests {
    /// A kind of calls, on which files, and the error.
    struct Fault: Sendable, CustomStringConvertible {
        let calls: ForgetfulFolder.Calls
        let end: String
        let code: Int32
        var halfDone = false

        var description: String { "\(calls) on *\(end): \(SystemError(code: code))\(halfDone ? ", half done" : "")" }
    }

    private static let faults = [
        Fault(calls: .write, end: "-wal", code: ENOSPC), Fault(calls: .write, end: "-wal", code: EIO),
        Fault(calls: .write, end: "-wal", code: ENOSPC, halfDone: true),
        Fault(calls: .write, end: ".db", code: ENOSPC), Fault(calls: .write, end: ".db", code: EIO),
        Fault(calls: .write, end: "-wal", code: EDQUOT), Fault(calls: .write, end: "-wal", code: EROFS),
        Fault(calls: .sync, end: "-wal", code: EIO), Fault(calls: .sync, end: ".db", code: EIO),
        Fault(calls: .sync, end: "-wal", code: ENOSPC),
        Fault(calls: .truncate, end: "", code: EIO), Fault(calls: .map, end: "-shm", code: ENOMEM),
        Fault(calls: .write, end: "-shm", code: ENOSPC),
        Fault(calls: .open, end: "-wal", code: EACCES), Fault(calls: .open, end: "-shm", code: EMFILE),
        Fault(calls: .open, end: ".db", code: EMFILE),
        Fault(calls: .read, end: ".db", code: EIO), Fault(calls: .read, end: "-wal", code: EIO),
    ]

    private let ledger: Ledger

    init() throws { ledger = try Ledger() }

    /// What a script has done.
    private struct Done {
        var acknowledged: [Int: Int] = [0: 0, 1: 0]
        var refused = 0
    }

    private static let bookings = 8

    /// What a disk can't read SQLite calls malformed, whatever the reason.
    private static func isTold(_ error: StoreError, _ fault: Fault) -> Bool {
        error.code == .unavailable || fault.calls == .read && error.code == .damaged
    }

    /// Books for two people and reads, whatever fails; what is refused is refused properly.
    private func script(_ engine: SQLiteEngine, _ fault: Fault, _ done: inout Done, _ what: String) async throws {
        for _ in 0..<Self.bookings {
            for person in 0..<2 {
                let next = (done.acknowledged[person] ?? 0) + 1
                do {
                    try await ledger.book(person, next, in: engine)
                    done.acknowledged[person] = next
                } catch let error as StoreError {
                    done.refused += 1
                    #expect(Self.isTold(error, fault), "\(what): \(error)")
                }
            }
            do { _ = try await ledger.balance(Ledger.all, in: engine) } catch let error as StoreError {
                done.refused += 1
                #expect(Self.isTold(error, fault), "\(what): \(error)")
            }
        }
    }

    /// Everything that was acknowledged is there, and the store goes on.
    private func expectWell(_ engine: SQLiteEngine, _ done: Done, _ what: String) async throws {
        // What was refused was not written, except where only the disk knows: then the number is taken already.
        var acknowledged = done.acknowledged
        for person in acknowledged.keys.sorted() {
            let found = try await ledger.balance(Ledger.person(person), in: engine)
            #expect(found == acknowledged[person], "\(what): person \(person)")
            try await ledger.book(person, found + 1, in: engine)
            acknowledged[person] = found + 1
        }
        let fault = try await ledger.fault(engine, acknowledged: acknowledged)
        #expect(fault == nil, "\(what)")
    }

    private func expectClean(_ watched: ForgetfulFolder, _ what: String) async throws {
        let findings = try await ledger.findings(watched.folder["a.db"])
        #expect(findings == [], "\(what)")
    }

    @Test(arguments: faults) func `one call fails, whichever it is`(fault: Fault) async throws {
        var failures = 0
        // Every call of the first ones, then fewer and fewer.
        var call = 0
        while true {
            let what = "\(fault), call \(call)"
            let watched = try ForgetfulFolder()
            let engine = try await ledger.open(watched.folder["a.db"])
            var done = Done()
            watched.fail(
                fault.calls, on: fault.end, after: call, times: fault.halfDone ? 2 : 1, with: fault.code,
                halfDone: fault.halfDone)
            try await script(engine, fault, &done, what)
            let failed = watched.failures
            watched.heal()
            failures += failed
            try await expectWell(engine, done, what)
            await engine.close()
            try await expectClean(watched, what)
            guard failed > 0 else { break }
            call += 1 + call / 6
        }
        print("\(fault): \(failures) failed")
    }

    @Test(arguments: faults) func `every call fails from some moment on, until they come through again`(
        fault: Fault
    ) async throws {
        for call in [0, 1, 2, 5, 11, 23] {
            let what = "\(fault), from call \(call)"
            let watched = try ForgetfulFolder()
            let engine = try await ledger.open(watched.folder["a.db"])
            var done = Done()
            try await script(engine, fault, &done, what)
            #expect(done.refused == 0)
            watched.fail(fault.calls, on: fault.end, after: call, with: fault.code, halfDone: fault.halfDone)
            try await script(engine, fault, &done, what)
            watched.heal()
            try await expectWell(engine, done, what)
            await engine.close()
            try await expectClean(watched, what)
        }
    }

    @Test(arguments: faults + [Fault(calls: .rename, end: "", code: EIO), Fault(calls: .link, end: "", code: EPERM)])
    func `opening fails, whichever call it is, and succeeds afterwards`(fault: Fault) async throws {
        for isNew in [true, false] {
            for call in 0..<40 {
                let what = "\(fault), call \(call), \(isNew ? "new" : "old")"
                let watched = try ForgetfulFolder()
                if !isNew {
                    let engine = try await ledger.open(watched.folder["a.db"])
                    try await ledger.book(0, 1, in: engine)
                    await engine.close()
                }
                watched.fail(fault.calls, on: fault.end, after: call, times: 1, with: fault.code)
                do {
                    let engine = try await ledger.open(watched.folder["a.db"])
                    await engine.close()
                } catch {
                    #expect(Self.isTold(error, fault), "\(what): \(error)")
                }
                let failed = watched.failures
                watched.heal()
                let engine = try await ledger.open(watched.folder["a.db"])
                let balance = try await ledger.balance(Ledger.person(0), in: engine)
                #expect(balance == (isNew ? 0 : 1), "\(what)")
                await engine.close()
                try await expectClean(watched, what)
                if failed == 0 { break }
            }
        }
    }

    @Test func `a sync that fails is not made up for by the next one`() async throws {
        for call in 0..<12 {
            let watched = try ForgetfulFolder()
            let engine = try await ledger.open(watched.folder["a.db"])
            for number in 1...3 { try await ledger.book(0, number, in: engine) }
            watched.fail(.sync, on: "", after: call, times: 1, with: EIO)
            var acknowledged = 3
            for _ in 0..<12 {
                do {
                    try await ledger.book(0, acknowledged + 1, in: engine)
                    acknowledged += 1
                } catch let error as StoreError {
                    #expect(error.code == .unavailable)
                }
            }
            var random = SeededGenerator(seed: UInt64(call))
            var cut = PowerCut(watched.initial)
            for event in watched.events { cut.happen(event) }
            await engine.close()
            for luck in PowerCut.Luck.allCases {
                let folder = try TestFolder.holding(cut.remains(luck, &random))
                let survivor = try await ledger.open(folder["a.db"])
                let fault = try await ledger.fault(survivor, acknowledged: [0: acknowledged])
                #expect(fault == nil, "sync \(call), \(luck)")
                await survivor.close()
            }
        }
    }

    @Test func `a disk that is really full refuses, loses nothing, and takes more once there is room`() async throws {
        guard let disk = try SmallDisk(bytes: 3 << 20) else { return }
        let engine = try await ledger.open(disk.folder["a.db"])
        var done = Done()
        var last: StoreError?
        for _ in 0..<400 where done.refused < 5 {
            let next = (done.acknowledged[0] ?? 0) + 1
            do {
                try await ledger.book(0, next, in: engine)
                done.acknowledged[0] = next
            } catch let error as StoreError {
                done.refused += 1
                last = error
            }
        }
        #expect(last == StoreError(.unavailable, "ledger: the disk is full; nothing was written"))
        let acknowledged = done.acknowledged
        #expect(try await ledger.fault(engine, acknowledged: acknowledged) == nil)
        try disk.grow(to: 64 << 20)
        try await expectWell(engine, done, "with room")
        await engine.close()
    }

    @Test func `a disk that can only be read is said to be so, and serves once it can be written`() async throws {
        guard let disk = try SmallDisk(bytes: 8 << 20) else { return }
        let engine = try await ledger.open(disk.folder["a.db"])
        try await ledger.book(0, 1, in: engine)
        await engine.close()
        try disk.setReadOnly(true)
        let error = await #expect(throws: StoreError.self) { try await ledger.open(disk.folder["a.db"]) }
        #expect(error?.code == .unavailable)
        try disk.setReadOnly(false)
        let again = try await ledger.open(disk.folder["a.db"])
        try await ledger.book(0, 2, in: again)
        #expect(try await ledger.fault(again, acknowledged: [0: 2]) == nil)
        await again.close()
    }

    @Test func `another process that holds the file is waited for, and then it is unavailable`() async throws {
        let folder = try TestFolder()
        let engine = try await ledger.open(folder["a.db"])
        try await ledger.book(0, 1, in: engine)
        let other = try Connection(folder["a.db"], .writing)
        try other.execute("BEGIN IMMEDIATE")
        let error = await #expect(throws: StoreError.self) { try await ledger.book(0, 2, in: engine) }
        #expect(error == StoreError(.unavailable, "ledger: another process holds its file; nothing was written"))
        #expect(try await ledger.balance(Ledger.person(0), in: engine) == 1)
        try other.execute("ROLLBACK")
        try await ledger.book(0, 2, in: engine)
        #expect(try await ledger.fault(engine, acknowledged: [0: 2]) == nil)
        await engine.close()
    }
}
