package import HostSystem

/// Why a proof, or a case of it, could not go on.
package enum ProofFault: Error, Sendable, Equatable {
    // Faults of the process.
    case notStarted(program: String, SystemError)
    case notWatched(SystemError)
    case ended(ChildProcess.Exit)
    /// The process sent nothing for so long.
    case silent(Duration)
    /// The process sent this, which is not an event, or not one that can come now.
    case nonsense(String)
    /// The process closed its event pipe and did not end.
    case closed
    /// After a restart the process reports another plan.
    case otherPlan
    case tooManyCases(Int)
    /// The whole proof took longer than it may.
    case late(Duration)
    /// The caller has cancelled it.
    case stopped
}
