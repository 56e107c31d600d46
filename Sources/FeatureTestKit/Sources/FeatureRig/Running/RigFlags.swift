@_spi(Hosting) public import FeatureKit

/// The values of a feature's flags, which a test can change while the feature runs.
public final class RigFlags: Sendable {
    private struct State {
        var values: [String: Value]
        /// The values of single callers, by flag and key.
        var own: [String: [String: Value]] = [:]
        var source: (any FlagSource)?
    }

    private let state: Lock<State>

    /// Makes flags with these values for everybody.
    public init(_ values: [String: Value] = [:]) { state = Lock(State(values: values)) }

    /// The value of a flag for everybody without a value of their own; nil where the flag's default applies.
    public subscript(_ key: String) -> Value? {
        get { state.withLock { $0.values[key] } }
        set { state.withLock { $0.values[key] = newValue } }
    }

    /// The value of a flag for the caller with a key.
    public subscript(_ key: String, for caller: String) -> Value? {
        get { state.withLock { $0.own[key]?[caller] } }
        set { state.withLock { $0.own[key, default: [:]][caller] = newValue } }
    }

    /// The flags that have a value for everybody.
    var keys: [String] { state.withLock { $0.values.keys.sorted() } }

    /// Sets the source of flags that have no value here.
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
