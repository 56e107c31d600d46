/// Where a request went, for those who log and count it once it is answered.
package protocol Journey: AnyObject, Sendable {
    var trace: TraceContext { get }
    /// The name of the route that was asked; nil where it was none.
    var route: String? { get }
}

/// A request that went to no route.
final class PlainJourney: Journey {
    let trace: TraceContext
    var route: String? { nil }

    init(_ trace: TraceContext) { self.trace = trace }
}
