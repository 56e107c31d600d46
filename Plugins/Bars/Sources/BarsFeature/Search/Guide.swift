internal import FeatureKit

/// What searches look through: every bar, and what is free of it tomorrow.
///
/// It lies in memory and follows what is committed, so that a search touches no disk. What comes late is known by its version.
struct Guide {
    /// Takes a bar as it is now.
    mutating func show(_ bar: Stored<Bar>) {}

    /// Takes away a bar that was deleted.
    mutating func drop(_ id: String) {}

    /// Takes a shift as it is now.
    mutating func show(_ sitting: Stored<Sitting>) {}
}
