internal import FeatureKit

/// What is remembered of somebody who books.
struct Person: Shaped, Equatable {
    /// Longer keys are not let in here: they stand in indexes.
    static let mostKeyBytes = 900

    let key: String
    /// How many they come with.
    var party: Int64?
    /// When they did not come.
    var noShows: [Timestamp] = []

    static let shape = Shape.object([
        Field("key", .text(length: 1...mostKeyBytes), "Who."),
        Field("party", .integer(in: 1...500), "How many they come with.", optional: true),
        Field("noShows", .list(of: .timestamp, count: 0...100), "When they did not come.", default: []),
    ])
}

extension Documents<Person> {
    static var people: Documents<Person> { .init("people", indexes: [.unique("key")]) }
}
