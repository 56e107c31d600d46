internal import Glibc
package import HostConfig
package import HostSystem

/// The file system of this machine.
package struct LocalDisk: Disk {
    package init() {}

    package func read(_ path: String, most: Int) throws(SourceProblem) -> [UInt8] {
        try FileSource.read(path, most: most)
    }

    package func names(in folder: String, most: Int) throws(SystemError) -> [String] {
        try Folder.names(in: folder, most: most).names
    }

    package func makeFolder(_ path: String) throws(SystemError) -> Bool {
        do throws(SystemError) { try SystemError.check { unsafe mkdir(path, 0o700) } } catch {
            guard error.code == EEXIST else { throw error }
            return false
        }
        return true
    }

    package func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        // Emptied in place, a file would be empty under its other names too.
        do throws(SystemError) { try remove(path) } catch { guard error.code == ENOENT else { throw error } }
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = try Descriptor { unsafe open(path, flags, 0o600) }
        try file.write(bytes)
        try SystemError.check { fsync(file.number) }
    }

    package func rename(_ path: String, to other: String) throws(SystemError) {
        try SystemError.check { unsafe Glibc.rename(path, other) }
    }

    package func link(_ path: String, to other: String) throws(SystemError) {
        try SystemError.check { unsafe Glibc.link(path, other) }
    }

    package func remove(_ path: String) throws(SystemError) { try SystemError.check { unsafe unlink(path) } }

    package func sync(folder: String) throws(SystemError) {
        let place = try Descriptor { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        do throws(SystemError) { try SystemError.check { fsync(place.number) } } catch {
            // Some network file systems can't do that for folders, and see to it in their own way.
            guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
        }
    }
}
