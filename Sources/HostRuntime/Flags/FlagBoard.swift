@_spi(Hosting) package import FeatureKit
package import FlagEngine
internal import Synchronization

/// The active flags; read by every loop and every feature, changed by `ConfigurationManager` alone.
package final class FlagBoard: Sendable {
    /// The flags of one revision.
    package struct Snapshot: Sendable {
        package let program: FlagProgram
        /// The digest of this state of all flags, equal on every host with the same configuration.
        package let etag: String
        package let since: Timestamp
        /// The metadata that all sources of the configuration have in common.
        package let metadata: Members
        /// The indexes of the gates' flags, by the feature's id; only of features that not everybody has.
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

    /// Grows with each change; a holder of a snapshot compares it before using the snapshot.
    package var generation: UInt64 { generations.load(ordering: .acquiring) }

    /// Replaces the active flags.
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
