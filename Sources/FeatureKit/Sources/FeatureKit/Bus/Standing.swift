/// The stage of a run, where one run of a feature takes over from another.
///
/// Most never leave `counts` before they are revoked.
enum Standing: UInt8 {
    /// It acts as the feature.
    case counts
    /// Another run acts as the feature: what this one serves and publishes waits, and so do the events that it reads.
    case held
    /// It serves and reads in place of the other run, and its own publications wait until that one has finished.
    case awaiting
    /// Another run has taken over: what it still publishes is not kept for late readers.
    case superseded
    /// It has been revoked, and nothing of it is published or answered.
    case revoked

    /// Whether what it publishes has to wait.
    var waits: Bool { self == .held || self == .awaiting }
}
