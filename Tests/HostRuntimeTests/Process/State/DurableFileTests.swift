import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A damaged file is reported, and the previous one is read in its place.
struct DurableFileTests {
    private static let path = "/state/x.json"
    private static let stake = DurableFileProblem.Stake(loss: "nothing of it counts", next: "the next change")

    private let disk = ForgetfulDisk("/state")
    private func file(on disk: ForgetfulDisk) -> DurableFile {
        DurableFile("x.json", in: "/state", stake: Self.stake, disk: disk)
    }
    private var file: DurableFile { file(on: disk) }

    private func text(_ found: DurableFile.Found<String>) -> [String?] {
        [found.content, found.problem?.description]
    }

    private func read(_ file: DurableFile) -> [String?] {
        text(
            file.read { bytes throws(DurableFile.Unfit) in
                let text = String(decoding: bytes, as: UTF8.self)
                guard !text.hasPrefix("?") else { throw DurableFile.Unfit(what: "says \(text)") }
                return text
            })
    }

    private func write(_ text: String) throws(SystemError) { try file.replaceNow(with: Array(text.utf8)) }

    private func put(_ bytes: [UInt8], _ path: String) throws(SystemError) { try disk.write(bytes, to: path) }

    @Test func `Before the first write the file is absent, afterwards it has the last text`() throws {
        #expect(read(file) == [nil, nil])
        for text in ["one", "", "three"] {
            try write(text)
            #expect(read(file) == [text, nil])
        }
        #expect(disk.paths == [Self.path, "\(Self.path).previous"])
        #expect(try Seal.content(of: disk.read("\(Self.path).previous", most: .max)) == [])
    }

    @Test func `A file of an older host is read, and kept as the previous one`() throws {
        try put(Array("old".utf8), Self.path)
        #expect(read(file) == ["old", nil])
        try write("new")
        #expect(read(file) == ["new", nil])
        disk.damage(Self.path) { Array($0.dropLast()) }
        #expect(read(file).first == "old")
    }

    @Test(arguments: [
        ("is empty", []), ("is cut off after 2 of 3 bytes", Array(Seal.sealed(Array("two".utf8)).dropLast())),
        ("has a damaged first line", Array("flagstand".utf8)), ("says ?", Array("?".utf8)),
        ("is damaged: its checksum is another one", Seal.sealed(Array("two".utf8)).dropLast() + [0]),
    ])
    func `The previous file replaces a damaged one, which is set aside`(what: String, bytes: [UInt8]) throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in bytes }
        let expected =
            "/state/x.json: error: \(what); /state/x.json.previous counts in its place, "
            + "it is kept as /state/x.json.bad-1"
        #expect(read(file) == ["one", expected])
        #expect(try disk.read("/state/x.json.bad-1", most: .max) == bytes)
        #expect(read(file) == ["one", nil], "it is told once")
        try write("three")
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "one")
    }

    @Test func `A removed file is reported, and without both files there is nothing`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in nil }
        #expect(
            read(file) == ["one", "/state/x.json: error: is missing; /state/x.json.previous counts in its place"])
        #expect(read(file) == ["one", nil])
        for path in disk.paths { disk.damage(path) { _ in nil } }
        #expect(read(file) == [nil, nil])
    }

    @Test func `If both files are damaged there is nothing, and both are set aside`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in [] }
        disk.damage("\(Self.path).previous") { _ in Array("?".utf8) }
        #expect(
            read(file) == [
                nil,
                "/state/x.json: error: is empty, and /state/x.json.previous: says ?; nothing of it counts, "
                    + "it is kept as /state/x.json.bad-1 and /state/x.json.bad-2",
            ])
        #expect(disk.paths == ["/state/x.json.bad-1", "/state/x.json.bad-2"])
        #expect(read(file) == [nil, nil])
    }

    @Test func `A damaged previous file is reported, and does no harm`() throws {
        try write("one")
        try write("two")
        disk.damage("\(Self.path).previous") { _ in [] }
        let warning =
            "/state/x.json.previous: warning: is empty; nothing is lost, the next change replaces it"
        #expect(read(file) == ["two", warning])
        try write("three")
        #expect(read(file) == ["three", nil])
    }

    @Test func `A file that was damaged while the host ran does not replace the last good one`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in [] }
        // Nobody has read the damaged file: the write checks it before keeping it.
        try write("three")
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "one")
    }

    @Test func `A damaged file that can't be moved does not replace it either`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in [] }
        disk.fail("rename", on: "x.json", with: SystemError(code: EROFS))
        let file = file
        #expect(
            read(file) == [
                "one",
                "/state/x.json: error: is empty; /state/x.json.previous counts in its place, "
                    + "it stays where it is until the next change",
            ])
        try file.replaceNow(with: Array("three".utf8))
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "one")
    }

    @Test func `A file system without second names keeps a copy`() throws {
        let disk = ForgetfulDisk("/state", canLink: false)
        let file = file(on: disk)
        try file.replaceNow(with: Array("one".utf8))
        try file.replaceNow(with: Array("two".utf8))
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "one")
        #expect(read(file) == ["one", nil])
    }

    @Test func `If the folder can't be synced, the previous file stays valid`() throws {
        let file = file
        disk.fail("sync", on: "/state", with: SystemError(code: EIO))
        #expect(throws: SystemError(code: EIO)) { try file.replaceNow(with: Array("one".utf8)) }
        #expect(read(file) == [nil, nil])
        try file.replaceNow(with: Array("two".utf8))
        disk.fail("sync", on: "/state", with: SystemError(code: EIO))
        #expect(throws: SystemError(code: EIO)) { try file.replaceNow(with: Array("three".utf8)) }
        #expect(read(file) == ["two", nil])
        try file.replaceNow(with: Array("four".utf8))
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "two")
    }

    @Test func `A file that is too large is not read`() throws {
        try put([UInt8](repeating: 0x66, count: DurableFile.mostBytes + Seal.mostBytes + 1), Self.path)
        #expect(
            read(file) == [
                nil,
                "/state/x.json: error: is larger than 32 MiB; nothing of it counts, "
                    + "it is kept as /state/x.json.bad-1",
            ])
    }
}
