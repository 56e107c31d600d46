internal import FeatureKit

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
    /// Something begins; what follows until its end belongs to it.
    case begin(TraceNode.Subject)
    /// What began last ends, and gives this.
    case end(Value)
    /// The flag that began last ends.
    case decided(Verdict)
    /// What the attribute holds that a clause asks about; nil where it is not there.
    case found(Value?)
    /// What makes the evaluation fail; there is one at most.
    case failed(FlagFailure)
    /// How a hash was made a place: what was hashed, and of how much it is which part.
    case bucket(hashed: String, hash: UInt32, Bucketing)
}
