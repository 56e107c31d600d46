internal import Glibc
internal import HostSystem

/// A file of the repository that is made of something in it, such as a page of an engine's tables.
package enum CommittedFile {
    /// Its text, by its path from the root; where `FLAGSTAND_WRITE` is its path it is written first.
    package static func text(_ path: String, made text: String) throws -> String {
        if unsafe getenv("FLAGSTAND_WRITE").map({ unsafe String(cString: $0) }) == path { try write(text, to: path) }
        return try self.text(path)
    }

    static func write(_ text: String, to path: String) throws {
        let whole = place(of: path)
        let file = try Descriptor { unsafe open(whole, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644) }
        var rest = Array(text.utf8)
        while !rest.isEmpty {
            rest.removeFirst(try SystemError.check { unsafe Glibc.write(file.number, rest, rest.count) })
        }
    }

    private static func place(of path: String) -> String {
        Path.join(Path.folder(of: Path.folder(of: Path.folder(of: #filePath))), path)
    }

    /// A file's text as it lies there.
    package static func text(_ path: String) throws -> String {
        let whole = place(of: path)
        let file = try Descriptor { unsafe open(whole, O_RDONLY | O_CLOEXEC) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try SystemError.check { unsafe read(file.number, &piece, piece.count) }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece.prefix(count)
        }
    }
}
