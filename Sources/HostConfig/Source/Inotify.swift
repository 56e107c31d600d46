internal import CLinux
internal import Glibc
internal import HostSystem

/// The system's notices about folders and files.
struct Inotify: Sendable {
    /// What a notice is about: a folder or a file that was added.
    typealias Watch = Int32

    /// One notice.
    struct Notice: Equatable {
        let watch: Watch
        let mask: UInt32
        /// The name in the folder; empty where the folder or file itself is meant.
        let name: String

        /// Whether it is one of these.
        func isOne(of flags: Int32) -> Bool { mask & UInt32(bitPattern: flags) != 0 }
    }

    /// How much is read at once.
    private static let bufferSize = 64 * 1024

    let descriptor: Descriptor

    init() throws(SystemError) {
        descriptor = try Descriptor { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
    }

    /// Watches a folder or a file; the same one again gets the same number and the new mask.
    func add(_ path: String, for flags: Int32) throws(SystemError) -> Watch {
        try SystemError.check { unsafe inotify_add_watch(descriptor.number, path, UInt32(bitPattern: flags)) }
    }

    /// Ends a watch; that of something that is gone has ended by itself.
    func remove(_ watch: Watch) { inotify_rm_watch(descriptor.number, watch) }

    /// The notices that have come, as many as fit at once; never waits.
    func read() -> [Notice] {
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        let count = try? SystemError.check { unsafe Glibc.read(descriptor.number, &buffer, buffer.count) }
        return Self.notices(in: buffer.prefix(count ?? 0))
    }

    /// Takes notices apart: watch, mask, cookie, length of the name, and the name padded with zeroes.
    static func notices(in bytes: ArraySlice<UInt8>) -> [Notice] {
        let headSize = 16
        var notices: [Notice] = []
        var rest = bytes
        func number(at offset: Int) -> UInt32 {
            let four = rest.dropFirst(offset).prefix(4)
            return unsafe four.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt32.self) }
        }
        while rest.count >= headSize {
            let nameSize = Int(number(at: 12))
            guard rest.count - headSize >= nameSize else { break }
            let name = rest.dropFirst(headSize).prefix(nameSize).prefix { $0 != 0 }
            notices.append(
                Notice(
                    watch: Watch(bitPattern: number(at: 0)), mask: number(at: 4),
                    name: String(decoding: name, as: UTF8.self)))
            rest = rest.dropFirst(headSize + nameSize)
        }
        return notices
    }
}
