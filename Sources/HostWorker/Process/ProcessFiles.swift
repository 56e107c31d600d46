internal import Glibc
internal import HostSystem

/// The system's small files about processes and groups.
enum ProcessFiles {
    /// More than this is not read.
    private static let most = 1 << 20

    static func contents(_ path: String) -> String? {
        (try? Descriptor(opening: { unsafe open(path, O_RDONLY | O_CLOEXEC) })).flatMap(contents(of:))
    }

    /// A file's text from its beginning, also of one that has been read before.
    static func contents(of file: Descriptor) -> String? {
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < most {
            let place = bytes.count
            let count = unsafe page.withUnsafeMutableBytes {
                unsafe pread(file.number, $0.baseAddress, $0.count, place)
            }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            bytes += page[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
