import Foundation
import Glibc
package import HostSystem

/// What came of a program that a test ran to its end.
///
/// Foundation's `Process` is not used here: it notices the end of a program when a socket closes that every child which is
/// started meanwhile inherits, so it waits for as long as any of these hosts runs.
package struct ProgramRun {
    package let exit: ChildProcess.Exit
    package let output: String
    package let errors: String

    /// Runs a program and waits for its end; its input is that text.
    package init(_ program: String, _ arguments: [String], input: String = "") throws {
        let folder = try TestFolder()
        try Data(input.utf8).write(to: URL(filePath: folder["input"]))
        func file(_ name: String) throws -> Descriptor {
            try Descriptor { unsafe open(folder[name], O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        }
        let process = try ChildProcess(
            ChildProcess.Command(
                program, arguments, environment: ProcessInfo.processInfo.environment,
                descriptors: [try file("input"), try file("output"), try file("errors")]))
        exit = process.wait()
        output = try String(contentsOfFile: folder["output"], encoding: .utf8)
        errors = try String(contentsOfFile: folder["errors"], encoding: .utf8)
    }
}
