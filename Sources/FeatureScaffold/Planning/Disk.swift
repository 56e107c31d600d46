internal import Glibc
internal import HostSystem

/// The scaffold's access to the file system.
enum Disk {
    /// The most bytes of a file that are read; manifests are far smaller.
    static let mostBytes = 1 << 20
    /// The most names of a folder that are read.
    static let mostNames = 4096

    static func isFile(_ path: String) -> Bool { kind(of: path, following: true) == S_IFREG }

    static func isFolder(_ path: String) -> Bool { kind(of: path, following: true) == S_IFDIR }

    /// Whether anything exists at a path, even a dangling link.
    static func exists(_ path: String) -> Bool { kind(of: path, following: false) != nil }

    private static func kind(of path: String, following isFollowed: Bool) -> mode_t? {
        var found = stat()
        let answer = unsafe isFollowed ? stat(path, &found) : lstat(path, &found)
        return answer == 0 ? found.st_mode & S_IFMT : nil
    }

    static func names(in folder: String) throws(ScaffoldProblem) -> [String] {
        do throws(SystemError) {
            return try FolderNames.read(folder, most: mostNames) { !$0.hasPrefix(".") }.names.sorted()
        } catch { throw .unreadable(folder, error) }
    }

    static func text(of path: String) throws(ScaffoldProblem) -> String {
        do throws(SystemError) {
            let file = try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 1 << 14)
            while bytes.count <= mostBytes {
                let count = try SystemError.check { unsafe read(file.number, &piece, piece.count) }
                if count == 0 { return String(decoding: bytes, as: UTF8.self) }
                bytes += piece.prefix(count)
            }
            throw SystemError(code: EFBIG)
        } catch { throw .unreadable(path, error) }
    }

    /// Makes a folder with a unique name.
    static func makeFolder(like template: String) throws(SystemError) -> String {
        var bytes = Array("\(template)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&bytes) != nil else { throw SystemError(code: errno) }
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The permissions that `mkdir` would have given, so that others can read it as they can the parent folder.
        let mask = umask(0)
        umask(mask)
        try SystemError.check { unsafe chmod(path, 0o777 & ~mask) }
        return path
    }

    /// Makes the missing folders between an existing folder and a file.
    static func makeFolders(to path: String, below root: String) throws(SystemError) {
        let folder = Path.folder(of: path)
        guard folder != root else { return }
        try makeFolders(to: folder, below: root)
        guard unsafe mkdir(folder, 0o777) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno)
    }

    /// Writes a new file; fails if it exists.
    static func write(_ text: String, to path: String, mode: mode_t = 0o666) throws(SystemError) {
        let file = try Descriptor { unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        try file.write(Array(text.utf8))
    }

    /// Replaces a file's text atomically: a concurrent reader sees the old text or the new one.
    static func replace(_ path: String, with text: String) throws(SystemError) {
        var found = stat()
        try SystemError.check { unsafe stat(path, &found) }
        let new = "\(path).new"
        unsafe unlink(new)
        do throws(SystemError) {
            try write(text, to: new)
            try SystemError.check { unsafe chmod(new, found.st_mode & 0o7777) }
            try SystemError.check { unsafe rename(new, path) }
        } catch {
            unsafe unlink(new)
            throw error
        }
    }

    /// Renames a folder; fails if anything with that name exists.
    static func move(_ folder: String, to path: String) throws(SystemError) {
        // If somebody creates the path after the check, `rename` replaces an empty folder at most.
        guard !exists(path) else { throw SystemError(code: EEXIST) }
        try SystemError.check { unsafe rename(folder, path) }
    }

    /// Removes a folder with everything in it.
    static func removeTree(_ path: String) {
        guard kind(of: path, following: false) == S_IFDIR else {
            unsafe unlink(path)
            return
        }
        let names = (try? FolderNames.read(path, most: mostNames) { $0 != "." && $0 != ".." })?.names ?? []
        for name in names { removeTree(Path.join(path, name)) }
        unsafe rmdir(path)
    }
}
