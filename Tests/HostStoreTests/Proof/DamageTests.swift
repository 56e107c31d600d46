@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostStore

/// Whatever happens to a file that lies there: it is told, nothing wrong is handed out, and the file is let be.
@Suite(.timeLimit(.minutes(10)))
struct DamageTests {
    private static let file = "ledger.db"
    private static let bookings = 40

    private let ledger: Ledger

    init() throws { ledger = try Ledger() }

    /// A store that was closed, or one whose process was killed, with its log.
    private func store(closed: Bool) async throws -> [String: [UInt8]] {
        let folder = try TestFolder()
        let engine = try await ledger.open(folder[Self.file])
        for number in 1...Self.bookings { try await ledger.book(number % 2, (number + 1) / 2, in: engine) }
        let files = try folder.filesInIt()
        await engine.close()
        return closed ? try folder.filesInIt() : files
    }

    /// What a look at a store found.
    private struct Look {
        /// Of every id that was there, what is there now; nil where the answer was an error.
        var found: [String: Entry?] = [:]
        var accounts: [String: Account?] = [:]
        var errors: [StoreError] = []
        var findings: [String]?
        var opened = false
    }

    private static let ids = (0..<2).flatMap { person in (1...bookings / 2).map { "\(person)-\($0)" } }

    /// Opens it, reads all that it can, and checks it.
    private func look(_ folder: TestFolder) async -> Look {
        var look = Look()
        do throws(StoreError) {
            let engine = try await ledger.open(folder[Self.file])
            look.opened = true
            for id in Self.ids {
                await collect(&look.errors) {
                    let found = try await engine.read {
                        try $0.document(id, in: ledger.entries, as: Entry.self)?.document
                    }
                    look.found[id] = .some(found)
                }
            }
            for id in ["person-0", "person-1", Ledger.all] {
                await collect(&look.errors) {
                    let found = try await engine.read {
                        try $0.document(id, in: ledger.accounts, as: Account.self)?.document
                    }
                    look.accounts[id] = .some(found)
                }
            }
            for id in Self.ids {
                await collect(&look.errors) {
                    _ = try await engine.read { session in
                        guard let blob = try session.blob("receipts/\(id)") else { return }
                        let parts = id.split(separator: "-").compactMap { Int($0) }
                        // What is handed out is what was written, or nothing is.
                        let bytes = try session.bytes(of: blob, range: 0..<blob.size)
                        guard bytes == Ledger.receipt(parts[0], parts[1]).bytes else {
                            Issue.record("receipt \(id) has other bytes")
                            return
                        }
                    }
                }
            }
            await collect(&look.errors) {
                let query = try CheckedQuery(
                    of: ledger.entries, where: [.contains("note", "booking")], order: nil, limit: 1_000, after: nil)
                let page = try await engine.read { try $0.page(query, of: ledger.entries, as: Entry.self) }
                for item in page.items { look.found[item.id] = .some(item.document) }
            }
            await collect(&look.errors) {
                let token = try await engine.read { try $0.token }
                let place = token.place ?? ("", 0)
                let start = ChangeToken(history: place.history, position: max(0, place.position - 40))
                _ = try await engine.changes(of: ledger.entries, as: Entry.self, after: start, most: 1_000)
            }
            await collect(&look.errors) { try await ledger.book(5, 1, in: engine) }
            await engine.close()
        } catch { look.errors.append(error) }
        do { look.findings = try await ledger.findings(folder[Self.file]) } catch { look.findings = ["\(error)"] }
        return look
    }

    private func collect(_ errors: inout [StoreError], _ body: () async throws -> Void) async {
        do { try await body() } catch let error as StoreError { errors.append(error) } catch {
            Issue.record("\(error)")
        }
    }

    /// What is wrong with how a store dealt with its damage; nil where nothing is.
    ///
    /// - Parameter lost: How many of the last bookings may be missing without a word.
    private func fault(_ look: Look, lost: Int = 0) -> String? {
        for error in look.errors where ![.damaged, .unavailable, .unreadable, .behind].contains(error.code) {
            return "answers \(error)"
        }
        let isTold = !look.errors.isEmpty || look.findings.map { !$0.isEmpty } ?? true
        var balances: [Int] = []
        for person in 0..<2 {
            guard let account = look.accounts[Ledger.person(person)] else { balances.append(-1); continue }
            balances.append(account?.balance ?? 0)
        }
        // Whatever is handed out is one moment's; what is not there is told.
        if !isTold, balances.reduce(0, +) < Self.bookings - lost { return "has \(balances) bookings" }
        for (id, found) in look.found {
            let parts = id.split(separator: "-").compactMap { Int($0) }
            guard parts.count == 2, balances.indices.contains(parts[0]) else { return "there is an entry \(id)" }
            let written = Ledger.entry(parts[0], parts[1])
            if let found, found != written { return "entry \(id) is \(found)" }
            guard !isTold else { continue }
            let last = balances[parts[0]]
            let isDeleted = (1...max(1, last)).contains { $0 <= last && Ledger.deleted(by: $0) == parts[1] }
            let expected = parts[1] <= last && !isDeleted ? written : nil
            guard found == expected else { return "entry \(id) of \(balances) is \(found as Any)" }
        }
        for (id, found) in look.accounts {
            let most = id == Ledger.all ? Self.bookings : Self.bookings / 2
            if let found, !(0...most).contains(found.balance) { return "account \(id) is \(found)" }
        }
        return nil
    }

    @Test(arguments: Seeds.forThisRun(count: 1))
    func `any bytes of a file are changed`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let stores = [try await store(closed: true), try await store(closed: false)]
        var (refused, read, clean) = (0, 0, 0)
        for round in 0..<150 {
            var files = stores[round % 2]
            let name = round % 4 == 3 ? Self.file + "-wal" : Self.file
            guard let whole = files[name], !whole.isEmpty else { continue }
            var bytes = whole
            let what = Self.damage(&bytes, &random)
            files[name] = bytes
            files[Self.file + "-shm"] = nil
            let folder = try TestFolder.holding(files)
            let look = await look(folder)
            // Of a log that is cut off nothing says how long it was, and of its last commit nothing whether it was synced;
            // nor that the one before it ended, where the very words that say so are damaged.
            let hidden = Self.hitsHead(of: bytes, whole) ? 2 : 1
            let lost = name == Self.file ? 0 : what.hasPrefix("cut") ? Self.bookings : hidden
            #expect(fault(look, lost: lost) == nil, "seed \(seed), round \(round): \(name): \(what)")
            if !look.opened { refused += 1 } else if look.errors.isEmpty { clean += 1 } else { read += 1 }
            guard !look.opened else { continue }
            #expect(try folder.bytes(of: Self.file) == files[Self.file], "seed \(seed), round \(round): \(what)")
        }
        print(
            "of 150 damaged files \(refused) did not open, \(read) were found out as they were read, \(clean) were not")
    }

    /// Whether the head of one of a log's frames was damaged, which says where commits end.
    private static func hitsHead(of log: [UInt8], _ whole: [UInt8]) -> Bool {
        stride(from: 32, to: min(log.count, whole.count) - 24, by: 24 + 4_096).contains { place in
            log[place..<place + 24] != whole[place..<place + 24]
        }
    }

    /// Damages bytes as disks and people do, and says how.
    private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) -> String {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1:
            let bit = UInt8(1) << Int.random(in: 0..<8, using: &random)
            bytes[place] ^= bit
            return "bit \(bit) at \(place)"
        case 2:
            let end = min(bytes.count, place + Int.random(in: 1...64, using: &random))
            for index in place..<end { bytes[index] = .random(in: 0...255, using: &random) }
            return "bytes \(place)..<\(end)"
        case 3:
            let page = place / 4_096 * 4_096
            for index in page..<min(bytes.count, page + 4_096) { bytes[index] = 0 }
            return "zeros from \(page)"
        case 4:
            bytes.removeLast(bytes.count - place)
            return "cut off at \(place)"
        case 5:
            // In the first page, where it hurts most.
            let place = place % min(bytes.count, 4_096)
            bytes[place] = .random(in: 0...255, using: &random)
            return "byte at \(place)"
        default:
            let (page, other) = (place / 4_096 * 4_096, Int.random(in: 0..<bytes.count, using: &random) / 4_096 * 4_096)
            let count = min(4_096, bytes.count - max(page, other))
            for index in 0..<count { bytes[page + index] = bytes[other + index] }
            return "page at \(other) also at \(page)"
        }
    }

    private func expectRefused(_ files: [String: [UInt8]], _ detail: String, _ name: String = file) async throws {
        let folder = try TestFolder.holding(files)
        let error = await #expect(throws: StoreError.self) { try await ledger.open(folder[name]) }
        #expect(error == StoreError(.damaged, "ledger: its store is damaged: \(detail)"))
        // SQLite lays an empty log beside what it has looked at.
        #expect(
            try folder.filesInIt().filter { files[$0.key] != nil || !$0.value.isEmpty && !$0.key.hasSuffix("-shm") }
                == files, "\(detail)")
    }

    @Test func `what is no store is not made one`() async throws {
        let whole = try await store(closed: true)
        try await expectRefused([Self.file: []], "its file is empty")
        try await expectRefused(
            [Self.file: Array("hello, I am a text\n".utf8)], "its file is no SQLite database")
        try await expectRefused(
            [Self.file: [UInt8](repeating: 0, count: 65_536)], "its file is no SQLite database")
        try await expectRefused(
            [Self.file: (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 7) }], "its file is no SQLite database")
        let cut = try #require(whole[Self.file]).prefix(10_000)
        try await expectRefused([Self.file: Array(cut)], "database disk image is malformed")
        try await expectRefused([Self.file: Array(cut.prefix(99))], "its file is cut off")
    }

    @Test func `the database of another application is let be`() async throws {
        let folder = try TestFolder.holding([Self.file: []])
        do {
            let other = try Connection(folder[Self.file], .writing)
            try other.execute(
                "CREATE TABLE messages (id INTEGER PRIMARY KEY, text); INSERT INTO messages VALUES (1, 'hi')")
        }
        let files = try folder.filesInIt()
        try await expectRefused(files, "its file is a database of another application")
    }

    @Test func `a file that is gone while its log is there is missed`() async throws {
        var files = try await store(closed: false)
        files[Self.file] = nil
        files[Self.file + "-shm"] = nil
        try await expectRefused(files, "its file is gone, but its log (-wal) is still there")
    }

    @Test func `a log of garbage is damaged, and one that was begun and never written is none`() async throws {
        let closed = try await store(closed: true)
        var random = SeededGenerator(seed: 5)
        for count in [32, 33, 4_096, 100_000] {
            var files = closed
            files[Self.file + "-wal"] = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            try await expectRefused(files, "its log (-wal) is not what was written")
        }
        for count in [0, 1, 31, 32, 4_096] {
            var files = closed
            files[Self.file + "-wal"] = [UInt8](repeating: 0, count: count)
            let look = await look(try TestFolder.holding(files))
            #expect(look.errors == [] && fault(look) == nil, "\(count) bytes")
        }
    }

    @Test func `each page in a log is missed, but for those of its last commit`() async throws {
        let files = try await store(closed: false)
        let log = try #require(files[Self.file + "-wal"])
        let (header, frame) = (32, 24 + 4_096)
        let places = stride(from: header, through: log.count - frame, by: frame).map { $0 }
        // The second number of a frame's head is that of the database's pages where a commit ends with it.
        func isCommit(_ place: Int) -> Bool { log[place + 4..<place + 8].contains { $0 != 0 } }
        let commits = places.indices.filter { isCommit(places[$0]) }
        try #require(commits.count > 30 && commits.last == places.count - 1)
        let last = commits[commits.count - 2] + 1
        let folder = try TestFolder()
        for (index, place) in places.enumerated() where index % 25 == 0 || index > places.count - 60 {
            var damaged = log
            damaged[place + 24 + 100] ^= 1
            try folder.put(damaged, as: "log")
            #expect(try LogCheck.isDamaged(folder["log"]) == (index < last), "frame \(index) of \(places.count)")
        }
    }
}
