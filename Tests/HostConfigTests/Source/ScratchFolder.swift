import Glibc

@testable import HostConfig

/// A folder of a test's own, removed with everything in it at the end.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/flagstand-test-XXXXXX\u{0}".utf8CString)
        guard let made = unsafe mkdtemp(&template) else { throw SystemError(code: errno) }
        path = unsafe String(cString: made)
    }

    deinit { Self.removeTree(path) }

    private static func removeTree(_ path: String) {
        if let folder = unsafe opendir(path) {
            defer { unsafe closedir(folder) }
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
                    unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                guard name != ".", name != ".." else { continue }
                let isFolder = unsafe entry.pointee.d_type == UInt8(DT_DIR)
                if isFolder { removeTree("\(path)/\(name)") } else { unsafe unlink("\(path)/\(name)") }
            }
        }
        unsafe rmdir(path)
    }

    subscript(_ name: String) -> String { "\(path)/\(name)" }

    func makeFolder(_ name: String) throws { try SystemError.check { unsafe mkdir(self[name], 0o755) } }

    func remove(_ name: String) throws { try SystemError.check { unsafe Glibc.remove(self[name]) } }

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
