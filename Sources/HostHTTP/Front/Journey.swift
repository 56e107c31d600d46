/// Where a request went, for the log and the counters once it is answered.
package protocol Journey: AnyObject, Sendable {
    var trace: TraceContext { get }
    /// The name of the route that was called; nil if it was none.
    var route: String? { get }
}

/// A request that was answered without calling a module.
final class ShortJourney: Journey {
    let trace: TraceContext
    let route: String?
    /// The slot under which it is counted; nil if that has to be looked up.
    let slot: Int?

    init(_ trace: TraceContext, route: String? = nil, slot: Int? = nil) {
        self.trace = trace
        self.route = route
        self.slot = slot
    }
}
