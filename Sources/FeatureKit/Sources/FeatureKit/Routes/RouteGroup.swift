/// Routes that belong together; `@Routes` implements it.
public protocol RouteGroup: Sendable {
    /// The contracts of the routes: `static let contracts = BookingRoutes.routes + [.publishes(.booked)]`.
    static var routes: [Contract] { get }
    /// Serves the routes until the feature is drained: `try BookingRoutes(store: store).serve(on: context.routes)`.
    func serve(on routes: Routes) throws(BusError)
}

/// Declares and serves each function marked `@Get`, `@Post`, `@Put`, `@Patch`, `@Delete` or `@Stream`, and serves each
/// one marked `@Serves`.
///
/// `func imagePut` becomes `static let imagePutRoute` with the id `bars.image-put`, where `bars` is the owner. The
/// function takes a request, a `Call`, both or none. The request is a record without a label, or is made of the
/// labelled parameters: each is a field, whose sentence is its `- Parameter` in the doc comment. A function that isn't
/// `async` is answered at once, on the calling thread. One that takes a `Once<Reply>` and returns its answer handles
/// each idempotency key once; its group has a `store`.
@attached(member, names: arbitrary)
public macro Routes(_ owner: String) = #externalMacro(module: "FeatureKitMacros", type: "RoutesMacro")

/// Declares one of several groups of a type: `@Routes("bars", as: "bookingRoutes") extension Bars` makes `Bars.bookingRoutes`.
@attached(member, names: arbitrary)
public macro Routes(_ owner: String, as name: String) =
    #externalMacro(module: "FeatureKitMacros", type: "RoutesMacro")

/// One of several groups of routes of a type.
public struct RouteSet<Group: Sendable>: Sendable {
    /// The contracts of the routes.
    public let contracts: [Contract]
    private let answers: @Sendable (Group, Routes) throws(BusError) -> Void

    /// Combines the routes and the code that serves them; `@Routes` writes this.
    public init(_ contracts: [Contract], _ answers: @escaping @Sendable (Group, Routes) throws(BusError) -> Void) {
        self.contracts = contracts
        self.answers = answers
    }

    /// Serves the routes until the feature is drained.
    public func serve(by group: Group, on routes: Routes) throws(BusError) { try answers(group, routes) }
}

/// Marks the function that answers `GET`: it changes nothing.
@attached(peer)
public macro Get(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `POST`: it does or creates something new.
@attached(peer)
public macro Post(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `PUT`: it writes something as a whole.
@attached(peer)
public macro Put(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `PATCH`: it changes a part of something.
@attached(peer)
public macro Patch(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `DELETE`: it removes something.
@attached(peer)
public macro Delete(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `GET` with a stream of replies: it takes a `ReplyStream` besides.
@attached(peer)
public macro Stream(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers a route declared elsewhere, such as in the contracts that other modules import:
/// `@Serves(.erasures)`.
@attached(peer)
public macro Serves<Request, Reply>(_ route: Route<Request, Reply>) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")
