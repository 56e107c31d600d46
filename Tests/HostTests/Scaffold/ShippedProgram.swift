import Foundation
import TestSupport
import Testing

/// What `make dist` ships, as far as a feature's author needs it: the programs of this build, the libraries beside them,
/// and the kit, in a folder of its own.
struct ShippedProgram {
    let folder: TestFolder

    static let programs = ["flagstand", "flagstand-worker", "flagstand-test"]

    /// - Parameter features: Whether those that come along lie beside it.
    init(features: Bool = false) async throws {
        folder = try TestFolder()
        let libraries = ["libFeatureKit.so", "libFeatureRig.so"]
        // A process of its own copies them: a file that this one has open for writing can't be run while another test
        // starts a process, which has it open as well.
        try await Self.run("/bin/cp", (Self.programs + libraries).map { "\(Built.folder)/\($0)" } + [folder.path])
        try await Self.run("\(Built.tree)/Tools/kit.sh", [folder["kit"]])
        if features { try await Self.run("\(Built.tree)/Tools/units.sh", [Built.folder, folder.path]) }
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        var command = HostCommand(arguments)
        command.program = program
        let (exit, output, errors) = try await HostProcess.end(of: command)
        try #require(exit == .code(0), "\(output)\(errors)")
    }
}
