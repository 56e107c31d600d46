internal import FeatureKit

/// Something that listens on its own: a recording today, a broker or this machine's radio tomorrow.
protocol Source: Sendable {
    /// Who hears.
    var name: String { get }
    var kind: SourceReport.Kind { get }
    /// What came of it so far.
    var heard: Heard { get }

    /// Listens until there is nothing more to hear.
    ///
    /// - Returns: After how long it listens again by itself; nil where it has ended.
    /// - Throws: What is in the way, for people to read; it is tried again. `CancellationError`.
    func listen() async throws -> Duration?
}

/// What somebody heard so far.
struct Heard: Equatable {
    /// Records of a capture, advertisements of a gateway.
    var records: UInt64 = 0
    var tally = Tally()
    /// By the clock on the wall.
    var last: Timestamp?
    /// How many senders were forgotten while what they said still held, or was not whole yet.
    var forgotten: UInt64 = 0

    mutating func add(_ other: Heard) {
        records += other.records
        tally.add(other.tally)
        last = other.last ?? last
        forgotten += other.forgotten
    }
}
