internal import CLinux
internal import Glibc

/// The three descriptors that a process is started with.
package enum StandardStreams {
    /// Opens those that are closed, on nothing.
    ///
    /// Otherwise the next file that is opened gets such a number, and the log is written into it.
    ///
    /// - Parameter isOutputMissed: Whether writing to an output that was closed fails, since somebody asked for what
    ///   is written there.
    package static func ensureOpen(isOutputMissed: Bool = false) {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // The lowest free number is taken, and those below are open by now.
            let fails = number == STDOUT_FILENO && isOutputMissed
            _ = unsafe open("/dev/null", fails ? O_RDONLY : O_RDWR)
        }
    }

    /// Lets each line out as soon as it is printed, as on a terminal; to be called before anything is.
    package static func flushEachLine() { flush_each_line() }
}
