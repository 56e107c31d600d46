/// What a client that follows a feed later gets of an earlier event.
package enum EventRole: Sendable, Hashable {
    /// Nothing: the event is over.
    case event
    /// The last event of each key, before newer ones; above `most` keys, those that changed longest ago are dropped.
    case state(of: String, most: Int)
    /// Nothing, and the state of the key is dropped.
    case end(of: String)

    /// A state without a key: a new client gets the last one first.
    package static var state: EventRole { .state(of: "", most: 1) }
}
