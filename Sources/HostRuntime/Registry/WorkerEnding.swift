internal import Glibc
package import HostWorker

/// What kind of end a feature's process came to, for counting.
package enum WorkerEnding: String, Sendable, CaseIterable {
    /// It trapped: an index out of range, a nil that was unwrapped, an overflow.
    case trap
    /// It crashed in another way.
    case crash
    /// It exited by itself.
    case exit
    /// The host ended it: it hung, held too much, or broke the protocol.
    case ended
    /// Somebody else killed it.
    case killed
    /// Nobody knows, or it never began.
    case unknown

    package init(_ evidence: WorkerEvidence) {
        self =
            switch evidence.end {
            case _ where evidence.because != nil: .ended
            case .code: .exit
            case .signal(SIGILL), .signal(SIGTRAP): .trap
            case .signal(SIGSEGV), .signal(SIGBUS), .signal(SIGFPE), .signal(SIGABRT), .signal(SIGSYS): .crash
            case .signal: .killed
            case nil: .unknown
            }
    }
}
