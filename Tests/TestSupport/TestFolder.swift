internal import Glibc
package import HostSystem

/// A folder of a test's own, removed with everything in it at the end.
///
/// What a module's tests write into it, and how, stands beside those tests.
package final class TestFolder: Sendable {
    package let path: String

    package init() throws(SystemError) {
        let temporary = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? P_tmpdir
        var template = Array(Path.join(temporary, "flagstand-XXXXXX").utf8CString)
        guard unsafe mkdtemp(&template) != nil, let path = unsafe realpath(template, nil) else {
            throw SystemError(code: errno)
        }
        defer { unsafe free(path) }
        self.path = unsafe String(cString: path)
    }

    deinit { Self.removeTree(path) }

    package subscript(_ name: String) -> String { Path.join(path, name) }

    /// Makes a folder, and those that it lies in.
    package func makeFolder(_ name: String) throws(SystemError) { try Self.makeFolder(at: self[name]) }

    /// Removes a file, or a folder with everything in it.
    package func remove(_ name: String) throws(SystemError) {
        var found = stat()
        try SystemError.check { unsafe lstat(self[name], &found) }
        Self.removeTree(self[name])
    }

    private static func makeFolder(at path: String) throws(SystemError) {
        do {
            try SystemError.check { unsafe mkdir(path, 0o755) }
        } catch  where error.code == ENOENT {
            try makeFolder(at: Path.folder(of: path))
            try makeFolder(at: path)
        } catch  where error.code == EEXIST {}
    }

    private static func removeTree(_ path: String) {
        var found = stat()
        guard unsafe lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFDIR else {
            unsafe unlink(path)
            return
        }
        for name in names(in: path) { removeTree(Path.join(path, name)) }
        unsafe rmdir(path)
    }

    private static func names(in path: String) -> [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
