@_spi(Hosting) import FeatureKit
import HTTPServer

/// A route of a feature, as it is asked from outside.
final class RouteTarget: Sendable {
    /// What the route replies with.
    enum Reply: Sendable {
        /// Status 204.
        case nothing
        case json
        case media
        /// One event after the other, all of this name; whether the replies' field `eventID` is the events' id.
        case events(String, haveIDs: Bool)
    }

    let name: String
    let feature: String
    /// Whether a gate says who has the feature.
    let isGated: Bool
    let access: RouteAccess
    /// Whether `access` says so; found out once.
    let isForEveryone: Bool
    let reader: QuestionReader
    let reply: Reply
    /// How it is asked, unless it is asked as `HEAD`.
    let method: Method
    /// What it is counted as.
    let slot: Int

    init(
        _ contract: Contract, _ endpoint: Contract.Endpoint, of feature: String, isGated: Bool, reader: QuestionReader,
        slots: RouteSlots
    ) {
        self.isGated = isGated
        method = Method(endpoint.method.description)
        slot = slots.number(of: contract.name, method)
        name = contract.name
        self.feature = feature
        access = endpoint.access
        isForEveryone = endpoint.access == .everyone || endpoint.access == .beforeSigningIn
        self.reader = reader
        reply =
            endpoint.streams
            ? .events(EventName.of(contract.name), haveIDs: contract.reply.map(EventID.isField) ?? false)
            : Reply(contract.reply)
    }

    /// The most bytes of a body where that is no JSON; nil where it is as large as any other.
    var bodyLimit: Int? { reader.bodyLimit }

    /// The media type of the reply; nil where it is known only when it is there, or there is none.
    var type: String? {
        switch reply {
        case .nothing, .media: nil
        case .json: "application/json"
        case .events: "text/event-stream"
        }
    }
}

extension RouteTarget.Reply {
    /// What a reply's Shape stands for.
    init(_ shape: Shape?) {
        self =
            switch shape?.kind {
            case .object(let fields) where fields.isEmpty: .nothing
            case .media: .media
            default: .json
            }
    }
}
