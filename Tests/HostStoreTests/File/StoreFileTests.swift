@_spi(Hosting) import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostStore

/// What a file has to be, and what happens to one that is something else: nothing.
@Suite(.timeLimit(.minutes(1))) struct StoreFileTests {
    private func write(_ bytes: [UInt8], to path: String) throws {
        let file = try Descriptor { unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }
        try file.write(bytes)
    }

    private func names(_ folder: String) throws -> [String] {
        try FolderNames.read(folder, most: 100) { $0 != "." && $0 != ".." }.names.sorted()
    }

    private func read(_ path: String) throws -> [UInt8] { try FileNames.start(of: path, most: 1 << 22) ?? [] }

    private func refusal(_ folder: TestFolder) async -> StoreError? {
        do {
            await (try Shelf(in: folder)).engine.close()
            return nil
        } catch { return error as? StoreError }
    }

    @Test func `a new store is whole, private, and leaves nothing beside it`() async throws {
        let shelf = try await Shelf()
        #expect(await shelf.engine.close())
        #expect(try names(shelf.folder.path) == ["shop.db"])
        var found = stat()
        #expect(unsafe stat(shelf.path, &found) == 0)
        #expect(found.st_mode & 0o777 == 0o600)
        #expect(try StoreFile(shelf.path, of: "shop").check() == StoreCheck(documents: 0, blobs: 0, findings: []))
    }

    @Test func `what a crash left of making a store is in nobody's way`() async throws {
        let folder = try TestFolder()
        try write(Array("half".utf8), to: folder["shop.db.new"])
        try write(Array("a log".utf8), to: folder["shop.db.new-wal"])
        #expect(await refusal(folder) == nil)
        #expect(try names(folder.path) == ["shop.db"])
    }

    @Test(
        arguments: [
            ([], "its file is empty"), (Array("hello".utf8), "its file is no SQLite database"),
            (Array("SQLite format 3\0".utf8), "its file is cut off"),
            ([UInt8](repeating: 0, count: 8_192), "its file is no SQLite database"),
        ] as [([UInt8], String)])
    func `what is no database is left as it is`(bytes: [UInt8], words: String) async throws {
        let folder = try TestFolder()
        try write(bytes, to: folder["shop.db"])
        #expect(await refusal(folder) == StoreError(.damaged, "shop: its store is damaged: \(words)"))
        #expect(try read(folder["shop.db"]) == bytes)
        #expect(try names(folder.path) == ["shop.db"])
    }

    @Test func `a pipe in the place of a store is refused, and nobody waits for it`() async throws {
        let folder = try TestFolder()
        #expect(unsafe mkfifo(folder["shop.db"], 0o600) == 0)
        let error = StoreError(.damaged, "shop: its store is damaged: what has its name is no file")
        #expect(await refusal(folder) == error)
        #expect(throws: error) { try StoreFile(folder["shop.db"], of: "shop").check() }
    }

    @Test func `a point that moved is found without knowing the collection`() async throws {
        let folder = try TestFolder()
        let shape = Shape.object([Field("place", .of(GeoPoint.self), "Where it is.")])
        let layout = CollectionLayout(name: "bars", shape: shape, indexes: [.near("place")])
        let bars = try CheckedCollection(layout, of: "shop")
        let engine = try await SQLiteEngine.open(
            folder["shop.db"], feature: "shop", collections: [bars], quota: StoreQuota())
        try await engine.write { session in
            let bar: [String: GeoPoint] = ["place": GeoPoint(lat: 41.4, lon: 2.17)]
            for id in ["a", "b"] { _ = try session.put(Value(encoding: bar), id: id, in: bars, expecting: .absent) }
        }
        await engine.close()
        let file = StoreFile(folder["shop.db"], of: "shop")
        #expect(try file.check().findings == [])
        try Connection(folder["shop.db"], .writing).execute("UPDATE d1 SET \"lat:place\" = 57.4 WHERE id = 'b'")
        #expect(try file.check().findings == ["\"b\" does not lie where its index says"])
    }

    @Test func `another application's database is left as it is`() async throws {
        let folder = try TestFolder()
        try write([], to: folder["shop.db"])
        do {
            let connection = try Connection(folder["shop.db"], .writing)
            try connection.execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)")
        }
        let before = try read(folder["shop.db"])
        let words = "its file is a database of another application"
        #expect(await refusal(folder) == StoreError(.damaged, "shop: its store is damaged: \(words)"))
        #expect(try read(folder["shop.db"]) == before)
    }

    @Test func `a newer host's store is refused with words`() async throws {
        let shelf = try await Shelf()
        #expect(await shelf.engine.close())
        try Connection(shelf.path, .writing).execute("PRAGMA user_version = 9")
        let words = "shop: its store has format 9, and this host knows formats up to 1; nothing was written"
        #expect(await refusal(shelf.folder) == StoreError(.unavailable, words))
    }

    @Test func `a log without its file is not covered up by a new store`() async throws {
        let folder = try TestFolder()
        try write(Array("log".utf8), to: folder["shop.db-wal"])
        let words = "its file is gone, but its log (-wal) is still there"
        #expect(await refusal(folder) == StoreError(.damaged, "shop: its store is damaged: \(words)"))
        #expect(try names(folder.path) == ["shop.db-wal"])
    }

    /// Who puts a backup back and forgets the log would get pages of both.
    @Test func `a log of another file is found before it does harm`() async throws {
        let shelf = try await Shelf()
        try await shelf.put("old")
        let backup = shelf.folder["backup.db"]
        _ = try StoreFile(shelf.path, of: "shop").backup(to: backup)
        try await shelf.put("new")
        let log = try read(shelf.path + "-wal")
        #expect(!log.isEmpty)
        #expect(await shelf.engine.close())
        let copy = try read(backup)
        try write(copy, to: shelf.path)
        try write(log, to: shelf.path + "-wal")
        let words = "its log (-wal) belongs to another file; remove it if a backup was put back"
        #expect(await refusal(shelf.folder) == StoreError(.damaged, "shop: its store is damaged: \(words)"))
        #expect(try read(shelf.path) == copy)
        #expect(try read(shelf.path + "-wal") == log)
        try shelf.folder.remove("shop.db-wal")
        let again = try await Shelf(in: shelf.folder)
        #expect(try await again.get("old") != nil)
        #expect(try await again.get("new") == nil)
        #expect(await again.engine.close())
    }

    @Test func `what a killed host left in the log is there`() async throws {
        let shelf = try await Shelf()
        try await shelf.put("a")
        let (file, log) = (try read(shelf.path), try read(shelf.path + "-wal"))
        #expect(await shelf.engine.close())
        try write(file, to: shelf.path)
        try write(log, to: shelf.path + "-wal")
        let again = try await Shelf(in: shelf.folder)
        #expect(try await again.get("a") != nil)
        #expect(await again.engine.close())
    }

    @Test func `a backup is one moment with a history of its own, and takes no other file's place`() async throws {
        let shelf = try await Shelf()
        try await shelf.put("a")
        let token = try await shelf.engine.read { try $0.token }
        let copies = try TestFolder()
        #expect(try StoreFile(shelf.path, of: "shop").backup(to: copies["shop.db"]) > 0)
        let words = "shop: \(copies["shop.db"]) is there already; nothing was written"
        #expect(throws: StoreError(.unavailable, words)) {
            try StoreFile(shelf.path, of: "shop").backup(to: copies["shop.db"])
        }
        #expect(try names(copies.path) == ["shop.db"])
        try await shelf.put("b")
        #expect(await shelf.engine.close())

        let copy = try await Shelf(in: copies)
        #expect(try await copy.get("a") != nil)
        #expect(try await copy.get("b") == nil)
        let cups = copy.cups
        await #expect(throws: StoreError.behind("cups")) {
            try await copy.engine.changes(of: cups, as: Cup.self, after: token, most: 1)
        }
        #expect(await copy.engine.close())
        #expect(try StoreFile(copies["shop.db"], of: "shop").check([cups]).findings == [])
    }

    @Test func `a check says everything that is wrong`() async throws {
        let shelf = try await Shelf()
        for name in ["a", "b", "c", "d"] { try await shelf.put(name) }
        _ = try await shelf.engine.write { try $0.put(Media(type: "text/plain", bytes: [1, 2, 3]), asBlob: "x") }
        #expect(await shelf.engine.close())
        do {
            let connection = try Connection(shelf.path, .writing)
            try connection.execute("UPDATE d1 SET version = 77 WHERE id = 'a'")
            try connection.execute("UPDATE d1 SET \"text:name\" = 'z' WHERE id = 'b'")
            try connection.execute("DELETE FROM d1 WHERE id = 'c'")
            try connection.execute("UPDATE parts SET bytes = x'010204'")
            try connection.execute("DELETE FROM changes WHERE id = 'd'")
        }
        #expect(
            try StoreFile(shelf.path, of: "shop").check([shelf.cups])
                == StoreCheck(
                    documents: 3, blobs: 1,
                    findings: [
                        "cups \"a\" is not what was written", "cups \"b\" is not what its indexes hold of it",
                        "blob \"x\" is not what was written", "it counts 4 changes, and has 3",
                        "it counts 88 bytes of changes, and has 66", "it counts 4 documents, and has 3",
                        "it counts 91 bytes, and has 69",
                    ]))
    }
}
