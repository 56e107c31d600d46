internal import FeatureKit

/// A part of an evaluation as it was heard: what it was about, what it gave, and what happened inside.
struct TraceNode: Sendable {
    enum Subject: Sendable {
        case flag(Int)
        /// One of the things that the flag requires, by its place.
        case requirement(Int)
        case rule(RuleRow)
        case step(Step)
    }

    let subject: Subject
    var result = Value.null
    var verdict: Verdict?
    /// What the attribute holds that a clause asks about.
    var found: Value?
    var bucket: TraceBucket?
    /// What made the evaluation fail here.
    var failure: FlagFailure?
    var children: [TraceNode] = []
}

/// How a hash was made a place.
struct TraceBucket: Sendable {
    let hashed: String
    let hash: UInt32
    let bucketing: Bucketing
}

/// Keeps all that it hears.
struct TraceRecorder: FlagTracer {
    static var isListening: Bool { true }
    /// How many parts are kept; the rest is counted.
    static let mostNodes = 2_000

    /// What has begun and not ended, the innermost last.
    private var open: [TraceNode] = []
    private(set) var root: TraceNode?
    /// How many parts were not kept.
    private(set) var dropped = 0
    /// What made the evaluation fail, wherever it was.
    private(set) var failure: FlagFailure?
    private var kept = 0
    /// How many parts have begun that are not kept.
    private var unkept = 0

    mutating func hear(_ event: TraceEvent) {
        switch event {
        case .begin(let subject):
            guard unkept == 0, kept < Self.mostNodes else {
                unkept += 1
                dropped += 1
                return
            }
            kept += 1
            open.append(TraceNode(subject: subject))
        case .found(let value): if unkept == 0, !open.isEmpty { open[open.count - 1].found = value }
        case .failed(let failure):
            self.failure = failure
            if unkept == 0, !open.isEmpty { open[open.count - 1].failure = failure }
        case .bucket(let hashed, let hash, let bucketing):
            guard unkept == 0, !open.isEmpty else { return }
            open[open.count - 1].bucket = TraceBucket(hashed: hashed, hash: hash, bucketing: bucketing)
        case .end(let value): end { $0.result = value }
        case .decided(let verdict): end { $0.verdict = verdict }
        }
    }

    private mutating func end(_ finish: (inout TraceNode) -> Void) {
        if unkept > 0 {
            unkept -= 1
            return
        }
        guard var node = open.popLast() else { return }
        finish(&node)
        if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
    }
}
