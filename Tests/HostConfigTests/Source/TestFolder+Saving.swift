import Glibc
import HostSystem
import TestSupport

@testable import HostConfig

/// The ways in which documents are saved.
extension TestFolder {
    func link(_ name: String, to aim: String) throws { try SystemError.check { unsafe symlink(aim, self[name]) } }

    func rename(_ name: String, to other: String) throws {
        try SystemError.check { unsafe Glibc.rename(self[name], self[other]) }
    }

    /// Opens, truncates, writes and closes, as most editors and `>` do.
    func write(_ text: String, to name: String) throws { try append(text, to: try open(name)) }

    /// Opens a file as a writer does, which leaves it empty.
    func open(_ name: String) throws -> Descriptor {
        try Descriptor { unsafe Glibc.open(self[name], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
    }

    func append(_ text: String, to file: Descriptor) throws {
        var text = text
        try text.withUTF8 { bytes in
            _ = try SystemError.check { unsafe Glibc.write(file.number, bytes.baseAddress, bytes.count) }
        }
    }

    /// Writes beside the file and renames over it.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: "\(name).new")
        try rename("\(name).new", to: name)
    }
}
