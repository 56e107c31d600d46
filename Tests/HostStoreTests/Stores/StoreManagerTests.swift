@_spi(Hosting) import FeatureKit
import Foundation
import HostStore
import TestSupport
import Testing

/// Which stores' files are open when, and how damaged ones are reported.
@Suite struct StoreManagerTests {
    private let folder: TestFolder
    private let files = FakeFiles()
    private let log = Lines()
    private let manager: StoreManager

    init() throws {
        folder = try TestFolder()
        manager = StoreManager(state: folder.path, files: files, log: Log(feature: "host", sink: log))
    }

    /// The house at work.
    private func running(_ body: () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { [manager] group in
            group.addTask { await manager.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    @Test func `a store is open while its feature runs, in a folder that only its owner may read`() async throws {
        try await running {
            _ = try await manager.open("bars", [])
            #expect(manager.open.map(\.feature) == ["bars"])
            let mode = try FileManager.default.attributesOfItem(atPath: folder["stores"])[.posixPermissions]
            #expect(mode as? Int == 0o700)
            await manager.close("bars")
            #expect(manager.open.isEmpty && files.state.withLock { $0.closed } == ["bars"])
            _ = try await manager.open("bars", [])
            #expect(files.state.withLock { $0.opened } == ["bars", "bars"])
        }
        // Stores that are open when the host ends are closed.
        #expect(files.state.withLock { $0.closed } == ["bars", "bars"])
    }

    @Test func `two stores are opened at the same time`() async throws {
        let gate = Signal()
        files.state.withLock { $0.gate = gate }
        try await running {
            async let bars = manager.open("bars", [])
            await files.state.withLock { $0.begun }.wait()
            files.state.withLock { $0.gate = nil }
            _ = try await manager.open("shifts", [])
            #expect(manager.open.map(\.feature) == ["shifts"])
            gate.raise()
            _ = try await bars
            #expect(manager.open.map(\.feature) == ["bars", "shifts"])
        }
    }

    @Test func `a cancelled caller does not wait, and the next one joins the same opening`() async throws {
        let gate = Signal()
        files.state.withLock { $0.gate = gate }
        try await running {
            await withThrowingTaskGroup(of: Void.self) { [manager] group in
                group.addTask { _ = try await manager.open("bars", []) }
                await files.state.withLock { $0.begun }.wait()
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            }
            async let again = manager.open("bars", [])
            gate.raise()
            _ = try await again
            #expect(manager.open.map(\.feature) == ["bars"])
        }
    }

    @Test func `a store that no caller waits for any more is closed once it is open`() async throws {
        let gate = Signal()
        files.state.withLock { $0.gate = gate }
        try await running {
            await withThrowingTaskGroup(of: Void.self) { [manager] group in
                group.addTask { _ = try await manager.open("bars", []) }
                await files.state.withLock { $0.begun }.wait()
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.waitForAll() }
            }
            gate.raise()
            // Waits for the closing, and opens it again.
            _ = try await manager.open("bars", [])
            await manager.close("bars")
        }
        #expect(files.state.withLock { $0.opened.count == $0.closed.count })
    }

    @Test func `a store that can't be opened has a reason, and is tried again`() async throws {
        let damage = StoreError(.damaged, "bars: its store is damaged: its file is empty")
        files.state.withLock { $0.failure = damage }
        try await running {
            for _ in 1...2 { await #expect(throws: damage) { try await manager.open("bars", []) } }
            #expect(manager.damage == ["bars": damage.detail])
            // Logged once.
            #expect(log.lines == ["store is damaged id=bars file=\(folder["stores/bars.db"]) reason=\(damage.detail)"])
            files.state.withLock { $0.failure = nil }
            _ = try await manager.open("bars", [])
            #expect(manager.damage.isEmpty)
        }
    }

    @Test func `damage that was found is remembered until it is repaired`() async throws {
        let damage = StoreError(.damaged, "bars: its store is damaged: bars \"x\" is not what was written")
        try await running {
            _ = try await manager.open("bars", [])
            try Data().write(to: URL(filePath: folder["stores/bars.db"]))
            files.state.withLock { $0.onDamage }?(damage)
            await manager.close("bars")
            _ = try await manager.open("bars", [])
            #expect(manager.damage == ["bars": damage.detail])
            #expect(try await manager.standings().map(\.state) == [.damaged])
            // A check that finds something changes nothing.
            files.state.withLock { $0.findings = ["bars \"x\" is not what was written"] }
            _ = await manager.perform(.check, on: "bars")
            #expect(!manager.damage.isEmpty)
            files.state.withLock { $0.findings = [] }
            _ = await manager.perform(.check, on: "bars")
            #expect(manager.damage.isEmpty)
            // Another file in its place does not end the damage either.
            files.state.withLock { $0.onDamage }?(damage)
            await manager.close("bars")
            try FileManager.default.moveItem(atPath: folder["stores/bars.db"], toPath: folder["bars.db"])
            try Data().write(to: URL(filePath: folder["stores/bars.db"]))
            _ = try await manager.open("bars", [])
            #expect(manager.damage.isEmpty)
        }
    }

    @Test func `quotas apply to open stores, and to those that are opened later`() async throws {
        let (small, large) = (StoreQuota(documents: 1, bytes: 2), StoreQuota(documents: 3, bytes: 4))
        manager.allow(["bars": small])
        try await running {
            _ = try await manager.open("bars", [])
            _ = try await manager.open("shifts", [])
            #expect(files.state.withLock { $0.quotas } == ["bars": small, "shifts": StoreQuota()])
            manager.allow(["shifts": large])
            #expect(files.state.withLock { $0.quotas } == ["bars": StoreQuota(), "shifts": large])
        }
    }

    @Test func `every file is listed, also of features that are off or gone`() async throws {
        manager.allow(["bars": StoreQuota(documents: 10, bytes: 20)])
        try await running {
            _ = try await manager.open("bars", [])
            for name in ["bars.db", "bars.db-wal", "gone.db", ".new.db", "notes.txt"] {
                try Data().write(to: URL(filePath: folder["stores/\(name)"]))
            }
            let standings = try await manager.standings()
            #expect(standings.map(\.feature) == ["bars", "gone"])
            #expect(standings.map(\.state) == [.open, .closed])
            #expect(standings.map(\.status?.documents) == [4, 1])
            #expect(standings.map(\.quota?.documents) == [10, nil])
        }
    }

    @Test func `a backup does not start if it would overwrite a file`() async throws {
        try await running {
            _ = try await manager.open("bars", [])
            for name in ["bars.db", "shifts.db"] { try Data().write(to: URL(filePath: folder["stores/\(name)"])) }
            let copies = folder["copies"]
            var reports: [StoreReport] = []
            for id in try await manager.plan(.backup(to: copies), on: []) {
                reports.append(await manager.perform(.backup(to: copies), on: id))
            }
            #expect(
                reports.map(\.facts) == ["bars", "shifts"].map { ["file": .text("\(copies)/\($0).db"), "bytes": 7] })
            try Data().write(to: URL(filePath: "\(copies)/shifts.db"))
            await #expect(throws: StoreProblem.taken("\(copies)/shifts.db")) {
                try await manager.plan(.backup(to: copies), on: [])
            }
            #expect(try await manager.plan(.backup(to: copies), on: ["bars"]) == ["bars"])
            await #expect(throws: StoreProblem.relativeFolder("copies")) {
                try await manager.plan(.backup(to: "copies"), on: [])
            }
            await #expect(throws: StoreProblem.self) {
                try await manager.plan(.backup(to: "\(copies)/shifts.db"), on: [])
            }
        }
    }

    @Test func `an unknown name is reported with a similar one that exists`() async throws {
        try await running {
            _ = try await manager.open("bars", [])
            try Data().write(to: URL(filePath: folder["stores/bars.db"]))
            let problem = await #expect(throws: StoreProblem.self) { try await manager.plan(.check, on: ["bras"]) }
            #expect(problem.map { "\($0)" } == "there is no store of \"bras\"; did you mean \"bars\"?")
        }
    }

    @Test func `without a folder there are no stores`() async throws {
        #expect(try await manager.standings() == [])
        #expect(!FileManager.default.fileExists(atPath: folder["stores"]))
    }

    @Test func `a folder that can't be made gives a readable error`() async throws {
        try Data().write(to: URL(filePath: folder["stores"]))
        try await running {
            let problem = await #expect(throws: StoreError.self) { try await manager.open("bars", []) }
            #expect(
                problem
                    == StoreError(.unavailable, "bars: the folder \(folder["stores"]) can't be used: Not a directory"))
        }
    }
}

/// Keeps the lines of a log.
private final class Lines: LogSink {
    private let kept = Lock<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func takes(_ level: LogLevel, from feature: String) -> Bool { true }

    func write(_ record: LogRecord) {
        kept.withLock { $0.append(record.message + record.fields.map { " \($0)=\($1)" }.joined()) }
    }
}
