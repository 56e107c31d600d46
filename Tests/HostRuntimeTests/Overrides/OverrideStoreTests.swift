import FeatureKit
import Glibc
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// What was acknowledged is there; what could not be kept changes nothing.
@Suite(.timeLimit(.minutes(1)))
struct OverrideStoreTests {
    let scratch: TestFolder
    let store: OverrideStore
    let off = Overrides([.toggle("ble", false, "rain")])

    init() throws {
        scratch = try TestFolder()
        store = OverrideStore(folder: scratch.path)
    }

    private func shell(_ line: String) throws { try #require(try Tool.run("sh", "-c", line) == 0, "\(line)") }

    private func error(writing overrides: Overrides, over former: Overrides) async -> SystemError? {
        do throws(SystemError) {
            try await store.write(overrides, over: former)
            return nil
        } catch { return error }
    }

    @Test func `Nothing is there before the first override`() {
        #expect(store.read(at: Override.then) == OverrideStore.Found())
    }

    @Test func `What was written is read by the next host, and nobody else may read it`() async throws {
        try await store.write(off, over: Overrides())
        #expect(store.read(at: Override.then) == .init(overrides: off))
        var found = stat()
        #expect(unsafe stat(store.path, &found) == 0 && found.st_mode & 0o777 == 0o600)
        #expect(unsafe access(scratch["overrides.json.new"], F_OK) != 0)
    }

    @Test func `What a crash tore in the middle of writing is overwritten`() async throws {
        try await store.write(off, over: Overrides())
        try shell("printf '{\"version\":1,\"over' > '\(scratch["overrides.json.new"])'")
        #expect(store.read(at: Override.then) == .init(overrides: off))
        try await store.write(Overrides(), over: off)
        #expect(store.read(at: Override.then) == OverrideStore.Found())
    }

    @Test func `A link in the way leads nowhere`() async throws {
        try shell("ln -s '\(scratch["victim"])' '\(scratch["overrides.json.new"])'")
        #expect(await error(writing: off, over: Overrides()) == SystemError(code: ELOOP))
        #expect(unsafe access(scratch["victim"], F_OK) != 0)
        // It was taken out of the way, so the next one succeeds.
        #expect(await error(writing: off, over: Overrides()) == nil)
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"))
    func `On a read-only disk the former ones stay`() async throws {
        let disk = try Disk(scratch.path, inodes: 9)
        try await store.write(off, over: Overrides())
        try disk.makeReadOnly()
        #expect(await error(writing: Overrides(), over: off) == SystemError(code: EROFS))
        #expect(store.read(at: Override.then) == .init(overrides: off))
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"), arguments: [(inodes: 2, pages: 0), (inodes: 9, pages: 2)])
    func `On a full disk the former ones stay, and once there is room it works again`(
        room: (inodes: Int, pages: Int)
    ) async throws {
        let disk = try Disk(scratch.path, inodes: room.inodes, pages: room.pages)
        try await store.write(off, over: Overrides())
        if room.pages > 0 { try shell("yes | head -c 4096 > '\(scratch["filler"])'") }
        #expect(await error(writing: Overrides(), over: off) == SystemError(code: ENOSPC))
        #expect(store.read(at: Override.then) == .init(overrides: off))
        #expect(unsafe access(scratch["overrides.json.new"], F_OK) != 0)
        if room.pages > 0 {
            try scratch.remove("filler")
        } else {
            try shell("mount -o remount,nr_inodes=9 '\(disk.path)'")
        }
        #expect(await error(writing: Overrides(), over: off) == nil)
        #expect(store.read(at: Override.then) == OverrideStore.Found())
        withExtendedLifetime(disk) {}
    }

    @Test func `Without the folder nothing is kept`() async throws {
        let store = OverrideStore(folder: scratch["gone"])
        #expect(store.read(at: Override.then) == OverrideStore.Found())
        await #expect(throws: SystemError(code: ENOENT)) { try await store.write(off, over: Overrides()) }
    }

    @Test(arguments: [
        ("{\"version\":1,\"over", "line 1, column 14: this text has no end"),
        ("", "line 1, column 1: there is nothing here; expected a value"),
        ("{\"version\":3,\"overrides\":{}}", "was written by a newer host (version 3)"),
        ("{\"version\":1}", "missing key \"overrides\""),
    ])
    func `A file that can't be used is put aside and told of`(text: String, what: String) throws {
        try shell("printf '%s' '\(text)' > '\(store.path)'")
        let found = store.read(at: Override.then)
        #expect(found.overrides == Overrides())
        let problem = try #require(found.problem)
        let start = "\(store.path): error: "
        let end = "; no override of it counts, it is kept as \(store.path).bad-1"
        #expect("\(problem)" == start + what + end)
        #expect(unsafe access("\(store.path).bad-1", F_OK) == 0)
        #expect(store.read(at: Override.then) == OverrideStore.Found())
    }

    @Test func `Only so many bad files are kept`() throws {
        for _ in 0..<(DurableFile.mostKeptAside + 3) {
            try shell("echo bad > '\(store.path)'")
            #expect(store.read(at: Override.then).problem?.keptAs != nil)
        }
        #expect(unsafe access("\(store.path).bad-\(DurableFile.mostKeptAside)", F_OK) == 0)
        #expect(unsafe access("\(store.path).bad-\(DurableFile.mostKeptAside + 1)", F_OK) != 0)
    }

    @Test func `A file beyond all measure is not read`() throws {
        try shell("truncate -s 8389K '\(store.path)'")
        #expect(
            store.read(at: Override.then).problem?.description
                == "\(store.path): error: is larger than 8 MiB; no override of it counts, it is kept as "
                + "\(store.path).bad-1")
    }

    @Test(.enabled(if: Disk.isPossible, "needs to mount"))
    func `A bad file that has to stay is told of`() throws {
        let disk = try Disk(scratch.path, inodes: 9)
        try shell("echo '[]' > '\(store.path)'")
        try disk.makeReadOnly()
        #expect(
            store.read(at: Override.then).problem?.description
                == "\(store.path): error: must be a mapping, not a list; no override of it counts, "
                + "it stays where it is until the next override")
    }

    @Test func `As many as there may be can be read again`() async throws {
        // The longest of all, of what takes most room.
        let name = String(repeating: "\u{1}", count: Overrides.longestName - 4)
        let most = Overrides(
            (0..<Overrides.most).map { number in
                Override(
                    OverrideTarget(.flagServe, of: name + "\(1000 + number)"), to: .variant(name),
                    author: Author(name: String(repeating: "n", count: 256), user: .max),
                    reason: String(repeating: "\u{1}", count: Overrides.longestReason), at: Override.then,
                    until: Timestamp(nanoseconds: .max))
            })
        try await store.write(most, over: Overrides())
        #expect(store.read(at: Override.then) == .init(overrides: most))
    }

    @Test func `What has lapsed meanwhile counts no more and is told`() async throws {
        let brief = Override.toggle("ble", false, until: Override.then.advanced(by: .seconds(5)))
        let all = Overrides([brief, .toggle("track", false)])
        try await store.write(all, over: Overrides())
        #expect(store.read(at: Override.then.advanced(by: .milliseconds(4_999))) == .init(overrides: all))
        #expect(
            store.read(at: Override.then.advanced(by: .seconds(5)))
                == .init(overrides: Overrides([.toggle("track", false)]), lapsed: [brief]))
    }
}
