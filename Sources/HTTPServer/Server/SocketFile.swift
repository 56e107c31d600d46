internal import Glibc
internal import HostSystem

/// The file of a Unix socket, removed at the end unless another one has taken its place.
final class SocketFile: Sendable {
    private let folder: Descriptor
    private let name: String
    private let device: dev_t
    private let inode: ino_t

    /// Listens at a path of any length; only the owner may connect, from the first moment on.
    static func listen(path: String) throws(SystemError) -> Listener {
        let folder = try Descriptor { unsafe open(Path.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        let name = Path.name(of: path)
        // The path of a socket may have 107 bytes; this way to it has few, however deep it lies.
        guard let address = SocketAddress(path: "/proc/self/fd/\(folder.number)/\(name)") else {
            throw SystemError(code: ENAMETOOLONG)
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = try Descriptor { Glibc.socket(AF_UNIX, kind, 0) }
        // The file gets the mode that its socket has, so that there is no moment at which others may connect.
        try SystemError.check { fchmod(socket.number, 0o600) }
        do throws(SystemError) {
            try address.bind(socket)
        } catch {
            guard error.code == EADDRINUSE, isStale(name, in: folder, address) else { throw error }
            try SystemError.check { unsafe unlinkat(folder.number, name, 0) }
            try address.bind(socket)
        }
        let file = try SocketFile(folder, name)
        try SystemError.check { Glibc.listen(socket.number, Listener.backlog) }
        return Listener(socket, .socket(path: path), file: file)
    }

    private init(_ folder: Descriptor, _ name: String) throws(SystemError) {
        let found = try Self.look(name, in: folder)
        self.folder = folder
        self.name = name
        device = found.st_dev
        inode = found.st_ino
    }

    deinit {
        guard let found = try? Self.look(name, in: folder), found.st_dev == device, found.st_ino == inode else {
            return
        }
        unsafe unlinkat(folder.number, name, 0)
    }

    /// Whether it is a socket on which nobody listens.
    private static func isStale(_ name: String, in folder: Descriptor, _ address: SocketAddress) -> Bool {
        guard let found = try? look(name, in: folder), found.st_mode & S_IFMT == S_IFSOCK else { return false }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = try? Descriptor(opening: { Glibc.socket(AF_UNIX, kind, 0) }) else { return false }
        do throws(SystemError) {
            try address.connect(socket)
            return false
        } catch { return error.code == ECONNREFUSED }
    }

    private static func look(_ name: String, in folder: Descriptor) throws(SystemError) -> stat {
        var found = stat()
        try SystemError.check { unsafe fstatat(folder.number, name, &found, AT_SYMLINK_NOFOLLOW) }
        return found
    }
}
