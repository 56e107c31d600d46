/// Blocks of the usual size that nobody uses at the moment, so that idle connections hold none.
final class BlockPool {
    /// Most requests and most answers fit in.
    static let usualCapacity = 8 * 1024
    /// What is kept for a rush; 2 MiB.
    static let mostKept = 256

    private var blocks: [ByteBlock] = []
    private var count = 0

    /// A block of the usual size.
    func take() -> ByteBlock {
        guard count > 0, let block = blocks.popLast() else { return ByteBlock(capacity: Self.usualCapacity) }
        count &-= 1
        return block
    }

    /// Takes a block back that nobody else holds.
    func put(_ block: consuming ByteBlock) {
        guard block.capacity == Self.usualCapacity, count < Self.mostKept else { return }
        count &+= 1
        blocks.append(block)
    }
}
