internal import FeatureKit

struct AskHistory: Shaped, Codable {
    var limit = 50
    var after: String?

    static let shape = Shape.object([
        Field("limit", .integer(in: 1...500), "How many at once.", default: 50),
        Field("after", .text(length: 1...500), "Where the page before ended: its next.", optional: true),
    ])
}

struct HistoryPage: Shaped, Codable {
    let items: [HistoryEntry]
    var next: String?

    static let shape = Shape.object([
        Field("items", .list(of: .of(HistoryEntry.self)), "The newest first."),
        Field("next", .text(length: 1...500), "What brings the next page.", optional: true),
    ])
}

extension Route where Request == AskHistory, Reply == HistoryPage {
    static var trackHistory: Self { .init("track.history", .get, "/history", access: .role("staff")) }
}
