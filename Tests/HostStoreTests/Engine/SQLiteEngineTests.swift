@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostStore

@Suite(.timeLimit(.minutes(1))) struct SQLiteEngineTests {
    private struct Oops: Error, Equatable {}

    /// A transaction that holds the writer until it is let go.
    private func hold(_ shelf: Shelf, until gate: Monitor<Bool>, begun: Signal) async throws {
        try await shelf.engine.write { _ in
            begun.raise()
            gate.waitFor { $0 ? .take(()) : .wait(until: nil) }
        }
    }

    private func open(_ gate: Monitor<Bool>) {
        gate.withLock { $0 = true }
        gate.wakeAll()
    }

    private func waitUntil(_ shelf: Shelf, waits count: Int) async {
        while shelf.engine.status.waiting < count { await Task.yield() }
    }

    @Test func `waiting transactions are committed together`() async throws {
        let shelf = try await Shelf()
        let (gate, begun) = (Monitor(false), Signal())
        try await withThrowingTaskGroup { group in
            group.addTask { try await hold(shelf, until: gate, begun: begun) }
            await begun.wait()
            for number in 0..<64 { group.addTask { _ = try await shelf.put("cup \(number)") } }
            await waitUntil(shelf, waits: 64)
            open(gate)
            try await group.waitForAll()
        }
        let status = shelf.engine.status
        #expect(status.commits == 65)
        #expect(status.batches <= 32)
        #expect(status.documents == 64)
        #expect(await shelf.engine.close())
    }

    @Test func `a body that throws undoes only its own writes`() async throws {
        let shelf = try await Shelf()
        let cups = shelf.cups
        let (gate, begun) = (Monitor(false), Signal())
        try await withThrowingTaskGroup { group in
            group.addTask { try await hold(shelf, until: gate, begun: begun) }
            await begun.wait()
            for number in 0..<40 {
                group.addTask {
                    do {
                        try await shelf.engine.write { tx in
                            _ = try tx.put(Cup(name: "\(number)"), id: "\(number)", in: cups, expecting: .anything)
                            if number.isMultiple(of: 3) {
                                _ = try tx.delete("\(number)", in: cups, expecting: .anything)
                                throw Oops()
                            }
                        }
                    } catch is Oops {}
                }
            }
            await waitUntil(shelf, waits: 40)
            open(gate)
            try await group.waitForAll()
        }
        for number in 0..<40 {
            let isThere = try await shelf.get("\(number)") != nil
            #expect(isThere != number.isMultiple(of: 3), "\(number)")
        }
        #expect(shelf.engine.status.documents == 26)
        #expect(await shelf.engine.close())
        #expect(
            try StoreFile(shelf.path, of: "shop").check([cups]) == StoreCheck(documents: 26, blobs: 0, findings: []))
    }

    @Test func `versions of writes that failed are not handed out again`() async throws {
        let shelf = try await Shelf()
        let cups = shelf.cups
        let seen = Lock<Int64>(0)
        await #expect(throws: Oops.self) {
            try await shelf.engine.write { tx in
                let version = try tx.put(Cup(), id: "a", in: cups, expecting: .anything)
                seen.withLock { $0 = version }
                throw Oops()
            }
        }
        #expect(try await shelf.put("b") > seen.withLock { $0 })
        #expect(await shelf.engine.close())
    }

    @Test func `a refusal that a body catches leaves nothing behind`() async throws {
        let shelf = try await Shelf()
        let cups = shelf.cups
        try await shelf.put("taken", id: "holder")
        let message = try await shelf.engine.write { tx -> String in
            _ = try tx.put(Cup(name: "free"), id: "a", in: cups, expecting: .anything)
            do throws(StoreError) {
                _ = try tx.put(Cup(name: "taken"), id: "a", in: cups, expecting: .anything)
                return "not refused"
            } catch { return error.detail }
        }
        #expect(message == "cups: \"holder\" has the same name")
        #expect(try await shelf.get("a")?.document.name == "free")
        #expect(await shelf.engine.close())
        #expect(try StoreFile(shelf.path, of: "shop").check([cups]).findings == [])
    }

    @Test func `a transaction that was cancelled while it waited does not run`() async throws {
        let shelf = try await Shelf()
        let (gate, begun) = (Monitor(false), Signal())
        async let holder: Void = hold(shelf, until: gate, begun: begun)
        await begun.wait()
        let task = Task { try await shelf.put("never") }
        await waitUntil(shelf, waits: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        open(gate)
        try await holder
        #expect(try await shelf.get("never") == nil)
        #expect(await shelf.engine.close())
    }

    @Test func `closing lets running transactions finish and refuses waiting ones`() async throws {
        let shelf = try await Shelf()
        let (gate, begun) = (Monitor(false), Signal())
        async let holder: Void = hold(shelf, until: gate, begun: begun)
        await begun.wait()
        let waiting = Task { try await shelf.put("late") }
        await waitUntil(shelf, waits: 1)
        let closing = Task { await shelf.engine.close() }
        await #expect(throws: StoreError(.stopped, "shop has been stopped")) { try await waiting.value }
        open(gate)
        try await holder
        #expect(await closing.value)
        await #expect(throws: StoreError(.stopped, "shop has been stopped")) { try await shelf.put("later") }
        await #expect(throws: StoreError(.stopped, "shop has been stopped")) { try await shelf.get("later") }
        await shelf.engine.untilChanged(after: ChangeToken("nothing.0"))
    }

    @Test func `more readers than connections take turns`() async throws {
        let shelf = try await Shelf()
        try await shelf.put("a")
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask {
                    for _ in 0..<20 {
                        let cup = try await shelf.get("a")
                        #expect(cup?.document.name == "a")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await shelf.engine.close())
    }

    @Test func `nothing is written to a removed file`() async throws {
        let shelf = try await Shelf()
        try await shelf.put("a")
        try shelf.folder.remove("shop.db")
        let words = "shop: its file was moved or removed; put it back, or stop the feature and start it again"
        await #expect(throws: StoreError(.unavailable, words + "; nothing was written")) { try await shelf.put("b") }
        await shelf.engine.close()
    }

    @Test func `a byte that changed on the disk is detected by a read and reported`() async throws {
        let shelf = try await Shelf()
        for number in 0..<50 { try await shelf.put("a long enough name \(number)", id: "\(number)") }
        #expect(await shelf.engine.close())
        let connection = try Connection(shelf.path, .writing)
        try connection.execute(
            "UPDATE d1 SET document = CAST(replace(document, 'enough', 'enuogh') AS BLOB) WHERE id = '7'")
        let again = try await Shelf(in: shelf.folder)
        let error = StoreError(.damaged, "shop: its store is damaged: cups \"7\" is not what was written")
        #expect(try await again.get("8") != nil)
        await #expect(throws: error) { try await again.get("7") }
        #expect(again.damage.withLock { $0 } == [error])
        #expect(await again.engine.close())
        #expect(
            try StoreFile(shelf.path, of: "shop").check([shelf.cups]).findings == [
                "cups \"7\" is not what was written"
            ])
    }

    @Test func `a new quota applies from the next commit on`() async throws {
        let shelf = try await Shelf(quota: StoreQuota(documents: 1, bytes: 1_000))
        try await shelf.put("a")
        await #expect(throws: StoreError.full("shop", "documents", most: 1)) { try await shelf.put("b") }
        shelf.engine.setQuota(StoreQuota(documents: 2, bytes: 1_000))
        try await shelf.put("b")
        #expect(await shelf.engine.close())
    }

    @Test func `compacting frees deleted space, and transactions wait for it`() async throws {
        let shelf = try await Shelf()
        let cups = shelf.cups
        try await shelf.engine.write { tx in
            for number in 0..<2_000 {
                let cup = Cup(name: String(repeating: "x", count: 500) + "\(number)")
                _ = try tx.put(cup, id: "\(number)", in: cups, expecting: .anything)
            }
        }
        try await shelf.engine.write { tx in
            for number in 0..<1_990 { _ = try tx.delete("\(number)", in: cups, expecting: .anything) }
        }
        async let compacted = shelf.engine.compact()
        try await shelf.put("meanwhile")
        let (before, after) = try await compacted
        #expect(after < before)
        #expect(try await shelf.get("1995") != nil)
        #expect(await shelf.engine.close())
        #expect(
            try StoreFile(shelf.path, of: "shop").check([cups]) == StoreCheck(documents: 11, blobs: 0, findings: []))
    }

    @Test func `an exclusive task that comes while transactions are gathered runs after them`() async throws {
        let shelf = try await Shelf()
        // The writer gathers for only 5 ms; of twenty attempts some are quick enough.
        for _ in 0..<20 {
            let (gate, begun) = (Monitor(false), Signal())
            try await withThrowingTaskGroup { group in
                group.addTask { try await hold(shelf, until: gate, begun: begun) }
                await begun.wait()
                group.addTask { _ = try await shelf.engine.compact() }
                await waitUntil(shelf, waits: 1)
                open(gate)
                try await group.waitForAll()
            }
        }
        #expect(await shelf.engine.close())
    }
}
