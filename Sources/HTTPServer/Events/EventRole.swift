/// What those get of an event who follow only later.
package enum EventRole: Sendable, Hashable {
    /// Nothing: it happened.
    case event
    /// The last one of each key comes first, as long as there are no more keys than that; those go that changed longest ago.
    case state(of: String, most: Int)
    /// Nothing, and no more of its key.
    case end(of: String)

    /// The last one comes first, whatever it tells of.
    package static var state: EventRole { .state(of: "", most: 1) }
}
