/// Blocks of the usual size that nobody uses at the moment, so that idle connections hold none.
final class BlockPool {
    /// Most requests and most answers fit in.
    static let usualCapacity = 8 * 1024
    /// What is kept for a rush; 4 MiB.
    static let mostKept = 512

    private var blocks: [ByteBlock] = []

    /// A block of the usual size.
    func take() -> ByteBlock { blocks.popLast() ?? ByteBlock(capacity: Self.usualCapacity) }

    /// Takes a block back that nobody else holds.
    func put(_ block: consuming ByteBlock) {
        guard block.capacity == Self.usualCapacity, blocks.count < Self.mostKept else { return }
        blocks.append(block)
    }
}
