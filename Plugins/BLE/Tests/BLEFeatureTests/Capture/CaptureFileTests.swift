import Glibc
import Testing

@testable import BLEFeature

@Suite struct CaptureFileTests {
    private func words(for path: String) async -> String? {
        await #expect(throws: CaptureError.self) { try await CaptureFile(path: path).check() }?.description
    }

    @Test func readsInChunks() async throws {
        var writer = CaptureWriter()
        let packet = [UInt8](repeating: 7, count: 50_000)
        for _ in 0..<4 { writer.add(packet) }
        let bytes = writer.bytes
        try await Files.withTemporary(bytes) { path in
            let file = CaptureFile(path: path)
            #expect(try await file.check() == 4)
            for round in 0..<2 {
                if round > 0 { #expect(try await file.check() == 4) }
                var read: [UInt8] = []
                while let chunk = try await file.read() {
                    #expect(chunk.count <= CaptureFile.chunk)
                    read += chunk
                }
                #expect(read == bytes)
            }
        }
    }

    @Test func aMissingFileIsNamed() async {
        let said = await words(for: "/nowhere/lap.btsnoop")
        #expect(
            said == "/nowhere/lap.btsnoop: error: there is no such file; "
                + "name a btsnoop or pcap capture in the setting `captures`")
    }

    @Test(.timeLimit(.minutes(1))) func foldersAndPipesAreNoFiles() async throws {
        let rest = ": error: is not a file; name a btsnoop or pcap capture in the setting `captures`"
        #expect(await words(for: Files.root) == Files.root + rest)
        try await Files.withTemporary([]) { path in
            unsafe unlink(path)
            #expect(unsafe mkfifo(path, 0o600) == 0)
            #expect(await words(for: path) == path + rest)
        }
    }

    @Test func otherFailuresSayWhatTheSystemSays() async {
        let said = await words(for: Files.sample + "/inside")
        #expect(said == Files.sample + "/inside: error: can't be read: Not a directory")
    }

    @Test func aBrokenRecordIsNamedWithItsPlace() async throws {
        let sample = try Files.bytes(Files.sample)
        try await Files.withTemporary(Array(sample.dropLast())) { path in
            let said = await words(for: path)
            #expect(said == path + ": error: record 315 at byte 19252: it says 45 bytes, the file ends after 44")
        }
    }

    @Test func aHugeFileIsRefusedUnread() async throws {
        try await Files.withTemporary(CaptureWriter().bytes) { path in
            #expect(unsafe truncate(path, 268_435_457) == 0)
            #expect(
                await words(for: path) == path + ": error: has 268435457 bytes; "
                    + "captures of more than 268435456 bytes are not read, cut it into parts")
        }
    }
}
