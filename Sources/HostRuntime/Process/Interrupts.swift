internal import Glibc

/// What Ctrl-C does to a command that is no host.
package enum Interrupts {
    /// Lets signals that reach this thread end the process again, after `Signals.hold` had blocked them.
    package static func endProcess() {
        for number in all { signal(number, SIG_DFL) }
        release()
    }

    /// Lets signals end the process with success, for commands that run until they are interrupted.
    package static func endFine() {
        for number in all { signal(number) { _ in _exit(0) } }
        release()
    }

    private static let all = [SIGINT, SIGTERM]

    private static func release() {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in all { unsafe sigaddset(&set, number) }
        unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
