@_spi(Hosting) public import FeatureKit

/// What a feature's flags hold, which a test changes while the feature runs.
public final class RigFlags: Sendable {
    private struct State {
        var values: [String: Value]
        /// What single callers have, by flag and key.
        var own: [String: [String: Value]] = [:]
        var source: (any FlagSource)?
    }

    private let state: Lock<State>

    /// Makes flags that hold these values for everybody.
    public init(_ values: [String: Value] = [:]) { state = Lock(State(values: values)) }

    /// What a flag holds for everybody whom nothing else is said of; nil where its default counts.
    public subscript(_ key: String) -> Value? {
        get { state.withLock { $0.values[key] } }
        set { state.withLock { $0.values[key] = newValue } }
    }

    /// What a flag holds for the caller with a key.
    public subscript(_ key: String, for caller: String) -> Value? {
        get { state.withLock { $0.own[key]?[caller] } }
        set { state.withLock { $0.own[key, default: [:]][caller] = newValue } }
    }

    /// The flags of which something is said for everybody.
    var keys: [String] { state.withLock { $0.values.keys.sorted() } }

    /// Asks somebody else about flags of which nothing is said here.
    @_spi(Hosting) public func ask(_ source: (any FlagSource)?) { state.withLock { $0.source = source } }

    /// The flags as the kit takes them.
    @_spi(Hosting) public var source: any FlagSource { Source(flags: self) }

    private struct Source: FlagSource {
        let flags: RigFlags
        func value(of key: String, for caller: Caller) -> Value? {
            let (value, source) = flags.state.withLock { state in
                (caller.key.flatMap { state.own[key]?[$0] } ?? state.values[key], state.source)
            }
            return value ?? source?.value(of: key, for: caller)
        }
    }
}
