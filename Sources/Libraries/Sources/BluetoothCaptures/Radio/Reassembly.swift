/// Puts together what senders say in several packets.
struct Reassembly {
    enum Key: Hashable {
        /// HCI's reports: the sender and the set.
        case report(Advertisement.Address, set: UInt16)
        /// The link layer: the numbers of the set and of the data, which is all that later packets have.
        case chain(UInt16)
    }

    /// How many senders it waits for; beyond that the one that has waited longest is forgotten.
    static let mostSenders = 64
    /// How long it waits for a piece; a packet points to the next one that comes at most 2.5 s later.
    static let longestWait = Duration.seconds(3)

    private struct Pending {
        let address: Advertisement.Address
        var data: [UInt8]
        let since: Duration
    }

    private var pending: [Key: Pending] = [:]
    /// How many were forgotten because there were too many.
    private(set) var forgotten: UInt64 = 0

    var count: Int { pending.count }

    /// Whether it waits for more of a key.
    func waits(_ key: Key, at now: Duration) -> Bool {
        pending[key].map { now - $0.since <= Self.longestWait } ?? false
    }

    /// Takes the first piece; what had begun before with the same key is lost.
    ///
    /// - Returns: How many advertisements were lost that had data.
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

    /// Adds a piece; false, with all of it lost, where it grows too long.
    mutating func add(_ data: ArraySlice<UInt8>, to key: Key) -> Bool {
        guard let count = pending[key]?.data.count, count + data.count <= Advertisement.mostBytes else {
            pending[key] = nil
            return false
        }
        pending[key]?.data += data
        return true
    }

    /// Takes out what has all its pieces.
    mutating func end(_ key: Key) -> (address: Advertisement.Address, data: [UInt8])? {
        pending.removeValue(forKey: key).map { ($0.address, $0.data) }
    }

    /// Forgets everything.
    ///
    /// - Returns: How many had data.
    mutating func clear() -> Int {
        defer { pending = [:] }
        return pending.values.count { !$0.data.isEmpty }
    }
}
