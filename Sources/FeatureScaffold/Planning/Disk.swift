internal import Glibc
internal import HostSystem

/// What the scaffold asks of the file system.
enum Disk {
    /// The most bytes of a file that is read; manifests are far smaller.
    static let mostBytes = 1 << 20
    /// The most names of a folder that are read.
    static let mostNames = 4096

    static func isFile(_ path: String) -> Bool { kind(of: path, following: true) == S_IFREG }

    static func isFolder(_ path: String) -> Bool { kind(of: path, following: true) == S_IFDIR }

    /// Whether anything has the name, also a link that leads nowhere.
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

    /// Makes a folder with a name that nobody has.
    static func makeFolder(like template: String) throws(SystemError) -> String {
        var bytes = Array("\(template)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&bytes) != nil else { throw SystemError(code: errno) }
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // As `mkdir` would have made it, for whoever may look into the folder around it.
        let mask = umask(0)
        umask(mask)
        try SystemError.check { unsafe chmod(path, 0o777 & ~mask) }
        return path
    }

    /// Makes the folders on the way to a file below a folder that is there.
    static func makeFolders(to path: String, below root: String) throws(SystemError) {
        let folder = Path.folder(of: path)
        guard folder != root else { return }
        try makeFolders(to: folder, below: root)
        guard unsafe mkdir(folder, 0o777) != 0, errno != EEXIST else { return }
        throw SystemError(code: errno)
    }

    /// Writes a file that is not there yet.
    static func write(_ text: String, to path: String, mode: mode_t = 0o666) throws(SystemError) {
        let file = try Descriptor { unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
        try file.write(Array(text.utf8))
    }

    /// Puts a text into the place of a file's; whoever reads it meanwhile sees one or the other.
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

    /// Gives a folder its name; refuses where anything has that.
    static func move(_ folder: String, to path: String) throws(SystemError) {
        // Should somebody make it at this moment, then it takes the place of an empty folder at most.
        guard !exists(path) else { throw SystemError(code: EEXIST) }
        try SystemError.check { unsafe rename(folder, path) }
    }

    /// Removes a folder that was made here, with everything in it.
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
