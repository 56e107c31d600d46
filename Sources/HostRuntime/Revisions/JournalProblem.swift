internal import FlagEngine

/// What is wrong with what a host kept of its revisions.
enum JournalProblem: Sendable, Equatable {
    case index(DurableFileProblem)
    /// A file is not what was written; what these revisions said is lost.
    case blob(path: String, BlobFolder.Fault, revisions: [Int])
    /// More of the same.
    case moreBlobs(Int)
    /// The index does not say what these revisions hold.
    case noContent(path: String, revisions: [Int])
    /// The last revision can't be read; an earlier one counts, or nothing does.
    case lastIsLost(path: String, last: Int, instead: Int?)
    /// How splits divide people can't be read.
    case allocations(path: String, BlobFolder.Fault)
    case allocation(path: String, AllocationProblem)
}
