internal import Glibc
internal import HostSystem

/// The two ways in which a state folder is locked.
enum StateLock {
    /// What came of asking for a lock.
    enum Outcome: Equatable {
        case held
        /// Another process has it.
        case refused
        /// This file system has no such lock.
        case unsupported(SystemError)
    }

    /// Locks an open folder, which needs no room on the disk.
    static func take(folder: Descriptor) -> Outcome {
        outcome([EWOULDBLOCK]) { flock(folder.number, LOCK_EX | LOCK_NB) }
    }

    /// Locks an open file, which tells others who has it.
    ///
    /// - Important: The system drops this lock as soon as the process closes any descriptor of that file.
    static func take(file: Descriptor) -> Outcome {
        var lock = wholeFile()
        return outcome([EACCES, EAGAIN]) { unsafe fcntl(file.number, F_SETLK, &lock) }
    }

    /// Who has the lock on a file; nil where nobody has it, or somebody whose number means nothing here.
    static func holder(of file: Descriptor) -> Int32? {
        var lock = wholeFile()
        guard unsafe fcntl(file.number, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK), lock.l_pid > 0 else {
            return nil
        }
        return lock.l_pid
    }

    private static func wholeFile() -> flock {
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }

    private static func outcome(_ refusals: Set<Int32>, _ call: () -> Int32) -> Outcome {
        do throws(SystemError) {
            try SystemError.check(call)
            return .held
        } catch { return refusals.contains(error.code) ? .refused : .unsupported(error) }
    }
}
