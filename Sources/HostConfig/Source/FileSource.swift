internal import Glibc
internal import HostSystem

/// A local file that holds a document.
package enum FileSource {
    /// One byte more than a document may have, which is enough to see that it has too many.
    package static let mostBytes = 8 * 1024 * 1024 + 1
    /// How often a file is read again because it was written meanwhile.
    package static let mostAttempts = 3

    private static let chunk = 64 * 1024

    /// Reads the first bytes of a file.
    ///
    /// Folders, pipes and devices are refused without waiting for them.
    package static func read(_ path: String, most: Int = mostBytes) throws(SourceProblem) -> [UInt8] {
        var attempt = 1
        while true {
            let (bytes, isWhole) = try readOnce(path, most: most)
            // One that never rests is read as it is: the watcher tells when its writer closes it.
            if isWhole || attempt == mostAttempts { return bytes }
            attempt += 1
        }
    }

    private static func readOnce(
        _ path: String, most: Int
    ) throws(SourceProblem) -> (bytes: [UInt8], isWhole: Bool) {
        // Without O_NONBLOCK a pipe would be waited for; without O_NOCTTY a terminal could take the host over.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = try blaming(path) { () throws(SystemError) in try Descriptor { unsafe open(path, flags) } }
        let before = try blaming(path) { () throws(SystemError) in try FileIdentity(of: file) }
        guard before.kind == .file else { throw .notAFile(path: path, is: before.kind) }
        return try blaming(path) { () throws(SystemError) in
            let bytes = try contents(of: file, most: most)
            return (bytes, try FileIdentity(of: file).version == before.version)
        }
    }

    /// Says of which file a call failed.
    private static func blaming<Result>(
        _ path: String, _ call: () throws(SystemError) -> Result
    ) throws(SourceProblem) -> Result {
        do {
            return try call()
        } catch {
            switch error.code {
            case ENOENT, ENOTDIR: throw .missing(path: path)
            case ENXIO: throw .notAFile(path: path, is: .socket)  // a socket is not even opened
            default: throw .unreadable(path: path, because: error)
            }
        }
    }

    private static func contents(of file: Descriptor, most: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: chunk)
        while bytes.count < most {
            let wanted = min(chunk, most - bytes.count)
            let count = try SystemError.check { unsafe Glibc.read(file.number, &part, wanted) }
            if count == 0 { break }
            bytes += part.prefix(count)
        }
        return bytes
    }
}
