@_spi(Hosting) internal import FeatureWire

/// Why the host has ended a worker; the words stand in `WorkerFault+Wording.swift`.
enum WorkerFault: Error, Sendable, Equatable {
    /// It did not say in time who it is.
    case slowStart(Duration)
    /// Its threads did not answer.
    case silent(Duration)
    /// One of its threads was at one piece of work for that long.
    case held(Duration)
    case memory(Int, limit: Int)
    /// The kernel has ended it for its memory.
    case memoryOfGroup(limit: Int)
    case protocolBroken(WireError)
    /// Its library can't be opened.
    case library(LibraryEntry.Problem)
    /// It closed the link and went on.
    case unlinked
    /// It did not go when its feature had ended.
    case stayed(Duration)
}
