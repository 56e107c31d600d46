/// What is wrong with a file that a host left.
package struct DurableFileProblem: Error, Sendable, Equatable {
    /// Why a file can't be used.
    enum Fault: Error, Sendable, Equatable {
        case missing
        case unreadable(String)
        case tooLarge(most: Int)
        case seal(Seal.Fault)
        /// It is complete, but its content can't be used.
        case unfit(String)
    }

    /// The consequence of a problem.
    enum Effect: Sendable, Equatable {
        /// The previous file is used instead.
        case previousIsUsed
        /// The previous file can't be used either, for that reason; nil where there is none.
        case nothingCounts(previous: Fault?)
        /// The file itself is usable, the previous one is not.
        case onlyPrevious
    }

    /// How messages describe the loss of a file.
    struct Stake: Sendable, Equatable {
        /// What is lost with it: `no toggle of it counts`.
        let loss: String
        /// What replaces it: `the next toggle`.
        let next: String
    }

    let path: String
    let fault: Fault
    let effect: Effect
    let stake: Stake
    /// Where what can't be used lies now; empty where it had to stay.
    var keptAs: [String] = []
}
