/// Puts together what a sender says in several packets, for a few senders at once.
struct PieceMemory {
    enum Key: Hashable {
        /// Of HCI's reports: the sender, and which of its sets.
        case report(Advertisement.Address, set: UInt16)
        /// In the air: the set's and the data's number, which is all that the later packets tell.
        case chain(UInt16)
    }

    /// Anyone can begin and never end; beyond this many the one that waits longest is forgotten.
    static let mostSenders = 64
    /// An advertisement has no more bytes than this.
    static let mostBytes = 1_650
    /// What waits for longer was lost; a packet points to the next one that comes at most 2.5 s later.
    static let longestWait = Duration.seconds(3)

    private struct Pending {
        let address: Advertisement.Address
        var data: [UInt8]
        let since: Duration
    }

    private var pending: [Key: Pending] = [:]
    /// How many were forgotten before they were whole, for those that came later.
    private(set) var forgotten: UInt64 = 0

    var count: Int { pending.count }

    /// Whether something has begun that may still be added to.
    func waits(_ key: Key, at now: Duration) -> Bool {
        pending[key].map { now - $0.since <= Self.longestWait } ?? false
    }

    /// Takes the first piece; what had begun before is lost.
    ///
    /// - Returns: How many were lost that had said something.
    mutating func begin(
        _ key: Key, by address: Advertisement.Address, _ data: ArraySlice<UInt8>, at now: Duration
    ) -> Int {
        var lost = pending[key].map { $0.data.isEmpty ? 0 : 1 } ?? 0
        if pending[key] == nil, pending.count >= Self.mostSenders,
            let oldest = pending.min(by: { $0.value.since < $1.value.since })
        {
            pending[oldest.key] = nil
            forgotten += 1
            lost += oldest.value.data.isEmpty ? 0 : 1
        }
        pending[key] = Pending(address: address, data: Array(data), since: now)
        return lost
    }

    /// Adds a piece; false, and all of it lost, where it grows longer than any advertisement is.
    mutating func add(_ data: ArraySlice<UInt8>, to key: Key) -> Bool {
        guard let so = pending[key]?.data.count, so + data.count <= Self.mostBytes else {
            pending[key] = nil
            return false
        }
        pending[key]?.data += data
        return true
    }

    /// Takes out what is whole.
    mutating func end(_ key: Key) -> (address: Advertisement.Address, data: [UInt8])? {
        pending.removeValue(forKey: key).map { ($0.address, $0.data) }
    }

    /// Forgets everything.
    ///
    /// - Returns: How many had said something.
    mutating func clear() -> Int {
        defer { pending = [:] }
        return pending.values.count { !$0.data.isEmpty }
    }
}
