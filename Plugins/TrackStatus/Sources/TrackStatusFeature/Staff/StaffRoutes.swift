internal import FeatureKit

// What staff asks and is replied.

struct SetState: Shaped, Codable {
    let mode: Mode
    var zone: Int?
    var message: String?
    /// How long it counts.
    var duration: Duration?
    let reason: String

    private enum CodingKeys: String, CodingKey {
        case mode, zone, message, reason
        case duration = "for"
    }

    static let shape = Shape.object([
        Field("mode", .choice(Mode.allCases.filter { $0 != .evacuation }.map(\.rawValue)), "What the flags are."),
        Field("zone", .integer(in: 0...65_535), "Where; absent: on the whole track.", optional: true),
        Field("message", .text(length: 1...Status.longestMessage), "What people are told.", optional: true),
        Field("for", .duration(in: .seconds(1) ... .seconds(86_400)), "How long it counts.", optional: true),
        Field("reason", .text(length: 1...Reason.most), "Why, for the history."),
    ])
}

struct WithdrawState: Shaped, Codable {
    var zone: Int?
    let reason: String

    static let shape = Shape.object([
        Field("zone", .integer(in: 0...65_535), "Where; absent: of the whole track.", optional: true),
        Field("reason", .text(length: 1...Reason.most), "Why, for the history."),
    ])
}

struct RaiseEvacuation: Shaped, Codable {
    var message: String?
    var route: String?
    /// None: everywhere.
    var zones: [Int] = []
    let reason: String

    static let shape = Shape.object([
        Field(
            "message", .text(length: 1...Status.longestMessage), "What people are told; it stays if absent.",
            optional: true),
        Field("route", .text(length: 1...Status.longestRoute), "Which way out; it stays if absent.", optional: true),
        Field(
            "zones", .list(of: .integer(in: 0...65_535), count: 0...Extent.most),
            "Where, besides where it holds already; none: everywhere.", default: []),
        Field("reason", .text(length: 1...Reason.most), "Why, for the history."),
    ])
}

struct WithReason: Shaped, Codable {
    let reason: String

    static let shape = Shape.object([Field("reason", .text(length: 1...Reason.most), "Why, for the history.")])
}

struct ClearingBegun: Shaped, Codable, Equatable {
    let word: String
    let by: String
    let until: Timestamp
    /// Whether the second step takes another person.
    let twoPeople: Bool

    static let shape = Shape.object([
        Field("word", .text(length: 1...64), "What has to be typed in the second step."),
        Field("by", .text(length: 1...Person.most), "Who began."),
        Field("until", .timestamp, "Until when that counts."),
        Field("twoPeople", .boolean, "Whether the second step takes another person."),
    ])
}

struct EndClearing: Shaped, Codable {
    let word: String
    let reason: String

    static let shape = Shape.object([
        Field("word", .text(length: 1...64), "The word that the first step was replied."),
        Field("reason", .text(length: 1...Reason.most), "Why, for the history."),
    ])
}

extension Route where Request == SetState, Reply == Status {
    static var trackState: Self { .init("track.state", .put, "/state", access: .role("staff")) }
}
extension Route where Request == WithdrawState, Reply == Status {
    static var trackStateWithdraw: Self { .init("track.state-withdraw", .delete, "/state", access: .role("staff")) }
}
extension Route where Request == RaiseEvacuation, Reply == Status {
    static var trackEvacuate: Self { .init("track.evacuate", .post, "/evacuation", access: .role("staff")) }
}
extension Route where Request == WithReason, Reply == Status {
    static var trackEvacuationConfirm: Self {
        .init("track.evacuation-confirm", .post, "/evacuation/confirm", access: .role("staff"))
    }
}
extension Route where Request == WithReason, Reply == ClearingBegun {
    static var trackEvacuationClear: Self {
        .init("track.evacuation-clear", .post, "/evacuation/clear", access: .role("staff"))
    }
}
extension Route where Request == EndClearing, Reply == Status {
    static var trackEvacuationCleared: Self {
        .init("track.evacuation-cleared", .post, "/evacuation/cleared", access: .role("staff"))
    }
}
