internal import FeatureKit

/// What people are to be notified of, or that it is over.
///
/// Whoever shows notifications replaces one by the next of the same `id`, and takes it away where `isOver`.
struct Notice: Shaped, Codable, Equatable {
    /// How much it may disturb.
    enum Level: String, Codable, CaseIterable, Sendable {
        case info, warning, urgent, emergency
    }

    let id: String
    let isOver: Bool
    let mode: Mode
    /// Whom it is for: who is there; everybody where it is absent.
    var zone: Int?
    let level: Level
    let title: String
    let body: String
    let language: Language
    let revision: Int

    static let shape = Shape.object([
        Field("id", .text(length: 1...64), "What is replaced by the next of the same id."),
        Field("isOver", .boolean, "Whether it is to be taken away."),
        Field("mode", .choice(of: Mode.self), "What the flags say."),
        Field("zone", .integer(in: 0...65_535), "Who is there is meant; everybody, where absent.", optional: true),
        Field("level", .choice(of: Level.self), "How much it may disturb."),
        Field("title", .text(length: 1...100), "In a few words."),
        Field("body", .text(length: 0...1000), "The rest."),
        Field("language", .choice(of: Language.self), "What it is written in."),
        Field("revision", .integer(in: 1 ... .max), "The status that it comes of."),
    ])
}

extension Topic where Payload == Notice {
    static var trackNotifications: Topic<Notice> {
        .init("track.notifications", retain: .latest(per: "id", until: "isOver", most: 2 * TrackState.mostZones))
    }
}
