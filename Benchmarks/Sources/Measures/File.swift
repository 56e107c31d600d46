import Glibc

/// Whole small files.
package enum File {
    private static let largestSize = 1_048_576

    /// What is in it.
    package static func text(_ path: String) throws -> String {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchError.unreadable(path) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: largestSize)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard got > 0 else { break }
            count += got
        }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Replaces a file as editors do, written aside and moved into place.
    ///
    /// - Returns: When it was moved.
    @discardableResult
    package static func save(_ text: String, to path: String) throws -> Int64 {
        let aside = path + ".new"
        let descriptor = unsafe open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw BenchError.system("can't write \(aside)", errno) }
        let bytes = Array(text.utf8)
        let written = unsafe write(descriptor, bytes, bytes.count)
        close(descriptor)
        guard written == bytes.count else { throw BenchError.system("can't write \(aside)", errno) }
        let moved = Uptime.nanoseconds
        guard unsafe rename(aside, path) == 0 else { throw BenchError.system("can't move \(aside)", errno) }
        return moved
    }

    /// The names in a folder; `.` and `..` are left out, and what begins like them.
    package static func names(_ path: String) throws -> [String] {
        guard let folder = unsafe opendir(path) else { throw BenchError.unreadable(path) }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
                unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
