import FeatureKit

/// What is asked: 147 bytes of JSON, as an app asks for a flag.
struct Question: Shaped, Codable {
    struct Context: Shaped, Codable {
        let targetingKey: String
        let email: String
        let country: String
        let plan: String
        let version: String
        let beta: Bool
        let age: Int

        static let shape = Shape.object([
            Field("targetingKey", .text(length: 1...100), "Who asks."),
            Field("email", .text(length: 1...100), "Their address."),
            Field("country", .text(length: 2...2), "Where they are."),
            Field("plan", .text(length: 1...100), "What they pay for."),
            Field("version", .text(length: 1...100), "Which app they have."),
            Field("beta", .boolean, "Whether they try what is new."),
            Field("age", .integer(in: 0...150), "How old they are."),
        ])
    }

    let context: Context

    static let shape = Shape.object([Field("context", .of(Context.self), "What is known of who asks.")])
}

/// What is answered: 117 bytes of JSON.
struct Answer: Shaped, Codable {
    struct Metadata: Shaped, Codable {
        let flagSetId: String
        let version: String

        static let shape = Shape.object([
            Field("flagSetId", .text(), "The set that the flag is in."),
            Field("version", .text(), "The set's version."),
        ])
    }

    let key: String
    let value: Bool
    let variant: String
    let reason: String
    let metadata: Metadata

    static let shape = Shape.object([
        Field("key", .text(), "The flag."),
        Field("value", .boolean, "Its value."),
        Field("variant", .text(), "The value's name."),
        Field("reason", .text(), "Why it is that one."),
        Field("metadata", .of(Metadata.self), "Where it comes from."),
    ])

    /// Depends on the question, so that nobody can leave out reading it.
    init(to question: Question) {
        key = "x"
        value = question.context.beta
        variant = question.context.beta ? "on" : "off"
        reason = "TARGETING_MATCH"
        metadata = Metadata(flagSetId: "default", version: "v12")
    }
}

/// A number that goes to everyone who watches.
struct Tick: Shaped, Codable {
    let number: Int

    static let shape = Shape.object([Field("number", .integer(), "Which one it is.")])
}
