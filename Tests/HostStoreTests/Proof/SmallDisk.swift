import ForgetfulFiles
import Glibc
import HostSystem
import TestSupport

/// A file system of its own in memory, with hardly any room.
final class SmallDisk {
    let folder: TestFolder
    private var bytes: Int

    /// Nil, with a word about it, where this user may not mount anything.
    init?(bytes: Int) throws {
        folder = try TestFolder()
        self.bytes = bytes
        guard unsafe forgetful_mount(folder.path, Int64(bytes), false, false) == 0 else {
            print("no disk of its own was mounted, so this was not tested: \(SystemError(code: errno))")
            return nil
        }
    }

    deinit { _ = unsafe forgetful_unmount(folder.path) }

    func grow(to bytes: Int) throws {
        self.bytes = bytes
        try SystemError.check { unsafe forgetful_mount(folder.path, Int64(bytes), true, false) }
    }

    func setReadOnly(_ isReadOnly: Bool) throws {
        try SystemError.check { unsafe forgetful_mount(folder.path, Int64(bytes), true, isReadOnly) }
    }
}
