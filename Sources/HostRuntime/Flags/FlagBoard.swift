@_spi(Hosting) package import FeatureKit
package import FlagEngine
internal import Synchronization

/// The flags that count now; asked by every loop and every feature, changed by the one who keeps the document.
package final class FlagBoard: Sendable {
    /// The flags of one revision.
    package struct Snapshot: Sendable {
        package let program: FlagProgram
        /// A word for exactly this state of all flags, equal on every host with the same documents.
        package let etag: String
        package let since: Timestamp
        /// What all of the document's sources say of their flags alike.
        package let metadata: Members
        /// The flags of those features that not everybody has, by the feature's id.
        package let gates: [String: Int]

        package init(_ program: FlagProgram, etag: String, since: Timestamp, metadata: Members = Members()) {
            self.program = program
            self.etag = etag
            self.since = since
            self.metadata = metadata
            gates = program.gates
        }
    }

    private let posted: Lock<Snapshot>
    private let generations = Atomic<UInt64>(0)
    /// Raised with the next change.
    private let news = Lock(Signal())

    package init(_ first: Snapshot) { posted = Lock(first) }

    package var current: Snapshot { posted.withLock { $0 } }

    /// Grows with each change; who keeps a snapshot looks at this before using it.
    package var generation: UInt64 { generations.load(ordering: .acquiring) }

    /// Puts other flags in the place of those that count.
    package func post(_ snapshot: Snapshot) {
        posted.withLock { $0 = snapshot }
        generations.add(1, ordering: .releasing)
        let told = news.withLock { news in
            defer { news = Signal() }
            return news
        }
        told.raise()
    }

    /// Returns once the generation is another one than this, or when the task is cancelled.
    package func changed(since known: UInt64) async {
        // Taken before the look, so that no change falls between the two.
        let signal = news.withLock { $0 }
        if generation == known { await signal.wait() }
    }
}
