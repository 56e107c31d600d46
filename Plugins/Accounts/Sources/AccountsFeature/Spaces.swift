internal import FeatureKit

/// How many spaces are free.
struct Spaces: Shaped, Equatable {
    let free: Int
    let of: Int

    static let shape = Shape.object([
        Field("free", .integer(in: 0...1000), "How many nobody has."),
        Field("of", .integer(in: 1...1000), "How many there are."),
    ])
}

extension Topic where Payload == Spaces {
    /// Who reads it later gets the last one at once.
    static var accountsSpaces: Topic<Spaces> {
        .init("accounts.spaces", retain: .latest)
    }
}
