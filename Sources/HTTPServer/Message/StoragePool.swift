/// Storages that hold no request at the moment; they keep their blocks and their room for fields.
final class StoragePool {
    /// What is kept for a rush; 2 MiB.
    static let mostKept = 256

    private let limits: ServerLimits
    private var storages: [RequestStorage] = []
    private var count = 0

    init(_ limits: ServerLimits) { self.limits = limits }

    /// A storage of at least that size for a client's next request.
    func take(for peer: Peer, size: Int = BlockPool.usualCapacity) -> RequestStorage {
        guard count > 0, size <= BlockPool.usualCapacity, let storage = storages.popLast() else {
            return RequestStorage(
                ByteBlock(capacity: max(size, BlockPool.usualCapacity)), peer: peer, limits: limits)
        }
        count &-= 1
        storage.begin(for: peer)
        return storage
    }

    /// Takes a storage back that nobody else holds.
    func put(_ storage: consuming RequestStorage) {
        guard storage.isUsual, count < Self.mostKept else { return }
        count &+= 1
        storages.append(storage)
    }
}
