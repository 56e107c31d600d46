internal import FeatureKit
internal import Synchronization

/// What happened on one loop: its thread counts, any other one reads.
final class LoopCounters: Sendable {
    /// A number that one thread changes, which therefore needs no more than a load and a store.
    struct Counter: ~Copyable, Sendable {
        private let number = Atomic<Int>(0)

        @inline(__always)
        func add(_ more: Int = 1) { number.store(number.load(ordering: .relaxed) &+ more, ordering: .relaxed) }

        var value: Int { number.load(ordering: .relaxed) }
        var total: UInt64 { UInt64(truncatingIfNeeded: value) }
    }

    let accepted = Counter()
    let requests = Counter()
    let streams = Counter()
    let refusedConnections = Counter()
    /// Those of them that were refused because their address has too many.
    let crowdedConnections = Counter()
    let refusedBodies = Counter()
    let slowClients = Counter()
    let handshakes = Counter()
    let failedHandshakes = Counter()
    let bytesIn = Counter()
    let bytesOut = Counter()
    private let malformed = Lock<[Int: UInt64]>([:])

    func countMalformed(_ status: Status) { malformed.withLock { $0[status.code, default: 0] += 1 } }

    /// Adds what was counted so far.
    func add(to counts: inout ServerCounts) {
        counts.accepted &+= accepted.total
        counts.requests &+= requests.total
        counts.streams += streams.value
        counts.refusedConnections &+= refusedConnections.total
        counts.crowdedConnections &+= crowdedConnections.total
        counts.refusedBodies &+= refusedBodies.total
        counts.slowClients &+= slowClients.total
        counts.handshakes &+= handshakes.total
        counts.failedHandshakes &+= failedHandshakes.total
        counts.bytesIn &+= bytesIn.total
        counts.bytesOut &+= bytesOut.total
        for (status, count) in malformed.withLock({ $0 }) { counts.malformed[status, default: 0] &+= count }
    }
}
