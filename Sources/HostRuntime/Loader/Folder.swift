internal import Glibc
internal import HostSystem

/// What the loader asks of folders.
enum Folder {
    /// The names in a folder without hidden ones, in order, and whether these are all: at most `most` are read.
    static func names(in path: String, most: Int) throws(SystemError) -> (names: [String], areAll: Bool) {
        let (names, areAll) = try FolderNames.read(path, most: most) { !$0.hasPrefix(".") }
        return (names.sorted(), areAll)
    }

    /// Whether there is a folder, or a link to one.
    static func exists(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

    /// Whether there is a file, or a link to one.
    static func hasFile(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    /// When what stands there was written last, since 1970; nil where nothing does.
    static func changed(_ path: String) -> Duration? {
        var found = stat()
        guard unsafe stat(path, &found) == 0 else { return nil }
        // By place: the compiler finds the names of a timespec's members now in one module, now in another.
        let time = unsafe unsafeBitCast(found.st_mtim, to: (seconds: Int, nanoseconds: Int).self)
        return .seconds(time.seconds) + .nanoseconds(time.nanoseconds)
    }

    /// Makes a folder for this user alone, unless it is there.
    static func make(_ path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o700) != 0 else { return }
        let error = SystemError(code: errno)
        if error.code != EEXIST { throw error }
    }

    private static func kind(of path: String) -> mode_t? {
        var found = stat()
        return unsafe stat(path, &found) == 0 ? found.st_mode & S_IFMT : nil
    }
}
