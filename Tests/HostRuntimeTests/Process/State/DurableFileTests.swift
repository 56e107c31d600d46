import Glibc
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A file that is damaged is told of, and the one before it counts.
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

    @Test func `Before the first one there is nothing, and then what was written last`() throws {
        #expect(read(file) == [nil, nil])
        for text in ["one", "", "three"] {
            try write(text)
            #expect(read(file) == [text, nil])
        }
        #expect(disk.paths == [Self.path, "\(Self.path).previous"])
        #expect(try Seal.content(of: disk.read("\(Self.path).previous", most: .max)) == [])
    }

    @Test func `A file of an older host counts, and is the first that is kept`() throws {
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
    func `The one before a bad one counts, which is kept aside`(what: String, bytes: [UInt8]) throws {
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

    @Test func `One that somebody removed is missed, and with both there is nothing`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in nil }
        #expect(
            read(file) == ["one", "/state/x.json: error: is missing; /state/x.json.previous counts in its place"])
        #expect(read(file) == ["one", nil])
        for path in disk.paths { disk.damage(path) { _ in nil } }
        #expect(read(file) == [nil, nil])
    }

    @Test func `Where both are bad nothing counts, and both are kept`() throws {
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

    @Test func `That only the one before is bad is told, and does no harm`() throws {
        try write("one")
        try write("two")
        disk.damage("\(Self.path).previous") { _ in [] }
        let warning =
            "/state/x.json.previous: warning: is empty; nothing is lost, the next change replaces it"
        #expect(read(file) == ["two", warning])
        try write("three")
        #expect(read(file) == ["three", nil])
    }

    @Test func `What went bad while the host ran does not take the place of the last good one`() throws {
        try write("one")
        try write("two")
        disk.damage(Self.path) { _ in [] }
        // Nobody has read it: this one looks before it keeps it.
        try write("three")
        disk.damage(Self.path) { _ in [] }
        #expect(read(file).first == "one")
    }

    @Test func `A bad one that has to stay does not take its place either`() throws {
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

    @Test func `Where the folder can't be synced the former one counts`() throws {
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

    @Test func `A file beyond all measure is not read`() throws {
        try put([UInt8](repeating: 0x66, count: DurableFile.mostBytes + Seal.mostBytes + 1), Self.path)
        #expect(
            read(file) == [
                nil,
                "/state/x.json: error: is larger than 32 MiB; nothing of it counts, "
                    + "it is kept as /state/x.json.bad-1",
            ])
    }
}
