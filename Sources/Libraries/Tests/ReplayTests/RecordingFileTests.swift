import Glibc
import Replay
import Testing

@Suite struct RecordingFileTests {
    private func problem(_ path: String, limit: UInt64 = 1_000) async -> String? {
        await #expect(throws: FileProblem.self) { try await RecordingFile(path: path, limit: limit).readAll() }?
            .description
    }

    @Test func readsInChunksAndAgainFromTheStart() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        try await withFile(bytes) { path in
            let file = RecordingFile(path: path, limit: 200_000)
            for _ in 0..<2 {
                try await file.open()
                for _ in 0..<3 {
                    var read: [UInt8] = []
                    while let chunk = try await file.read() {
                        #expect(chunk.count <= RecordingFile.chunk)
                        read += chunk
                    }
                    #expect(read == bytes)
                    try await file.rewind()
                }
            }
            #expect(try await file.readAll() == bytes)
        }
    }

    @Test func saysWhyAFileIsNotRead() async throws {
        #expect(await problem("/nowhere/lap.btsnoop") == "there is no such file")
        #expect(await problem("/") == "is not a file")
        #expect(await problem("/etc/passwd/inside") == "can't be read: Not a directory")
        try await withFile([UInt8](repeating: 0, count: 1_001)) { path in
            #expect(
                await problem(path)
                    == "has 1001 bytes; recordings of more than 1000 bytes are not read, cut it into parts")
        }
    }

    @Test(.timeLimit(.minutes(1))) func aPipeIsNoFile() async throws {
        try await withFile([]) { path in
            unsafe unlink(path)
            #expect(unsafe mkfifo(path, 0o600) == 0)
            #expect(await problem(path) == "is not a file")
        }
    }

    @Test func whatIsAddedMeanwhileIsNotRead() async throws {
        try await withFile([1, 2]) { path in
            let file = RecordingFile(path: path, limit: 10)
            try await file.open()
            while try await file.read() != nil {}
            try await file.rewind()
            try append([3], to: path)
            #expect(try await file.read() == [1, 2])
            #expect(try await file.read() == nil)
            #expect(try await file.readAll() == [1, 2, 3])
        }
    }

    @Test func whatIsRemovedIsReadToItsEnd() async throws {
        try await withFile([1, 2]) { path in
            let file = RecordingFile(path: path, limit: 10)
            try await file.open()
            while try await file.read() != nil {}
            try await file.rewind()
            unsafe unlink(path)
            #expect(try await file.read() == [1, 2])
        }
    }

    @Test func whatShrinksIsAnError() async throws {
        try await withFile([UInt8](repeating: 1, count: 100_000)) { path in
            let file = RecordingFile(path: path, limit: 100_000)
            try await file.open()
            while try await file.read() != nil {}
            try await file.rewind()
            _ = try await file.read()
            #expect(unsafe truncate(path, off_t(RecordingFile.chunk)) == 0)
            await #expect(throws: FileProblem.shrunk(from: 100_000, to: 65_536)) { try await file.read() }
        }
    }

    private func append(_ bytes: [UInt8], to path: String) throws {
        let file = unsafe try #require(unsafe fopen(path, "ab"))
        defer { unsafe fclose(file) }
        #expect(unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }

    /// Runs a test with a file of its own, which is removed afterwards.
    private func withFile(_ bytes: [UInt8], _ body: (String) async throws -> Void) async throws {
        var name = Array("\(P_tmpdir)/flagstand-replay-XXXXXX".utf8CString)
        let descriptor = unsafe mkstemp(&name)
        close(descriptor)
        let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { unsafe unlink(path) }
        try append(bytes, to: path)
        try await body(path)
    }
}
