/// What is wrong with a file that a host left.
package struct DurableFileProblem: Error, Sendable, Equatable {
    /// Why a file can't be used.
    enum Fault: Error, Sendable, Equatable {
        case missing
        case unreadable(String)
        case tooLarge(most: Int)
        case seal(Seal.Fault)
        /// It is whole, but says nothing that can be used.
        case unfit(String)
    }

    /// What comes of it.
    enum Effect: Sendable, Equatable {
        /// The file before it counts in its place.
        case formerCounts
        /// The file before it can't be used either, for that reason; nil where there is none.
        case nothingCounts(former: Fault?)
        /// The file itself is sound, the one before it is not.
        case onlyFormer
    }

    /// What a file is about, for its readers.
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
