internal import Glibc

/// Reads files as a whole.
public enum WholeFile {
    /// Why a file can't be read.
    public struct Problem: Error, Equatable, CustomStringConvertible {
        /// What happened, such as `it is too large`.
        public let description: String
    }

    /// All bytes of a file; nil where there is none of that name.
    /// - Parameter mostBytes: How large it may be.
    public static func bytes(of path: String, mostBytes: Int) throws(Problem) -> [UInt8]? {
        guard let file = unsafe fopen(path, "re") else {
            if errno == ENOENT { return nil }
            throw Problem(description: "it can't be opened (\(unsafe String(cString: strerror(errno))))")
        }
        defer { unsafe fclose(file) }
        var facts = stat()
        guard unsafe fstat(fileno(file), &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw Problem(description: "it is no file")
        }
        guard facts.st_size <= mostBytes else { throw Problem(description: "it is too large") }
        let size = Int(facts.st_size)
        var isWhole = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = unsafe fread(buffer.baseAddress, 1, size, file)
            isWhole = count == size
        }
        guard isWhole else { throw Problem(description: "it changed while it was read") }
        return bytes
    }
}
