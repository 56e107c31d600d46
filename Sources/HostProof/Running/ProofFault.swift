package import HostSystem

/// Why a proof, or a case of it, could not go on.
package enum ProofFault: Error, Sendable, Equatable {
    // The process.
    case notStarted(program: String, SystemError)
    case notWatched(SystemError)
    case ended(ChildProcess.Exit)
    /// It said nothing for so long.
    case silent(Duration)
    /// It said this, which is no event, or none that can come now.
    case nonsense(String)
    /// It closed what it tells events on, and did not end.
    case closed
    /// After it was started anew, it says that it tries something else.
    case otherPlan
    case tooManyCases(Int)
    /// All of it took longer than it may.
    case late(Duration)
    /// Whoever asked for it does not want it any more.
    case stopped
}
