/// Routes that belong together; `@Routes` writes what it asks for.
public protocol RouteGroup: Sendable {
    /// What the routes are to the host: `static let contracts = BookingRoutes.routes + [.publishes(.booked)]`.
    static var routes: [Contract] { get }
    /// Answers the routes until the feature is drained: `try BookingRoutes(store: context.store).serve(on: context.routes)`.
    func serve(on routes: Routes) throws(BusError)
}

/// Declares and serves each function here that is marked `@Get`, `@Post`, `@Put`, `@Patch`, `@Delete` or `@Stream`, and
/// serves each that is marked `@Serves`.
///
/// For `func imagePut` it makes `static let imagePutRoute` with the id `bars.image-put`, where `bars` is the owner. The
/// function takes a request, a `Call`, both or none. Its request is a record without a label, or made of the parameters with
/// labels: each is a field, with its `- Parameter` in the doc comment as the field's sentence. One that isn't `async` is answered at once, on the thread that asks. One that
/// takes a `Once<Reply>` and returns its answer does each idempotency key once; its group has a `store`.
@attached(member, names: arbitrary)
public macro Routes(_ owner: String) = #externalMacro(module: "FeatureKitMacros", type: "RoutesMacro")

/// Declares one of several groups of a type: `@Routes("bars", as: "bookingRoutes") extension Bars` makes `Bars.bookingRoutes`.
@attached(member, names: arbitrary)
public macro Routes(_ owner: String, as name: String) =
    #externalMacro(module: "FeatureKitMacros", type: "RoutesMacro")

/// One of several groups of routes of a type.
public struct RouteSet<Group: Sendable>: Sendable {
    /// What the routes are to the host.
    public let contracts: [Contract]
    private let answers: @Sendable (Group, Routes) throws(BusError) -> Void

    /// Names the routes and what answers them; `@Routes` writes this.
    public init(_ contracts: [Contract], _ answers: @escaping @Sendable (Group, Routes) throws(BusError) -> Void) {
        self.contracts = contracts
        self.answers = answers
    }

    /// Answers the routes until the feature is drained.
    public func serve(by group: Group, on routes: Routes) throws(BusError) { try answers(group, routes) }
}

/// Marks the function that answers `GET`: it changes nothing.
@attached(peer)
public macro Get(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `POST`: it does something new.
@attached(peer)
public macro Post(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `PUT`: it puts something in its place.
@attached(peer)
public macro Put(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `PATCH`: it changes a part.
@attached(peer)
public macro Patch(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `DELETE`: it removes something.
@attached(peer)
public macro Delete(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers `GET` with one reply after the other: it takes a `ReplyStream` besides.
@attached(peer)
public macro Stream(_ path: String, _ access: RouteAccess, limit: RouteLimit? = nil, id: String? = nil) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")

/// Marks the function that answers a route which is declared elsewhere, such as in the contracts that other modules import:
/// `@Serves(.erasures)`.
@attached(peer)
public macro Serves<Request, Reply>(_ route: Route<Request, Reply>) =
    #externalMacro(module: "FeatureKitMacros", type: "RouteMarker")
