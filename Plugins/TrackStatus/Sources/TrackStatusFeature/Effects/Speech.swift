internal import FeatureKit

/// What is to be said aloud.
struct Speech: Shaped, Codable, Equatable {
    enum Priority: String, Codable, CaseIterable, Sendable {
        case normal, high, emergency
    }

    /// What of it was not said yet is replaced by the next of the same id.
    let id: String
    let text: String
    let language: Language
    let priority: Priority
    /// Whether it cuts off what is being said and played.
    let interrupts: Bool
    let revision: Int

    static let shape = Shape.object([
        Field("id", .text(length: 1...64), "What was not said yet is replaced by the next of the same id."),
        Field("text", .text(length: 1...1000), "What to say."),
        Field("language", .choice(of: Language.self), "In which language."),
        Field("priority", .choice(of: Priority.self), "What is said before the rest."),
        Field("interrupts", .boolean, "Whether it cuts off what is being said and played."),
        Field("revision", .integer(in: 1 ... .max), "The status that it comes of."),
    ])
}

extension Topic where Payload == Speech {
    static var trackSpeech: Topic<Speech> { .init("track.speech") }
}
