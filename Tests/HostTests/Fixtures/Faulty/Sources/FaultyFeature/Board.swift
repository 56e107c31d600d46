internal import FeatureKit

/// What the runs of the feature's tasks share.
struct Board {
    var settings: Faulty.Settings
    var beats = 0
    var heard = 0
    /// How often it wanted to write, as a body counts that should not.
    var wishes = 0
    /// Whether it answers some questions no more.
    var isWedged = false
    /// Whether it ends the next time that it looks.
    var isDoomed = false
}

/// What outlives a run, as nothing should.
enum Litter {
    static let messages = Lock<[Messages<Said>]>([])
    static let hasStarted = Lock(false)
    static let hasFailed = Lock(false)
}
