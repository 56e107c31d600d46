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
    /// How the route is asked, where it is served.
    @_spi(Hosting) public let door: Door?

    /// How a served route is asked from outside.
    @_spi(Hosting) public struct Door: Sendable, Equatable {
        /// The method over HTTP.
        public let method: RouteMethod
        /// The path below the feature's mount.
        public let path: String
        /// Who may ask.
        public let access: RouteAccess
        /// Whether it replies again and again.
        public let streams: Bool

        /// The whole path; a route at `/` stands at the mount itself.
        public func path(below mount: String) -> String { path == "/" ? mount : mount + path }
    }

    /// The feature puts messages on a topic.
    public static func publishes<Payload>(_ topic: Topic<Payload>) -> Contract {
        Contract(role: .publishes, name: topic.name, shape: Payload.shape, reply: nil, door: nil)
    }

    /// The feature reads a topic.
    public static func reads<Payload>(_ topic: Topic<Payload>) -> Contract {
        Contract(role: .reads, name: topic.name, shape: Payload.shape, reply: nil, door: nil)
    }

    /// The feature answers a route.
    public static func serves<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(
            role: .serves, name: route.name, shape: Request.shape, reply: Reply.shape,
            door: Door(method: route.method, path: route.path, access: route.access, streams: route.streams))
    }

    /// The feature asks a route of another one.
    public static func requests<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(role: .requests, name: route.name, shape: Request.shape, reply: Reply.shape, door: nil)
    }
}
