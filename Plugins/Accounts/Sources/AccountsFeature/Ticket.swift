internal import FeatureKit

/// Which space somebody has, and until when.
struct Ticket: Shaped, Equatable {
    let space: Int
    let until: Timestamp

    static let shape = Shape.object([
        Field("space", .integer(in: 1...1000), "The space's number."),
        Field("until", .timestamp, "When it is free again."),
    ])
}

extension Route where Request == Nothing, Reply == Ticket {
    /// Over HTTP: `POST /api/v1/accounts/tickets`.
    static var accountsTake: Route<Nothing, Ticket> {
        .init("accounts.take", .post, "/tickets", access: .everyone)
    }
}
