internal import Glibc
internal import HostSystem

/// A file of the system's, whose size is said to be zero.
package enum ProcFile {
    /// Its first 4 KiB.
    package static func read(_ path: String) throws -> [UInt8] {
        let file = try Descriptor { unsafe open(path, O_RDONLY | O_CLOEXEC) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = try SystemError.check { unsafe Glibc.read(file.number, &bytes, bytes.count) }
        return Array(bytes.prefix(count))
    }
}
