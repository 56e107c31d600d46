import Glibc

/// Whole small files.
enum File {
    private static let largestSize = 1_048_576

    /// What is in it; nil where it can't be read.
    static func text(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
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
    static func save(_ text: String, to path: String) throws -> Int64 {
        let aside = path + ".new"
        let descriptor = unsafe open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw BenchError.system("can't write \(aside)", errno) }
        var text = text
        let written = text.withUTF8 { unsafe write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard written == text.utf8.count else { throw BenchError.system("can't write \(aside)", errno) }
        let moved = Uptime.nanoseconds
        guard unsafe rename(aside, path) == 0 else { throw BenchError.system("can't move \(aside)", errno) }
        return moved
    }

    /// How many entries a folder has.
    static func count(_ path: String) throws -> Int {
        guard let folder = unsafe opendir(path) else { throw BenchError.noFigures(path) }
        defer { unsafe closedir(folder) }
        var count = 0
        while let entry = unsafe readdir(folder) {
            // The first letter tells `.` and `..` from all that such folders hold.
            if unsafe entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count
    }
}
