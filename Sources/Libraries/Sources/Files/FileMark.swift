internal import Glibc

/// What tells a file, or the files of a folder, from what was there before: sizes and times of the last change.
public struct FileMark: Equatable, Sendable {
    private let parts: [Int]

    /// Looks at a file or folder; of one that is not there the mark is empty.
    public init(_ path: String) {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else {
            parts = []
            return
        }
        var parts = Self.parts(of: facts)
        if facts.st_mode & S_IFMT == S_IFDIR, let folder = unsafe opendir(path) {
            defer { unsafe closedir(folder) }
            var names: [String] = []
            while let entry = unsafe readdir(folder), names.count < 1_000 {
                names.append(
                    unsafe withUnsafeBytes(of: entry.pointee.d_name) { name in
                        unsafe String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                    })
            }
            for name in names.sorted() where !name.hasPrefix(".") {
                if unsafe stat(path + "/" + name, &facts) == 0 { parts += Self.parts(of: facts) }
            }
        }
        self.parts = parts
    }

    private static func parts(of facts: stat) -> [Int] {
        [Int(facts.st_size), facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec, Int(facts.st_ino)]
    }
}
