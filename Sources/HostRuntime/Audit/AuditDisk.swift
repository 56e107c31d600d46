internal import Glibc
internal import HostConfig
package import HostSystem

/// The file system as the audit log needs it.
package protocol AuditDisk: Sendable {
    /// The names in a folder; none where it is missing.
    func names(in folder: String) throws(SystemError) -> [String]
    /// Makes a folder that only this user may read.
    ///
    /// - Returns: Whether it was missing.
    func makeFolder(_ path: String) throws(SystemError) -> Bool
    /// Makes a file that only this user may read, and that is only appended to.
    func make(_ path: String) throws(SystemError) -> Descriptor
    /// Opens a file to append to it.
    func open(_ path: String) throws(SystemError) -> Descriptor
    /// Reserves space after the end of a file without changing its size.
    ///
    /// - Returns: False if this file system can't do that.
    func reserve(_ file: Descriptor, from offset: Int, count: Int) throws(SystemError) -> Bool
    func append(_ bytes: [UInt8], to file: Descriptor) throws(SystemError)
    /// Cuts a file at a size, and returns the space reserved after it.
    func cut(_ file: Descriptor, to count: Int) throws(SystemError)
    func sync(_ file: Descriptor) throws(SystemError)
    func sync(folder: String) throws(SystemError)
    func remove(_ path: String) throws(SystemError)
}

/// The file system of this machine.
package struct LocalAuditDisk: AuditDisk {
    package init() {}

    package func names(in folder: String) throws(SystemError) -> [String] {
        do throws(SystemError) { return try Folder.names(in: folder, most: AuditLimits.names).names } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    package func makeFolder(_ path: String) throws(SystemError) -> Bool { try LocalDisk().makeFolder(path) }

    package func make(_ path: String) throws(SystemError) -> Descriptor {
        let flags = O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return try Descriptor { unsafe Glibc.open(path, flags, 0o600) }
    }

    package func open(_ path: String) throws(SystemError) -> Descriptor {
        try Descriptor { unsafe Glibc.open(path, O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC) }
    }

    package func reserve(_ file: Descriptor, from offset: Int, count: Int) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try file.takeRoom(from: offset, count: count)
            return true
        } catch {
            guard [EOPNOTSUPP, ENOSYS, EINVAL, ENODEV].contains(error.code) else { throw error }
            return false
        }
    }

    package func append(_ bytes: [UInt8], to file: Descriptor) throws(SystemError) { try file.write(bytes) }

    package func cut(_ file: Descriptor, to count: Int) throws(SystemError) {
        try SystemError.check { ftruncate(file.number, off_t(count)) }
    }

    package func sync(_ file: Descriptor) throws(SystemError) { try SystemError.check { fdatasync(file.number) } }

    package func sync(folder: String) throws(SystemError) { try LocalDisk().sync(folder: folder) }

    package func remove(_ path: String) throws(SystemError) { try LocalDisk().remove(path) }
}
