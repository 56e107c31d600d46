/// A flag that is compiled, before it has its index among the others.
struct FlagDraft {
    /// Something it requires, with the variants of the other flag that will do.
    struct Requirement {
        let flag: String
        let variants: [Int32]
    }

    let definition: FlagDefinition
    let layer: String
    var row: FlagRow
    var requirements: [Requirement] = []
    /// The variants that some caller can be served.
    var reachable: Set<Int> = []
    /// Whether somebody meets what it requires, and whether somebody may not.
    var canMeet = true
    var mayMiss = false
    /// How long the longest chain of flags is that it requires.
    var depth = 0
    /// No rule so far tells people apart.
    var isAlike = true
    /// It has an error that has been told.
    var isBroken = false
}
