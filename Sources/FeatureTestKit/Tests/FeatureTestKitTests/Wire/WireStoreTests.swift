import Dispatch
@_spi(Hosting) import FeatureKit
import Testing

@_spi(Hosting) @testable import FeatureRig
@_spi(Hosting) @testable import FeatureWire

/// What only a store behind a wire can get wrong.
@Suite(.timeLimit(.minutes(1))) struct WireStoreTests {
    private struct Note: Shaped, Codable, Equatable {
        var text: String
        static let shape = Shape.object([Field("text", .text(length: 0...1_000_000), "A text.")])
    }

    private struct Refused: Error {}

    /// A store of notes behind a wire, as a run has it.
    private struct Bench {
        let memory = MemoryStore()
        let stores: LoopedStores
        let engine: any StoreEngine
        let store: Store
        let notes: StoredCollection<Note>
        let blobs: Blobs
        let link: StoreLink

        init(pause: Duration = WireLimits.transactionPause) async throws {
            stores = LoopedStores(memory, pause: pause)
            let documents = Documents<Note>("notes")
            let collections = [try CheckedCollection(documents.layout, of: "shop")]
            engine = try await stores.open("shop", collections)
            let access = StoreAccess(feature: "shop", stop: Signal())
            access.open(engine, collections, blobs: true)
            (store, blobs) = (access.store, access.blobs)
            notes = try store.collection(documents)
            link = try #require(stores.link(of: "shop"))
        }

        var complaints: [WireError] { link.complaints.withLock { $0 } }

        /// Asks as a worker that keeps to nothing.
        func ask(_ kind: WireKind, _ write: (inout WireWriter) -> Void) throws -> WireMessage {
            try link.calls.askBlocking(kind, writing: write)
        }
    }

    @Test func `What a body throws goes through, and nothing is written`() async throws {
        let bench = try await Bench()
        let notes = bench.notes
        await #expect(throws: Refused.self) {
            try await bench.store.transaction { tx in
                try tx.put(notes, Note(text: "a"), id: "a")
                throw Refused()
            }
        }
        #expect(try await notes.count() == 0)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `A body runs again as often as the engine's does`() async throws {
        let bench = try await Bench()
        bench.memory.contend(times: 3)
        let runs = Lock(0)
        let notes = bench.notes
        try await bench.store.transaction { tx in
            runs.withLock { $0 += 1 }
            #expect(try tx.get(notes, "a") == nil)
            try tx.put(notes, Note(text: "a"), id: "a")
        }
        #expect(runs.withLock { $0 } == 4)
        #expect(try await notes.get("a")?.document == Note(text: "a"))
        bench.memory.contend(times: StoreLimits.tries)
        await #expect(throws: StoreError.contended("shop")) { try await notes.put(Note(text: "b"), id: "b") }
    }

    @Test func `More transactions than may be open wait for their turn`() async throws {
        let bench = try await Bench()
        let notes = bench.notes
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<WireLimits.transactions * 5 {
                group.addTask {
                    try await notes.put(Note(text: "\(number)"), id: "\(number)")
                    #expect(try await notes.get("\(number)")?.document.text == "\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await notes.count() == WireLimits.transactions * 5)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `A page that no message holds comes whole, and goes on where it ended`() async throws {
        let bench = try await Bench()
        let notes = bench.notes
        let text = String(repeating: "x", count: 200_000)
        try await bench.store.transaction { tx in
            for number in 0..<120 { try tx.put(notes, Note(text: text), id: "\(1_000 + number)") }
        }
        let page = try await notes.query(limit: 110)
        #expect(page.items.map(\.id) == (0..<110).map { "\(1_000 + $0)" })
        #expect(page.items.allSatisfy { $0.document.text == text })
        let rest = try await notes.query(limit: 110, after: page.next)
        #expect(rest.items.map(\.id) == (110..<120).map { "\(1_000 + $0)" })
        #expect(rest.next == nil)
        let start = try await bench.store.read { try $0.token }
        try await bench.store.transaction { tx in
            for number in 0..<120 { try tx.delete(notes, "\(1_000 + number)") }
            for number in 0..<60 { try tx.put(notes, Note(text: text), id: "n\(number)") }
        }
        var seen = 0
        for try await change in try await notes.changes(after: start) {
            seen += 1
            if change.id == "n59" { break }
        }
        #expect(seen == 180)
    }

    @Test func `A large blob goes both ways, and one that is too large nowhere`() async throws {
        let bench = try await Bench()
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let blob = try await bench.blobs.put(Media(type: "image/png", bytes: bytes), id: "b")
        #expect(blob.size == bytes.count)
        #expect(try await bench.blobs.get("b") == Media(type: "image/png", bytes: bytes))
        #expect(try await bench.blobs.get("b", range: 131_000..<393_300) == Array(bytes[131_000..<393_300]))
        try await bench.blobs.put(Media(type: "text/plain", bytes: []), id: "empty")
        #expect(try await bench.blobs.get("empty")?.bytes == [])
        let large = Media(type: "image/png", bytes: [UInt8](repeating: 0, count: StoreLimits.blobBytes + 1))
        await #expect(throws: StoreError.tooLarge("blob \"b\"", large.bytes.count, most: StoreLimits.blobBytes)) {
            try await bench.blobs.put(large, id: "b")
        }
    }

    @Test func `A transaction that says nothing is undone, and others go on`() async throws {
        let bench = try await Bench(pause: .milliseconds(50))
        let notes = bench.notes
        let (began, isOver) = (Signal(), DispatchSemaphore(value: 0))
        let silent = StoreError(.unavailable, "shop: a transaction said nothing for 0.05 seconds and was undone")
        let late = Task {
            try await bench.store.transaction { tx in
                try tx.put(notes, Note(text: "late"), id: "late")
                began.raise()
                // As long as it takes until somebody else has had a turn.
                isOver.wait()
                do throws(StoreError) {
                    try tx.put(notes, Note(text: "later"), id: "later")
                    Issue.record("went on")
                } catch { #expect(error == silent) }
            }
        }
        await began.wait()
        // It waits behind the silent one, and is let through.
        try await notes.put(Note(text: "other"), id: "other")
        isOver.signal()
        await #expect(throws: silent) { try await late.value }
        #expect(try await notes.get("late") == nil)
        #expect(try await notes.get("other") != nil)
        #expect(bench.complaints.isEmpty)
    }

    @Test func `What a worker wrote that has gone is undone`() async throws {
        let bench = try await Bench()
        _ = try bench.ask(.write) {
            $0.number(UInt32(7))
            $0.flag(false)
        }
        let put = StoreOperation.put(collection: "notes", id: "a", .anything, ["text": "a"])
        #expect(
            try bench.ask(.operation) {
                $0.number(UInt32(7))
                $0.operation(put)
            }.kind == .reply)
        bench.link.served.close()
        let kept = try await bench.memory.visit("shop", [.keeps(Documents<Note>("notes"))])
        let store = kept.store
        #expect(try await store.collection(Documents<Note>("notes")).count() == 0)
    }

    @Test func `A cancelled transaction that waits for its turn is not begun`() async throws {
        let bench = try await Bench()
        let notes = bench.notes
        let (began, goOn) = (Signal(), DispatchSemaphore(value: 0))
        async let first: Void = bench.store.transaction { tx in
            began.raise()
            goOn.wait()
            try tx.put(notes, Note(text: "first"), id: "first")
        }
        await began.wait()
        let second = Task { try await notes.put(Note(text: "second"), id: "second") }
        second.cancel()
        goOn.signal()
        try await first
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try await notes.get("second") == nil)
        #expect(try await notes.get("first") != nil)
    }

    @Test func `What a worker begins after its run was cancelled is refused at once`() async throws {
        let bench = try await Bench()
        try await bench.notes.put(Note(text: "before"), id: "before")
        await bench.link.cancelWork()
        // More than may be open at the same time: none of them stays in its place.
        for number in 0..<WireLimits.transactions * 2 {
            await #expect(throws: StoreError.stopped("shop")) {
                try await bench.notes.put(Note(text: "late"), id: "\(number)")
            }
            await #expect(throws: StoreError.stopped("shop")) { try await bench.notes.get("before") }
        }
        #expect(bench.complaints.isEmpty)
        bench.link.close()
    }

    @Test func `Who waits for changes is let go when it is cancelled, and when the host ends`() async throws {
        let bench = try await Bench()
        let place = try await bench.store.read { try $0.token }
        let engine = bench.engine
        let cancelled = Task { await engine.untilChanged(after: place) }
        cancelled.cancel()
        await cancelled.value
        let left = Task { await engine.untilChanged(after: place) }
        bench.link.close()
        await left.value
        await #expect(throws: StoreError.stopped("shop")) { try await bench.notes.get("a") }
    }

    // MARK: - A worker that keeps to nothing

    @Test func `What is no transaction ends the worker`() async throws {
        let bench = try await Bench()
        func say(_ kind: WireKind, _ write: (inout WireWriter) -> Void) throws {
            try bench.link.served.receive(WireMessage(kind, 99, writing: write))
        }
        #expect(throws: WireError.malformed("there is no transaction 1")) {
            try say(.operation) {
                $0.number(UInt32(1))
                $0.operation(.token)
            }
        }
        #expect(throws: WireError.malformed("there is no transaction 1")) {
            try say(.finish) { $0.verdict(.keep, of: 1) }
        }
        // What has ended already may be given up by mistake.
        try say(.finish) { $0.verdict(.giveUp, of: 1) }
        for number in 0..<WireLimits.transactions {
            try say(.write) {
                $0.number(UInt32(number))
                $0.flag(false)
            }
        }
        #expect(throws: WireError.malformed("transaction 3 is open already")) {
            try say(.read) {
                $0.number(UInt32(3))
                $0.flag(false)
            }
        }
        #expect(throws: WireError.tooLarge("more than 16 transactions at the same time")) {
            try say(.write) {
                $0.number(UInt32(16))
                $0.flag(false)
            }
        }
        bench.link.close()
    }

    @Test func `Who asks before it was answered ends the worker`() async throws {
        let bench = try await Bench()
        let (began, goOn) = (Signal(), DispatchSemaphore(value: 0))
        async let first: Void = bench.store.transaction { _ in
            began.raise()
            goOn.wait()
        }
        await began.wait()
        // The second transaction waits behind the first one, and can't be answered yet.
        try bench.link.served.receive(
            WireMessage(.write, 99) {
                $0.number(UInt32(99))
                $0.flag(false)
            })
        #expect(throws: WireError.malformed("a transaction asks before it was answered")) {
            try bench.link.served.receive(
                WireMessage(.operation, 101) {
                    $0.number(UInt32(99))
                    $0.operation(.token)
                })
        }
        goOn.signal()
        try await first
        bench.link.close()
    }

    @Test func `Who writes where it may only read, or asks for what is not there, is refused`() async throws {
        let bench = try await Bench()
        _ = try bench.ask(.read) {
            $0.number(UInt32(7))
            $0.flag(false)
        }
        func refusal(_ operation: StoreOperation) throws -> StoreRefusal? {
            let answer = try bench.ask(.operation) {
                $0.number(UInt32(7))
                $0.operation(operation)
            }
            guard answer.kind == .refusal else { return nil }
            return try answer.read { (reader) throws(WireError) in try reader.storeRefusal() }
        }
        let reads = StoreRefusal.refused(StoreError(.misused, "shop: writes where it may only read"))
        #expect(try refusal(.put(collection: "notes", id: "a", .anything, ["text": "a"])) == reads)
        #expect(try refusal(.delete(collection: "notes", id: "a", .anything)) == reads)
        #expect(try refusal(.piece([1])) == reads)
        #expect(try refusal(.putBlob(id: "a", type: "a/b")) == reads)
        #expect(try refusal(.deleteBlob(id: "a")) == reads)
        #expect(
            try refusal(.document(collection: "note", id: "a"))
                == .refused(.undeclared("note", of: "shop", declared: ["notes"])))
        #expect(try refusal(.document(collection: "notes", id: "")) == .refused(.noID("")))
        var query = StoreOperation.Query()
        query.limit = 1_001
        #expect(try refusal(.page(collection: "notes", query)) != nil)
        query.limit = 1
        query.conditions = [.equals("nothing", 1)]
        #expect(try refusal(.count(collection: "notes", query)) != nil)
        query.conditions = [.near("text", of: GeoPoint(lat: .nan, lon: .infinity))]
        #expect(try refusal(.page(collection: "notes", query)) != nil)
        query.conditions = []
        query.cursor = PageCursor("AAAA")
        #expect(try refusal(.page(collection: "notes", query)) != nil)
        #expect(try refusal(.bytes(id: "a", from: .max, count: .max)) == nil)
        #expect(try refusal(.token) == nil)
        bench.link.close()
    }
}
