import Foundation
import TestSupport
import Testing

/// The checks that `make` does can fail.
@Suite struct ToolTests {
    /// A tree with the tools, and one feature in the list and in the folder.
    private let folder: TestFolder

    init() throws {
        folder = try TestFolder()
        // Not a copy: a program that was just written can't be run while another test starts a process of its own.
        try FileManager.default.createSymbolicLink(
            atPath: folder["Tools"], withDestinationPath: "\(Built.tree)/Tools")
        try folder.write("Plugins/Lamp/Package.swift", "")
        try list("Lamp")
    }

    @Test func theListOfFeaturesIsPrinted() async throws {
        try folder.write("Plugins/Torch/Package.swift", "")
        try list("Torch", "Lamp")
        let (exit, output, errors) = try await HostProcess.end(of: tool("features.sh"))
        #expect(output == "Lamp\nTorch\n")
        #expect(errors == "")
        #expect(exit == .code(0))
    }

    @Test func aListThatDiffersFromTheFolderFails() async throws {
        try folder.write("Plugins/Torch/Package.swift", "")
        try list("Lamp", "Match")
        let (exit, output, errors) = try await HostProcess.end(of: tool("features.sh"))
        #expect(output == "")
        #expect(
            errors == """
                Package.swift: error: the features list names "Match", but there is no Plugins/Match/Package.swift
                Package.swift: error: Plugins/Torch is not in the features list; add "Torch"

                """)
        #expect(exit == .code(1))
    }

    /// Whatever the compiler says of it, a package in which nothing is tested has not passed.
    @Test(arguments: [(3, "passed", 0), (0, "FAILED: no test ran", 1)] as [(Int, String, Int32)])
    func aPackageWithoutTestsFails(tests: Int, verdict: String, code: Int32) async throws {
        try folder.write("Sources/Lamp/Package.swift", "")
        var command = tool("test.sh", "Sources/Lamp")
        command.environment["PATH"] = "\(Built.tree)/Tests/HostTests/Fixtures/Tools:/usr/bin:/bin"
        command.environment["TESTS"] = "\(tests)"
        let (exit, output, _) = try await HostProcess.end(of: command)
        let line = output.split(separator: "\n").first { $0.hasPrefix("Sources/Lamp ") }
        let words = line?.split(separator: " ", omittingEmptySubsequences: true) ?? []
        #expect(words.prefix(3).joined(separator: " ") == "Sources/Lamp \(tests) tests")
        // Between them stands how long it took.
        #expect(words.dropFirst(5).joined(separator: " ") == verdict)
        #expect(exit == .code(code))
    }

    private func list(_ features: String...) throws {
        let names = features.map { "\"\($0)\"" }.joined(separator: ", ")
        try folder.write("Package.swift", "let features = [\(names)]\n")
    }

    private func tool(_ name: String, _ arguments: String...) -> HostCommand {
        var command = HostCommand(arguments)
        command.program = folder["Tools/\(name)"]
        command.folder = folder.path
        return command
    }
}
