internal import Glibc
internal import HostConfig
internal import HostSystem

/// A library's file, read whole.
enum LibraryFile {
    /// The most bytes that a library may have, debug information included.
    static let mostBytes = 512 * 1024 * 1024

    /// Reads it; pipes and devices are refused without waiting for them.
    static func read(_ path: String) throws(LoadProblem.Fault) -> [UInt8] {
        // Without O_NONBLOCK a pipe would be waited for.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = try naming { () throws(SystemError) in
            try Descriptor { unsafe open(path, flags) }
        }
        var about = stat()
        try naming { () throws(SystemError) in try SystemError.check { unsafe fstat(file.number, &about) } }
        guard about.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard about.st_size <= mostBytes else { throw .tooLarge(limit: mostBytes) }
        return try naming { () throws(SystemError) in try contents(of: file, size: about.st_size) }
    }

    /// Makes a failed call a fault of the file.
    @discardableResult
    private static func naming<Result>(
        _ call: () throws(SystemError) -> Result
    ) throws(LoadProblem.Fault) -> Result {
        do {
            return try call()
        } catch {
            throw error.code == ENOENT || error.code == ENOTDIR ? .noFile : .unreadable(error)
        }
    }

    /// As many bytes as the file had when it was opened, or fewer if it has shrunk since.
    private static func contents(of file: Descriptor, size: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var count = 0
        while count < size {
            let more = try SystemError.check {
                unsafe bytes[count...].withUnsafeMutableBytes { rest in
                    unsafe Glibc.read(file.number, rest.baseAddress, rest.count)
                }
            }
            if more == 0 { break }
            count += more
        }
        return Array(bytes.prefix(count))
    }
}
