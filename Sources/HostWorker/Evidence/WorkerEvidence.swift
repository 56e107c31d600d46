package import FeatureKit

/// What is known of a worker that has ended.
package struct WorkerEvidence: Sendable, Equatable {
    /// How a process comes to its end.
    package enum End: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The number that the process had.
    package var process: Int32
    package var began: Timestamp
    package var ended: Timestamp
    /// Nil while nobody knows.
    package var end: End?
    /// Why the host ended it; nil where it ended by itself.
    package var because: String?
    /// What it wrote last, the oldest line first.
    package var lastLines: [String]
    /// Where it was when it crashed, the innermost call first.
    package var backtrace: [String]

    package init(
        process: Int32, began: Timestamp, ended: Timestamp, end: End?, because: String? = nil, lastLines: [String] = [],
        backtrace: [String] = []
    ) {
        self.process = process
        self.began = began
        self.ended = ended
        self.end = end
        self.because = because
        self.lastLines = lastLines
        self.backtrace = backtrace
    }

    /// The same in other words.
    package func telling(_ words: (String) -> String) -> WorkerEvidence {
        var other = self
        other.because = because.map(words)
        other.lastLines = lastLines.map(words)
        return other
    }
}

/// That a worker ended although nobody had asked it to, or could not begin.
package struct WorkerEnded: Error, CustomStringConvertible {
    /// The reason in a line.
    package let description: String
    /// Nil where there never was a process.
    package let evidence: WorkerEvidence?

    package init(_ description: String, _ evidence: WorkerEvidence?) {
        self.description = description
        self.evidence = evidence
    }
}
