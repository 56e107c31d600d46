/// What comes of listening to the network.
enum NetworkNews: Equatable, Sendable {
    /// It was heard: this is what it says, again where nothing has changed.
    case report(NetworkReport)
    /// It was not understood or not reached, for a reason that was not told since it was last heard.
    case lost(String)
}
