import FeatureKit
import Foundation

/// A server or reader in Python, a process that tests talk to line by line; its scripts lie in `Tests/Peers`.
public final class PythonPeer: Sendable {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let python = package.path + "/../../.build/tools/peers/bin/python"

    /// Whether there is a Python with the packages, or CI runs the tests, where it has to be there.
    public static var isWanted: Bool {
        FileManager.default.isExecutableFile(atPath: python) || ProcessInfo.processInfo.environment["CI"] != nil
    }

    /// Why its tests are skipped.
    public static let note: String = "needs packages of Python; run Tools/python-tools.sh peers"

    private let input = Pipe()
    private let lines: AsyncStream<String>

    private init(_ script: String, _ arguments: [String], _ process: Process) throws {
        // Foundation would resolve the link to Python's own program, which finds no packages of this place.
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [Self.python, Self.package.appending(path: "Tests/Peers/\(script)").path] + arguments
        let output = Pipe()
        (process.standardInput, process.standardOutput) = (input, output)
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        self.lines = lines
        let begun = Lock<[UInt8]>([])
        output.fileHandleForReading.readabilityHandler = { handle in
            let bytes = handle.availableData
            guard !bytes.isEmpty else {
                handle.readabilityHandler = nil
                return feed.finish()
            }
            let whole = begun.withLock { begun -> [String] in
                begun += bytes
                let parts = begun.split(separator: 10, omittingEmptySubsequences: false)
                begun = Array(parts.last ?? [])
                return parts.dropLast().map { String(decoding: $0, as: UTF8.self) }
            }
            for line in whole { feed.yield(line) }
        }
        try process.run()
    }

    /// Runs a script as long as the body runs.
    public static func run(
        _ script: String, _ arguments: String..., body: (PythonPeer) async throws -> Void
    ) async throws {
        let process = Process()
        // For what a script writes, such as a certificate.
        let folder = FileManager.default.temporaryDirectory.appending(path: "peer-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        let peer = try PythonPeer(script, arguments, process)
        // Without input a script ends, so that none outlives the tests.
        defer { process.terminate() }
        try await body(peer)
    }

    /// The next line that it prints; nil once it has ended.
    public func line() async -> String? {
        for await line in lines { return line }
        return nil
    }

    /// Gives it a line, and returns what it prints then, if only that it has read it.
    @discardableResult
    public func tell(_ line: String) async throws -> String? {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        return await self.line()
    }
}
