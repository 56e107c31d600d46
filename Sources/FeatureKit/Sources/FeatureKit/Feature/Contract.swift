/// A topic, route, collection or flag that a feature uses, with the Shape of its data.
public struct Contract: Sendable {
    /// What the feature does with it.
    @_spi(Hosting) public enum Role: Sendable, Hashable, CaseIterable {
        /// The feature publishes messages on the topic.
        case publishes
        /// The feature reads messages of the topic.
        case reads
        /// The feature answers the route.
        case serves
        /// The feature calls the route.
        case requests
        /// The feature keeps documents in the collection, or blobs.
        case keeps
        /// The feature evaluates the flag.
        case evaluates
    }

    /// What the feature does with it.
    @_spi(Hosting) public let role: Role
    /// The topic's, route's or collection's name, or the flag's key.
    @_spi(Hosting) public let name: String
    /// The payload's Shape, the request's, the documents', or that of a flag's values.
    @_spi(Hosting) public let shape: Shape
    /// The reply's Shape, for routes.
    @_spi(Hosting) public let reply: Shape?
    /// How the route is asked from outside, where it is served; nil where other modules alone ask it.
    @_spi(Hosting) public let endpoint: Endpoint?
    /// What a topic keeps for those who come late.
    @_spi(Hosting) public let retention: TopicRetention
    /// Whether apps may follow the topic over HTTP.
    @_spi(Hosting) public let isWatchable: Bool
    /// The indexes of a collection.
    @_spi(Hosting) public let indexes: [StoreIndex]
    /// Which field of a collection's documents is a person.
    @_spi(Hosting) public let person: PersonRule?
    /// What a flag holds by default, and what it decides.
    @_spi(Hosting) public let decision: Decision?
    /// How documents of older versions become what a collection has today.
    @_spi(Hosting) public let migrations: [DocumentMigration]
    /// The Swift types of its data, which have to mean what their Shapes do.
    @_spi(Hosting) public let types: [any Shaped.Type]
    /// What the kit keeps in the feature's store for it.
    package let needs: [KitCollection]

    package init(
        role: Role, name: String, shape: Shape, reply: Shape? = nil, endpoint: Endpoint? = nil,
        indexes: [StoreIndex] = [], person: PersonRule? = nil,
        retention: TopicRetention = .nothing, isWatchable: Bool = false, decision: Decision? = nil,
        needs: [KitCollection] = [], migrations: [DocumentMigration] = [], types: [any Shaped.Type]
    ) {
        self.migrations = migrations
        self.retention = retention
        self.isWatchable = isWatchable
        self.decision = decision
        self.needs = needs
        self.types = types
        self.role = role
        self.name = name
        self.shape = shape
        self.reply = reply
        self.endpoint = endpoint
        self.indexes = indexes
        self.person = person
    }

    /// How a served route is asked from outside.
    @_spi(Hosting) public struct Endpoint: Sendable, Equatable {
        /// The method over HTTP.
        public let method: RouteMethod
        /// The path below the feature's mount.
        public let path: String
        /// Who may call the route.
        public let access: RouteAccess
        /// Whether it streams its replies.
        public let streams: Bool
        /// What it does, in one sentence.
        public let summary: String?

        package init(
            method: RouteMethod, path: String, access: RouteAccess, streams: Bool, summary: String? = nil
        ) {
            self.method = method
            self.path = path
            self.access = access
            self.streams = streams
            self.summary = summary
        }

        /// The whole path: one that begins with a mount is taken as it is, any other is below the first mount.
        public func path(below mounts: [String]) -> String {
            if mounts.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { return path }
            let first = mounts.first ?? ""
            return path == "/" ? first : first + path
        }
    }

    /// What a flag is to people.
    @_spi(Hosting) public struct Decision: Sendable, Equatable {
        /// The flag's value where no rule applies.
        public let fallback: Value
        /// What the flag decides, in one sentence.
        public let summary: String

        package init(fallback: Value, summary: String) {
            self.fallback = fallback
            self.summary = summary
        }
    }

    /// The feature publishes messages on a topic; apps may follow a watchable topic over HTTP.
    public static func publishes<Payload>(_ topic: Topic<Payload>, watchable: Bool = false) -> Contract {
        Contract(
            role: .publishes, name: topic.name, shape: Payload.shape, retention: topic.retention.kind,
            isWatchable: watchable || topic.isWatchable, types: [Payload.self])
    }

    /// The feature reads a topic.
    public static func reads<Payload>(_ topic: Topic<Payload>) -> Contract {
        Contract(
            role: .reads, name: topic.name, shape: Payload.shape, retention: topic.retention.kind,
            types: [Payload.self])
    }

    /// The feature answers a route.
    public static func serves<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(
            role: .serves, name: route.name, shape: Request.shape, reply: Reply.shape,
            endpoint: route.access == .modules
                ? nil
                : Endpoint(
                    method: route.method, path: route.path, access: route.access, streams: route.streams,
                    summary: route.summary),
            needs: route.isIdempotent ? [.replies] : [], types: [Request.self, Reply.self])
    }

    /// The feature calls a route of another feature.
    public static func requests<Request, Reply>(_ route: Route<Request, Reply>) -> Contract {
        Contract(
            role: .requests, name: route.name, shape: Request.shape, reply: Reply.shape,
            types: [Request.self, Reply.self])
    }

    /// The feature keeps documents in a collection of its own.
    public static func keeps<Document>(_ documents: Documents<Document>) -> Contract {
        let layout = documents.layout
        return Contract(
            role: .keeps, name: layout.name, shape: layout.shape, indexes: layout.indexes, person: layout.person,
            needs: (layout.person == nil ? [] : [.erasures]) + (layout.upgrades.isEmpty ? [] : [.upgrades]),
            migrations: layout.migrations, types: [Document.self])
    }

    /// The feature evaluates a flag, and declares the flag to the host by this.
    public static func evaluates<Content>(_ flag: Flag<Content>) -> Contract {
        Contract(
            role: .evaluates, name: flag.key, shape: Content.shape,
            // What can't be written fits no Shape, and is an error at load.
            decision: Decision(fallback: (try? Value(encoding: flag.fallback)) ?? .null, summary: flag.summary),
            types: [Content.self])
    }

    /// The feature keeps blobs of its own.
    public static let keepsBlobs = Contract(
        role: .keeps, name: CollectionLayout.blobs, shape: .media, types: [Media.self])

    /// The collection of a contract that keeps documents.
    @_spi(Hosting) public var collection: CollectionLayout? {
        guard role == .keeps, name != CollectionLayout.blobs else { return nil }
        return CollectionLayout(name: name, shape: shape, indexes: indexes, person: person, migrations: migrations)
    }
}

extension Contract: Equatable {
    /// Whether both declare the same; features may have types of their own for it.
    public static func == (left: Contract, right: Contract) -> Bool {
        (left.role, left.name, left.shape, left.reply, left.endpoint, left.indexes)
            == (right.role, right.name, right.shape, right.reply, right.endpoint, right.indexes)
            && (left.person, left.migrations, left.decision) == (right.person, right.migrations, right.decision)
    }
}
