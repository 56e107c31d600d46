internal import FlagEngine

/// What is wrong with the revisions in the state folder.
enum JournalProblem: Sendable, Equatable {
    case index(DurableFileProblem)
    /// A file is damaged or missing; the content of these revisions is lost.
    case blob(path: String, BlobFolder.Fault, revisions: [Int])
    /// How many more files are damaged or missing.
    case moreBlobs(Int)
    /// The index does not say what these revisions hold.
    case noContent(path: String, revisions: [Int])
    /// The last revision can't be read; an earlier one is active, or none is.
    case lastIsLost(path: String, last: Int, instead: Int?)
    /// How splits divide people can't be read.
    case allocations(path: String, BlobFolder.Fault)
    case allocation(path: String, AllocationProblem)
}
