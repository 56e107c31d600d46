import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What was acknowledged is there; what could not be kept changes nothing.
@Suite(.timeLimit(.minutes(1)))
struct ToggleStoreTests {
    let scratch: TestFolder
    let store: ToggleStore
    let off = TogglesTests.toggles(("ble", TogglesTests.rain))

    init() throws {
        scratch = try TestFolder()
        store = ToggleStore(folder: scratch.path)
    }

    private func shell(_ line: String) throws { try #require(try Tool.run("sh", "-c", line) == 0, "\(line)") }

    private func error(writing toggles: Toggles, over former: Toggles) async -> SystemError? {
        do throws(SystemError) {
            try await store.write(toggles, over: former)
            return nil
        } catch { return error }
    }

    @Test func `Nothing is there before the first toggle`() {
        #expect(store.read() == ToggleStore.Found())
    }

    @Test func `What was written is read by the next host, and nobody else may read it`() async throws {
        try await store.write(off, over: Toggles())
        #expect(store.read() == .init(toggles: off))
        var found = stat()
        #expect(unsafe stat(store.path, &found) == 0 && found.st_mode & 0o777 == 0o600)
        #expect(unsafe access(scratch["toggles.json.new"], F_OK) != 0)
    }

    @Test func `What a crash tore in the middle of writing is overwritten`() async throws {
        try await store.write(off, over: Toggles())
        try shell("printf '{\"version\":1,\"togg' > '\(scratch["toggles.json.new"])'")
        #expect(store.read() == .init(toggles: off))
        try await store.write(Toggles(), over: off)
        #expect(store.read() == ToggleStore.Found())
    }

    @Test func `A link in the way leads nowhere`() async throws {
        try shell("ln -s '\(scratch["victim"])' '\(scratch["toggles.json.new"])'")
        // It is taken out of the way.
        #expect(await error(writing: off, over: Toggles()) == nil)
        #expect(unsafe access(scratch["victim"], F_OK) != 0)
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"))
    func `On a read-only disk the former ones stay`() async throws {
        let disk = try Disk(scratch.path, inodes: 9)
        try await store.write(off, over: Toggles())
        try disk.makeReadOnly()
        #expect(await error(writing: Toggles(), over: off) == SystemError(code: EROFS))
        #expect(store.read() == .init(toggles: off))
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"), arguments: [(inodes: 2, pages: 0), (inodes: 9, pages: 2)])
    func `On a full disk the former ones stay, and once there is room it works again`(
        room: (inodes: Int, pages: Int)
    ) async throws {
        let disk = try Disk(scratch.path, inodes: room.inodes, pages: room.pages)
        try await store.write(off, over: Toggles())
        if room.pages > 0 { try shell("yes | head -c 4096 > '\(scratch["filler"])'") }
        #expect(await error(writing: Toggles(), over: off) == SystemError(code: ENOSPC))
        #expect(store.read() == .init(toggles: off))
        #expect(unsafe access(scratch["toggles.json.new"], F_OK) != 0)
        if room.pages > 0 {
            try scratch.remove("filler")
        } else {
            try shell("mount -o remount,nr_inodes=9 '\(disk.path)'")
        }
        #expect(await error(writing: Toggles(), over: off) == nil)
        #expect(store.read() == ToggleStore.Found())
        withExtendedLifetime(disk) {}
    }

    @Test func `Without the folder nothing is kept`() async throws {
        let store = ToggleStore(folder: scratch["gone"])
        #expect(store.read() == ToggleStore.Found())
        await #expect(throws: SystemError(code: ENOENT)) { try await store.write(off, over: Toggles()) }
    }

    @Test(arguments: [
        ("{\"version\":1,\"togg", "line 1, column 14: this text has no end"),
        ("", "is empty"),
        ("{\"version\":3,\"toggles\":{}}", "was written by a newer host (version 3)"),
        ("{\"version\":1}", "missing key \"toggles\""),
    ])
    func `A file that can't be used is put aside and told of`(text: String, what: String) throws {
        try shell("printf '%s' '\(text)' > '\(store.path)'")
        let found = store.read()
        #expect(found.toggles == Toggles())
        let problem = try #require(found.problem)
        let start = "\(store.path): error: "
        let end = "; no toggle of it counts, it is kept as \(store.path).bad-1"
        #expect("\(problem)" == start + what + end)
        #expect(unsafe access("\(store.path).bad-1", F_OK) == 0)
        #expect(store.read() == ToggleStore.Found())
    }

    @Test func `Only so many bad files are kept`() throws {
        for _ in 0..<(DurableFile.mostKeptAside + 3) {
            try shell("echo bad > '\(store.path)'")
            #expect(store.read().problem?.keptAs != nil)
        }
        #expect(unsafe access("\(store.path).bad-\(DurableFile.mostKeptAside)", F_OK) == 0)
        #expect(unsafe access("\(store.path).bad-\(DurableFile.mostKeptAside + 1)", F_OK) != 0)
    }

    @Test func `A file beyond all measure is not read`() throws {
        try shell("truncate -s 5M '\(store.path)'")
        #expect(
            store.read().problem?.description
                == "\(store.path): error: is larger than 4 MiB; no toggle of it counts, it is kept as "
                + "\(store.path).bad-1")
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"))
    func `A bad file that has to stay is told of`() throws {
        let disk = try Disk(scratch.path, inodes: 9)
        try shell("echo '[]' > '\(store.path)'")
        try disk.makeReadOnly()
        #expect(
            store.read().problem?.description
                == "\(store.path): error: must be a mapping, not a list; no toggle of it counts, "
                + "it stays where it is until the next toggle")
    }

    @Test func `As many as there may be can be read again`() async throws {
        var most = Toggles()
        let reason = String(repeating: "\u{1F6A9}", count: Toggles.longestReason)
        for number in 0..<Toggles.most {
            most["\(String(repeating: "x", count: 190))-\(number)"] = Toggle(
                isOn: true, author: Author(name: String(repeating: "n", count: 256), user: .max), reason: reason,
                at: TogglesTests.rain.at)
        }
        try await store.write(most, over: Toggles())
        #expect(store.read() == .init(toggles: most))
    }
}
