internal import Glibc

/// What a folder holds.
package enum FolderNames {
    /// The names in a folder that are wanted, in no order, and whether these are all: at most `most` are read.
    package static func read(
        _ path: String, most: Int, where isWanted: (String) -> Bool
    ) throws(SystemError) -> (names: [String], areAll: Bool) {
        guard let folder = unsafe opendir(path) else { throw SystemError(code: errno) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while true {
            // Nothing comes back both at the end and where reading fails.
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard isWanted(name) else { continue }
            guard names.count < most else { return (names, false) }
            names.append(name)
        }
        guard errno == 0 else { throw SystemError(code: errno) }
        return (names, true)
    }
}
