package import FeatureKit
package import FlagEngine

/// A step as it was written: its parts are read one after the other, since each may speak of what the one before saved.
package struct ScenarioStep: Sendable {
    package let actions: [Node]
    package let expectations: [Node]
}

/// Something that is done.
package enum ScenarioAction: Sendable {
    case publish(String, Value, times: Int)
    case call(ScenarioCall)
    case advance(Duration)
    case toggle(on: Bool)
    /// All of the new settings.
    case settings(Value)
    case flags([FlagDefinition])
    case neighbours([String: String])
    case routes([String: PlayedRoute])
    case store(works: Bool)
    case clock(Timestamp)
}

/// A question to the feature.
package struct ScenarioCall: Sendable {
    package let route: String
    package let request: Value
    /// The name of who asks; nil for nobody known.
    package let caller: String?
    package let reply: Shape
}

/// Something that has to be so.
package enum ScenarioExpectation: Sendable {
    package enum Answer: Sendable {
        case reply(Likeness)
        case refused(Likeness)
        /// Anything but a refusal.
        case anyReply
    }

    case message(String, Likeness, Shape, within: Duration)
    case silence(String, Likeness, Shape, within: Duration)
    case answer(Answer, Shape, within: Duration)
    case call(ScenarioCall, Answer, within: Duration)
    case document(collection: String, id: String, Likeness, Shape)
    case documents(collection: String, count: Likeness)
    case blob(String, Likeness)
    case state(String, reason: Likeness?, within: Duration)
    case log(String, level: LogLevel?, within: Duration)

    /// What a refusal looks like to those who compare it.
    package static let refusal = Shape.object([
        Field("code", .text(), "The code.", optional: true),
        Field("status", .integer(in: 400...599), "The status over HTTP.", optional: true),
        Field("detail", .text(), "What is wrong.", optional: true),
        Field("data", .anything, "What programs are told.", optional: true),
    ])

    /// What is known of a blob.
    package static let blob = Shape.object([
        Field("type", .text(), "The media type.", optional: true),
        Field("size", .integer(in: 0 ... .max), "How many bytes it has.", optional: true),
    ])
}
