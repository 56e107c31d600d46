/// How far a member has come, where one run of a feature takes over from another.
///
/// Most never leave `counts` before they are revoked.
enum Standing: UInt8 {
    /// It is the feature.
    case counts
    /// Another run is the feature: what this one serves and publishes waits, and so do the events that it reads.
    case held
    /// It serves and reads in the other's place; what it publishes waits for the other's last.
    case awaiting
    /// Another one took its place: it says what it still has to say, but that is not kept for those who come late.
    case superseded
    /// Nothing of it counts any more.
    case revoked

    /// Whether what it publishes has to wait.
    var waits: Bool { self == .held || self == .awaiting }
}
