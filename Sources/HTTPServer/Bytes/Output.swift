/// What waits to be sent to a client, in order: small things side by side in a block, large ones as they are.
///
/// While nothing waits it holds no memory.
final class Output {
    private enum Piece {
        case block(ByteBlock, Range<Int>)
        /// Bytes that others may hold too, such as an event for many clients.
        case bytes([UInt8], Range<Int>)

        var range: Range<Int> {
            switch self {
            case .block(_, let range), .bytes(_, let range): range
            }
        }
    }

    /// How sending ended.
    enum Progress: Equatable {
        case all
        case full
        case gone
    }

    private let pool: BlockPool
    /// What is sent before the tail.
    private var pieces: [Piece] = []
    /// Whether there is anything, which most of the time there is not.
    private var hasPieces = false
    /// Which piece comes next.
    private var first = 0
    /// Where small things are added.
    private var tail: ByteBlock?
    private var tailStart = 0
    private var tailEnd = 0
    /// How many bytes wait.
    private(set) var count = 0

    init(_ pool: BlockPool) { self.pool = pool }

    var isEmpty: Bool { count == 0 }

    /// Makes room for so many bytes side by side and lends the block and the place; what is written counts at once.
    @inline(__always)
    func reserve(_ size: Int) -> (block: ByteBlock, at: Int) {
        if let tail, tail.capacity &- tailEnd >= size {
            defer { extend(size) }
            return (tail, tailEnd)
        }
        closeTail()
        let block = size <= BlockPool.usualCapacity ? pool.take() : ByteBlock(capacity: size)
        tail = block
        extend(size)
        return (block, 0)
    }

    /// Gives up the end of what was reserved last.
    @inline(__always)
    func giveUp(_ size: Int) {
        tailEnd &-= size
        count &-= size
    }

    /// Adds bytes: copied where they fit beside what is there, otherwise as they are.
    func add(_ bytes: [UInt8]) {
        if let tail, tail.capacity &- tailEnd >= bytes.count {
            tail.write(bytes, at: tailEnd)
            extend(bytes.count)
        } else {
            share(bytes, bytes.indices)
        }
    }

    /// Adds bytes that many clients get, without copying them.
    func share(_ bytes: [UInt8]) { share(bytes, bytes.indices) }

    /// Adds a part of bytes that many clients get, without copying it.
    func share(_ bytes: [UInt8], _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        closeTail()
        add(.bytes(bytes, range))
        count &+= range.count
    }

    /// Sends until nothing is left or the client takes no more; tells how many bytes went.
    func send(to transport: Transport) -> (progress: Progress, bytes: Int) {
        let before = count
        while hasPieces, first < pieces.count {
            let piece = pieces[first]
            let range = piece.range
            let more = first &+ 1 < pieces.count || tailEnd > tailStart
            let sent =
                switch piece {
                case .block(let block, _): transport.send(from: block, range, more: more)
                case .bytes(let bytes, _): transport.send(bytes, range, more: more)
                }
            guard case .bytes(let taken) = sent else { return (sent == .full ? .full : .gone, before &- count) }
            count &-= taken
            if taken < range.count {
                keep((range.lowerBound &+ taken)..<range.upperBound)
            } else {
                dropFirst()
            }
        }
        while tailStart < tailEnd, let tail {
            let sent = transport.send(from: tail, tailStart..<tailEnd, more: false)
            guard case .bytes(let taken) = sent else { return (sent == .full ? .full : .gone, before &- count) }
            count &-= taken
            tailStart &+= taken
        }
        clear()
        return (.all, before)
    }

    /// Forgets what waits and gives the memory back.
    func clear() {
        if let block = tail.take() { pool.put(block) }
        tailStart = 0
        tailEnd = 0
        if hasPieces { pieces = [] }
        hasPieces = false
        first = 0
        count = 0
    }

    @inline(__always)
    private func extend(_ size: Int) {
        tailEnd &+= size
        count &+= size
    }

    /// Puts the tail among the pieces, so that something else can follow it.
    private func closeTail() {
        guard let block = tail else { return }
        if tailEnd > tailStart { add(.block(block, tailStart..<tailEnd)) } else { pool.put(block) }
        tail = nil
        tailStart = 0
        tailEnd = 0
    }

    private func add(_ piece: Piece) {
        pieces.append(piece)
        hasPieces = true
    }

    /// Keeps what is left of the next piece.
    private func keep(_ range: Range<Int>) {
        switch pieces[first] {
        case .block(let block, _): pieces[first] = .block(block, range)
        case .bytes(let bytes, _): pieces[first] = .bytes(bytes, range)
        }
    }

    private func dropFirst() {
        if case .block(let block, _) = pieces[first] { pool.put(block) }
        // Its memory goes now, its place when there are many.
        pieces[first] = .bytes([], 0..<0)
        first &+= 1
        let mostDropped = 64
        if first >= mostDropped {
            pieces.removeFirst(first)
            first = 0
        }
    }
}
