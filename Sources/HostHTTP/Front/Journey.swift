/// Where a request went, for those who log and count it once it is answered.
package protocol Journey: AnyObject, Sendable {
    var trace: TraceContext { get }
    /// The name of the route that was asked; nil where it was none.
    var route: String? { get }
}

/// A request that was answered without asking a feature.
final class ShortJourney: Journey {
    let trace: TraceContext
    let route: String?
    /// What it is counted as; nil where that has to be looked up.
    let slot: Int?

    init(_ trace: TraceContext, route: String? = nil, slot: Int? = nil) {
        self.trace = trace
        self.route = route
        self.slot = slot
    }
}
