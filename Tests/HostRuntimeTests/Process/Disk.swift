import Glibc
import HostSystem
import TestSupport
import Testing

/// A file system of a test's own, as full or as read-only as it is wanted.
final class Disk {
    let path: String

    /// Whether this process may make one.
    static let isPossible = {
        guard let scratch = try? TestFolder() else { return false }
        return (try? Disk(scratch.path, inodes: 9)) != nil
    }()

    /// - Parameters:
    ///   - inodes: How many files and folders it holds, with its own root.
    ///   - pages: How many pages of 4 KiB their contents may take; 0 means any number.
    init(_ path: String, inodes: Int, pages: Int = 0) throws {
        self.path = path
        let options = "nr_inodes=\(inodes),nr_blocks=\(pages)"
        guard try Tool.run("mount", "-t", "tmpfs", "-o", options, "none", path) == 0 else {
            throw SystemError(code: EPERM)
        }
    }

    func makeReadOnly() throws { try #require(try Tool.run("mount", "-o", "remount,ro", path) == 0) }

    deinit { _ = try? Tool.run("umount", "-l", path) }
}
