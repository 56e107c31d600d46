internal import Glibc

/// What Ctrl-C does to a command that is no host.
package enum Interrupts {
    /// Lets signals end the process on this thread, as they usually do; `Signals.hold` had held them back.
    package static func endProcess() {
        for number in all { signal(number, SIG_DFL) }
        release()
    }

    /// Lets them end the process with success: whoever follows something ends it in no other way.
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
