internal import FeatureKit

/// One table of a bar's plan.
struct Table: Shaped, Codable, Equatable {
    static let most = 200

    var id: String
    var seats: Int64
    /// For fewer it is not given, unless nothing else is free.
    var least: Int64 = 1
    /// Tables that it can be pushed together with.
    var joins: [String] = []

    static let shape = Shape.object([
        Field("id", .text(length: 1...20), "What it is called."),
        Field("seats", .integer(in: 1...100), "How many sit at it."),
        Field("least", .integer(in: 1...100), "For how few it is given.", default: 1),
        Field("joins", .list(of: .text(length: 1...20), count: 0...8), "What it can be joined with.", default: []),
    ])
}
