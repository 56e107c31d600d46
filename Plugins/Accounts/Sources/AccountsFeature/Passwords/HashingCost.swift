internal import FeatureKit

/// What one hash of a password costs, and how many are made at the same time.
struct HashingCost: Shaped, Codable, Equatable {
    /// In MiB.
    var memory = 64
    var passes = 3
    var atOnce = 2

    // What OWASP asks of argon2id at least is the floor.
    static let shape = Shape.object([
        Field("memory", .integer(in: 19...1024), "How many MiB a hash takes.", default: 64),
        Field("passes", .integer(in: 2...20), "How often it goes through them.", default: 3),
        Field("atOnce", .integer(in: 1...64), "How many hashes are made at the same time.", default: 2),
    ])

    var bytes: Int { memory << 20 }
}
