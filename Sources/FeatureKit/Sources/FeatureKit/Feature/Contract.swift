/// A topic or route that a feature touches, with the Shape of its data.
public struct Contract: Sendable, Equatable {
    /// What the feature does with it.
    @_spi(Hosting) public enum Role: Sendable, Hashable, CaseIterable {
        /// It puts messages there.
        case publishes
        /// It takes messages from there.
        case reads
        /// It answers.
        case serves
        /// It asks.
        case requests
    }

    /// What the feature does with it.
    @_spi(Hosting) public let role: Role
    /// The topic's or route's name.
    @_spi(Hosting) public let name: String
    /// The payload's Shape, or the request's.
    @_spi(Hosting) public let shape: Shape
    /// The reply's Shape, for routes.
    @_spi(Hosting) public let reply: Shape?
    /// The route's path below the mount, where it is served.
    @_spi(Hosting) public let path: String?

    /// The feature puts messages on a topic.
    public static func publishes<Payload>(_ topic: Topic<Payload>) -> Contract {
        Contract(role: .publishes, name: topic.name, shape: Payload.shape, reply: nil, path: nil)
    }

    /// The feature reads a topic.
    public static func reads<Payload>(_ topic: Topic<Payload>) -> Contract {
        Contract(role: .reads, name: topic.name, shape: Payload.shape, reply: nil, path: nil)
    }

    /// The feature answers a route.
    public static func serves<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(role: .serves, name: route.name, shape: Request.shape, reply: Reply.shape, path: route.path)
    }

    /// The feature asks a route of another one.
    public static func requests<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(role: .requests, name: route.name, shape: Request.shape, reply: Reply.shape, path: nil)
    }
}
