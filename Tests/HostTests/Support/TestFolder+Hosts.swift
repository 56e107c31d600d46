import Foundation
import TestSupport

extension TestFolder {
    /// Writes a file beside its place and moves it there, as careful editors do; makes the folders above it.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, Data(text.utf8)) }

    @discardableResult
    func write(_ name: String, _ bytes: Data) throws -> String {
        let file = URL(filePath: self[name])
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file, options: .atomic)
        return file.path
    }

    /// Writes into the file that is there, as `cp` and `>` do.
    func overwrite(_ name: String, _ bytes: Data) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: self[name]))
        defer { try? file.close() }
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: bytes)
    }

    func copy(_ path: String, to name: String) throws {
        try write(name, try Data(contentsOf: URL(filePath: path)))
    }

    /// A command that runs a host here: with `plugins.yaml` and a state folder of its own.
    func run(_ arguments: String...) -> HostCommand {
        var command = HostCommand(["run", "--state", self["state"]] + arguments)
        command.folder = path
        return command
    }
}
