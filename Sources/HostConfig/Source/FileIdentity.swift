internal import Glibc
package import HostSystem

/// What the system says about a file without reading it.
package struct FileIdentity: Sendable, Equatable {
    /// What kind of thing stands under a name.
    package enum Kind: Sendable, Equatable {
        case file, folder, link, pipe, socket, device
    }

    /// Which thing it is, whatever its name.
    package struct Number: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64
    }

    /// Who may do what with it.
    package struct Access: Sendable, Equatable {
        package let mode: UInt32
        let owner: UInt32
        let group: UInt32
    }

    /// Changes with every write.
    struct Version: Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int
    }

    package let number: Number
    package let kind: Kind
    package let access: Access
    let version: Version
    /// How many names it has.
    let names: UInt64
}

extension FileIdentity {
    /// What stands under a name; a link stands for itself.
    init(ofLink path: String) throws(SystemError) {
        var status = stat()
        try SystemError.check { unsafe lstat(path, &status) }
        self.init(status)
    }

    /// What a path leads to, through links.
    package init(at path: String) throws(SystemError) {
        var status = stat()
        try SystemError.check { unsafe stat(path, &status) }
        self.init(status)
    }

    /// What an open descriptor refers to.
    package init(of descriptor: Descriptor) throws(SystemError) {
        var status = stat()
        try SystemError.check { unsafe fstat(descriptor.number, &status) }
        self.init(status)
    }

    private init(_ status: stat) {
        number = Number(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            case S_IFSOCK: .socket
            default: .device
            }
        access = Access(mode: status.st_mode & ~S_IFMT, owner: status.st_uid, group: status.st_gid)
        version = Version(
            size: Int64(status.st_size), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
        names = UInt64(status.st_nlink)
    }
}
