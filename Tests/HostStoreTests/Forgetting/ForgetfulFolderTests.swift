import Glibc
import HostStore
import HostSystem
import TestSupport
import Testing

/// What proves the store has to be proven itself: SQLite as it should be used survives, and a careless use is found out.
@Suite(.timeLimit(.minutes(3)))
struct ForgetfulFolderTests {
    private static let rows = 12

    /// Writes rows, one commit each, with a checkpoint in between; each is marked once it is acknowledged.
    private func live(in watched: ForgetfulFolder, synchronous: String = "FULL") throws {
        let connection = try Connection(watched.folder["a.db"], .writing)
        try connection.execute(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=\(synchronous); CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        watched.mark(0)
        for row in 1...Self.rows {
            try connection.execute("INSERT INTO t VALUES (\(row), randomblob(6000))")
            watched.mark(row)
            if row % 5 == 0 { try connection.execute("PRAGMA wal_checkpoint(RESTART)") }
        }
    }

    /// What is wrong with what is left; nil where nothing is.
    private func fault(_ files: [String: [UInt8]], acknowledged: Int?) throws -> String? {
        let folder = try TestFolder.holding(files)
        do {
            let connection = try Connection(folder["a.db"], .writing)
            let check = try connection.prepare("PRAGMA integrity_check")
            guard try check.step(), check.text(0) == "ok" else { return "damaged: \(check.text(0))" }
            check.reset()
            guard let acknowledged else { return nil }
            let rows = try connection.prepare("SELECT count(*), coalesce(max(id), 0) FROM t")
            _ = try rows.step()
            let (count, last) = (rows.integer(0), rows.integer(1))
            guard count == last, (acknowledged...acknowledged + 1).contains(Int(last)) else {
                return "has \(count) rows up to \(last)"
            }
            return nil
        } catch { return "\(error)" }
    }

    private func faults(_ watched: ForgetfulFolder, stopAtFirst: Bool = false) throws -> [String] {
        var random = SeededGenerator(seed: 7)
        var cut = PowerCut(watched.initial)
        var faults: [String] = []
        for (index, event) in watched.events.enumerated() {
            cut.happen(event)
            for luck in PowerCut.Luck.allCases {
                let remains = cut.remains(luck, &random)
                if let fault = try fault(remains, acknowledged: cut.marks.last) {
                    faults.append("after event \(index), \(luck), row \(cut.marks.last ?? -1): it \(fault)")
                    if stopAtFirst { return faults }
                }
            }
        }
        return faults
    }

    @Test func `SQLite that syncs has all that it acknowledged, wherever the power goes`() throws {
        let watched = try ForgetfulFolder(.holding(["a.db": []]))
        try live(in: watched)
        #expect(watched.calls(.sync, on: "-wal") > Self.rows)
        #expect(watched.calls(.sync, on: "a.db") > 1)
        #expect(try faults(watched) == [])
    }

    @Test(arguments: ["OFF", "NORMAL"])
    func `SQLite that does not sync is found out`(synchronous: String) throws {
        let watched = try ForgetfulFolder(.holding(["a.db": []]))
        try live(in: watched, synchronous: synchronous)
        #expect(try faults(watched, stopAtFirst: true) != [])
    }

    @Test(arguments: ["-wal", "a.db", "/"])
    func `A sync that is left out is found out`(end: String) throws {
        let watched = try ForgetfulFolder(.holding(["a.db": []]))
        watched.neglect(end)
        try live(in: watched)
        #expect(try faults(watched, stopAtFirst: true) != [])
    }

    @Test func `The folder as it lies there is what the events make of it`() throws {
        let watched = try ForgetfulFolder(.holding(["a.db": [], "other": [1, 2, 3]]))
        let folder = watched.folder
        try live(in: watched)
        #expect(unsafe rename(folder["other"], folder["others"]) == 0)
        try folder.put([9, 9], as: "new")
        try folder.put([8], as: "new")
        #expect(unsafe link(folder["new"], folder["second"]) == 0)
        #expect(unsafe unlink(folder["new"]) == 0)
        var cut = PowerCut(watched.initial)
        for event in watched.events { cut.happen(event) }
        var random = SeededGenerator(seed: 1)
        #expect(try cut.remains(.everything, &random) == folder.filesInIt().filter { !$0.key.hasSuffix("-shm") })
        #expect(cut.marks == Array(0...Self.rows))
    }

    @Test func `Calls fail as they are told to`() throws {
        let watched = try ForgetfulFolder(.holding(["a.db": []]))
        let connection = try Connection(watched.folder["a.db"], .writing)
        try connection.execute("PRAGMA journal_mode=WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        for (calls, code, answer) in [
            (ForgetfulFolder.Calls.write, ENOSPC, Int32(13)), (.write, EIO, 10 | 3 << 8), (.sync, EIO, 10 | 4 << 8),
        ] {
            watched.fail(calls, on: "-wal", with: code)
            let failure = #expect(throws: SQLiteFailure.self) {
                try connection.execute("INSERT INTO t (x) VALUES (randomblob(5000))")
            }
            #expect(failure?.code == answer)
            #expect(watched.failures > 0)
            watched.heal()
            try connection.execute("INSERT INTO t (x) VALUES (randomblob(5000))")
        }
    }
}
