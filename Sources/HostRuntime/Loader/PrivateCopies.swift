internal import CLinux
@_spi(Hosting) internal import FeatureKit
internal import Glibc
package import HostSystem

/// The copies of libraries that this host opens, named by their content: `<state>/libraries/<sha256>.so`.
///
/// A build overwrites libraries where they lie, and overwriting one that is mapped kills the process. What is opened is
/// therefore a copy that nobody else writes to. Where the disk is full or read-only, the copy lies in memory.
package final class PrivateCopies: Sendable {
    /// A copy that stays where it is for as long as the process runs.
    private enum Copy: Sendable {
        case file(String)
        /// Kept open: the linker knows libraries by path, and a number that came twice would name the wrong one.
        case memory(Descriptor)

        var path: String {
            switch self {
            case .file(let path): path
            case .memory(let file): "/proc/self/fd/\(file.number)"
            }
        }
    }

    private let folder: String?
    private let copies = Lock<[String: Copy]>([:])

    /// Keeps copies in a host's state folder, which nobody else uses.
    package init(state folder: String) { self.folder = Path.join(folder, "libraries") }

    /// Keeps copies in memory alone, for a program that is no host and has no state folder.
    package init() { folder = nil }

    /// The path of a copy of these bytes; the same bytes have the same path.
    ///
    /// - Parameter digest: Their SHA-256, where it is known.
    package func path(of bytes: [UInt8], digest: String? = nil) throws(SystemError) -> String {
        let digest = digest ?? SHA256.hexDigest(of: bytes)
        if let known = copies.withLock({ $0[digest] }) { return known.path }
        let copy = try make(bytes, digest)
        // Somebody else may have been faster; the first copy stays, since one library must not be opened as two.
        let kept = copies.withLock { copies in
            let first = copies[digest] ?? copy
            copies[digest] = first
            return first
        }
        return kept.path
    }

    /// Removes the copies that this process has not opened, which are those of earlier builds.
    package func removeOthers() {
        let mine = Set(copies.withLock { $0.keys.map { "\($0).so" } })
        guard let folder else { return }
        let found = try? Folder.names(in: folder, most: Self.mostKept)
        for name in found?.names ?? [] where !mine.contains(name) { unsafe unlink(Path.join(folder, name)) }
    }

    /// The most files that `removeOthers` looks at; the rest is removed the next time.
    static let mostKept = 10_000

    /// Whether a disk that answers this still leaves memory as a place.
    ///
    /// A full one may not even have had room for the state folder.
    static func isNoPlace(_ error: SystemError) -> Bool {
        [ENOSPC, EDQUOT, EFBIG, EROFS, EACCES, EPERM, ENOENT].contains(error.code)
    }

    private func make(_ bytes: [UInt8], _ digest: String) throws(SystemError) -> Copy {
        guard let folder else { return try makeInMemory(bytes, digest) }
        let path = Path.join(folder, "\(digest).so")
        do {
            if !holds(path, digest) { try write(bytes, to: path, in: folder) }
            return .file(path)
        } catch {
            guard Self.isNoPlace(error) else { throw error }
            return try makeInMemory(bytes, digest)
        }
    }

    private func makeInMemory(_ bytes: [UInt8], _ digest: String) throws(SystemError) -> Copy {
        let file = try Descriptor { unsafe memory_file("flagstand-\(digest)") }
        try file.write(bytes)
        return .memory(file)
    }

    /// Whether an earlier run left a complete copy there; the content is compared, since a name proves nothing.
    private func holds(_ path: String, _ digest: String) -> Bool {
        guard let found = try? LibraryFile.read(path) else { return false }
        return SHA256.hexDigest(of: found) == digest
    }

    private func write(_ bytes: [UInt8], to path: String, in folder: String) throws(SystemError) {
        try Folder.make(Path.folder(of: folder))
        try Folder.make(folder)
        var template = Array(Path.join(folder, "new-XXXXXX").utf8CString)
        let file = try Descriptor { unsafe mkstemp(&template) }
        do {
            try file.write(bytes)
            // Not synced: a copy that a crash tore is found out by its content.
            try SystemError.check { unsafe rename(template, path) }
        } catch {
            unsafe unlink(template)
            throw error
        }
    }
}
