/// A flag that a feature asks for: its key, and what counts where nothing better is known.
public struct Flag<Content: Shaped>: Sendable {
    /// The flag's key, as `feature.yaml` declares it.
    public let key: String
    /// What counts where the flag is unknown or holds another type.
    public let fallback: Content

    /// Names a flag.
    public init(_ key: String, default fallback: Content) {
        self.key = key
        self.fallback = fallback
    }
}

/// The flags that a feature declares.
public struct Flags: Sendable {
    package let source: any FlagSource

    /// Makes the flags of one feature.
    @_spi(Hosting) public init(source: any FlagSource) { self.source = source }

    /// What a flag holds for a caller.
    ///
    /// It never throws and never waits; where in doubt the flag's own default counts.
    public func value<Content>(of flag: Flag<Content>, for caller: Caller) -> Content {
        guard let value = source.value(of: flag.key, for: caller) else { return flag.fallback }
        return (try? value.decoded(as: Content.self)) ?? flag.fallback
    }
}

/// Where a feature's flags come from.
@_spi(Hosting) public protocol FlagSource: Sendable {
    /// What the flag holds for a caller; nil where the feature has not declared it.
    func value(of key: String, for caller: Caller) -> Value?
}
