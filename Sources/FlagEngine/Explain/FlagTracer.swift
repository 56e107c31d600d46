/// What hears how an evaluation goes.
///
/// The evaluator is generic over it, so that without a listener nothing of it is left.
protocol FlagTracer: Sendable {
    /// Whether anything is to be told; a constant of the type.
    static var isListening: Bool { get }

    mutating func hear(_ event: TraceEvent)
}

/// Hears nothing.
struct NoTracer: FlagTracer {
    static var isListening: Bool { false }

    mutating func hear(_ event: TraceEvent) {}
}

/// Something that happens in an evaluation.
enum TraceEvent {
    /// How a hash was made a place: what was hashed, and of how much it is which part.
    case bucket(hashed: String, hash: UInt32, Bucketing)
}
