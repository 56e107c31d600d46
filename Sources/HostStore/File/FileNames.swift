internal import Glibc
internal import HostSystem

/// What stores do to whole files and their names.
enum FileNames {
    /// What SQLite lays beside a file.
    static let suffixes = ["-wal", "-shm", "-journal"]

    static func exists(_ path: String) -> Bool {
        var found = stat()
        return unsafe lstat(path, &found) == 0
    }

    /// How many bytes a file has; nil where there is none.
    static func size(_ path: String) -> Int? {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        return Int(found.st_size)
    }

    /// How many bytes the disk has left where a file lies; nil where it does not say.
    static func free(at path: String) -> Int? {
        var found = statvfs()
        guard unsafe statvfs(path, &found) == 0 else { return nil }
        return Int(clamping: UInt64(found.f_bavail) * UInt64(found.f_frsize))
    }

    /// Makes an empty file for this user alone.
    static func make(_ path: String) throws(SystemError) {
        _ = try Descriptor { unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) }
    }

    /// The first bytes of a file, as many as there are; nil for a pipe, a folder or whatever else is no file.
    static func start(of path: String, most: Int) throws(SystemError) -> [UInt8]? {
        // A pipe to which nobody writes would be waited for.
        let file = try Descriptor { unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        var facts = stat()
        try SystemError.check { unsafe fstat(file.number, &facts) }
        guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes = [UInt8](repeating: 0, count: most)
        let count = try SystemError.check { unsafe pread(file.number, &bytes, most, 0) }
        return Array(bytes.prefix(count))
    }

    /// Has a file's bytes on the disk.
    static func sync(_ path: String) throws(SystemError) {
        let file = try Descriptor { unsafe open(path, O_RDWR | O_CLOEXEC) }
        try SystemError.check { fsync(file.number) }
    }

    /// Has the names of a folder on the disk.
    static func sync(folder: String) throws(SystemError) {
        let place = try Descriptor { unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        do throws(SystemError) { try SystemError.check { fsync(place.number) } } catch {
            // Some network file systems can't do that for folders, and see to it in their own way.
            guard error.code == EINVAL || error.code == ENOTSUP else { throw error }
        }
    }

    /// Gives a finished file its name, unless something has it, and has that on the disk.
    static func place(_ finished: String, at path: String) throws(SystemError) {
        try SystemError.check { unsafe link(finished, path) }
        remove(finished)
        try sync(folder: Path.folder(of: path))
    }

    /// Removes a file, where there is one.
    static func remove(_ path: String) { unsafe unlink(path) }

    /// Removes a file with all that SQLite lays beside it.
    static func removeDatabase(_ path: String) {
        for suffix in suffixes { remove(path + suffix) }
        remove(path)
    }
}
