import Archives
import Glibc
import LibraryTestSupport
import Testing

@Suite struct ArchiveTests {
    private func archive(_ files: (String, [UInt8])...) throws -> [UInt8] {
        try ArchiveWriter.bytes(of: files.map { ArchiveWriter.File($0.0, $0.1) })
    }

    @Test func `what was packed is unpacked, and the same files make the same bytes`() throws {
        var random = SeededRandom(seed: 7)
        let files = [
            ArchiveWriter.File("stops.txt", Array(String(repeating: "stop,name\n", count: 1_000).utf8)),
            .init("sounds/1.mp3", random.bytes(100_000), isPacked: true), .init("empty", []), .init("mañana.txt", [65]),
        ]
        let bytes = try ArchiveWriter.bytes(of: files)
        #expect(try ArchiveWriter.bytes(of: files) == bytes)
        #expect(bytes.count < 103_000)
        let read = try Archive(bytes)
        #expect(read.entries.map(\.name) == files.map(\.name) && read.entries.map(\.size) == files.map(\.bytes.count))
        for (entry, file) in zip(read.entries, files) { #expect(try read.bytes(of: entry) == file.bytes) }
    }

    @Test func `what a server appends to it is left alone`() throws {
        let bytes = try archive(("a", [1, 2, 3]))
        for tail in ["\r\n</html>\r\n", String(repeating: "x", count: 90_000)] {
            let read = try Archive(bytes + Array(tail.utf8))
            #expect(try read.bytes(of: try #require(read.entries.first)) == [1, 2, 3])
        }
        #expect(throws: ArchiveProblem.self) { try Archive(Array(bytes.dropLast(20))) }
    }

    @Test func `another program reads it`() throws {
        let bytes = try archive(("a/b.txt", Array("hello\n".utf8)), ("c", [1, 2, 3]))
        let program =
            "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.namelist(), z.testzip(), z.read('c'))"
        #expect(try output("python3 -c \"\(program)\" ", bytes) == "['a/b.txt', 'c'] None b'\\x01\\x02\\x03'\n")
    }

    @Test func `limits are kept before anything is unpacked`() throws {
        let bytes = try archive(("a", [UInt8](repeating: 0, count: 4 << 20)), ("b", [1]))
        var limits = Archive.Limits()
        limits.entries = 1
        #expect(throws: ArchiveProblem.tooManyEntries(most: 1)) { try Archive(bytes, limits: limits) }
        limits = .init()
        (limits.bytes, limits.ratio) = (4 << 20, 2_000)
        #expect(throws: ArchiveProblem.tooLarge(most: 4 << 20)) { try Archive(bytes, limits: limits) }
        limits = .init()
        limits.ratio = 100
        #expect(throws: ArchiveProblem.bomb("a")) { try Archive(bytes, limits: limits) }
    }

    @Test(arguments: ["../a", "/a", "a/../../b", "a\\b", "C:a", "a\u{1}"])
    func `names that leave the folder are refused`(name: String) throws {
        #expect(throws: ArchiveProblem.self) { try Archive(archive((name, [1]))) }
    }

    @Test func `what is damaged is refused`() throws {
        #expect(throws: ArchiveProblem.self) { try Archive([]) }
        #expect(throws: ArchiveProblem.self) { try Archive(Array("no archive".utf8)) }
        var random = SeededRandom(seed: 1)
        let bytes = try archive(("a", random.bytes(1_000)), ("b", Array(repeating: 7, count: 5_000)))
        for _ in 0..<300 {
            var damaged = bytes
            damaged[Int.random(in: damaged.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            guard let read = try? Archive(damaged) else { continue }
            for entry in read.entries { _ = try? read.bytes(of: entry) }
        }
        var wrong = bytes
        // The first byte of the packed content, behind a header of 30 bytes and the name.
        wrong[40] ^= 0xFF
        let read = try Archive(wrong)
        #expect(throws: ArchiveProblem.self) { try read.bytes(of: read.entries[0]) }
    }

    /// What a shell says of an archive, which lies in the file that is appended to the command.
    private func output(_ command: String, _ bytes: [UInt8]) throws -> String {
        var name = Array("/tmp/flagstand-zip-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        try #require(descriptor >= 0)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unsafe unlink(path) }
        let written = unsafe write(descriptor, bytes, bytes.count)
        close(descriptor)
        try #require(written == bytes.count)
        guard let output = unsafe popen(command + "'\(path)'", "re") else { return "" }
        defer { unsafe pclose(output) }
        var text = [UInt8](repeating: 0, count: 8_192)
        let count = unsafe fread(&text, 1, text.count, output)
        return String(decoding: text.prefix(count), as: UTF8.self)
    }
}
