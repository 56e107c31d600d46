/// Storages that hold no request at the moment; they keep their blocks and their room for fields.
final class StoragePool {
    /// What is kept for a rush; 2 MiB.
    static let mostKept = 256

    private let limits: ServerLimits
    private let budget: BodyBudget
    private var storages: [RequestStorage] = []
    private var count = 0

    init(_ limits: ServerLimits, _ budget: BodyBudget) {
        self.limits = limits
        self.budget = budget
    }

    /// A storage of at least that size for a client's next request.
    func take(for sender: Sender, size: Int = BlockPool.usualCapacity) -> RequestStorage {
        guard count > 0, size <= BlockPool.usualCapacity, let storage = storages.popLast() else {
            return make(capacity: max(size, BlockPool.usualCapacity), for: sender)
        }
        count &-= 1
        storage.begin(for: sender)
        return storage
    }

    /// A new storage of that size.
    func make(capacity: Int, for sender: Sender) -> RequestStorage {
        RequestStorage(ByteBlock(capacity: capacity), of: sender, limits: limits, budget: budget)
    }

    /// Takes a storage back that nobody else holds.
    func put(_ storage: consuming RequestStorage) {
        guard storage.isUsual, count < Self.mostKept else { return }
        count &+= 1
        storages.append(storage)
    }
}
