/// A request's bytes, and where its parts lie among them.
///
/// A connection receives into it until a request is whole, and goes on behind it for the next one. As long as somebody
/// else keeps the request nothing of it changes: the connection then takes another storage for what follows.
// Unchecked: only its connection's loop changes it, and only while nobody else holds it.
final class RequestStorage: @unchecked Sendable {
    /// What came of reading a body.
    enum BodyOutcome: Equatable {
        case needsMore
        case whole
        case refused(Refusal)
    }

    /// What a server says of a request that it sends on.
    struct Forwarding {
        /// Nil where that server asks for itself.
        let client: Sender?
        /// Whether it was asked by TLS; nil where it does not say.
        let isSecure: Bool?
    }

    private(set) var sender: Sender
    /// Nil where the sender sends on nothing.
    var forwarding: Forwarding?
    private(set) var head = RequestHead()
    private(set) var body = 0..<0
    private var block: ByteBlock
    /// Where what it takes beyond the usual is counted; nil where it is not.
    private let budget: BodyBudget?
    private var counted = 0
    private var parser: RequestParser
    private var chunks = ChunkReader(mostBytes: 0)
    /// Where the request begins.
    private var start = 0
    /// Where its head ends.
    private var headEnd = 0
    /// Where it ends, as far as it was read.
    private var end = 0
    /// Where what was received ends.
    private var filled = 0

    init(_ block: ByteBlock, of sender: Sender, limits: ServerLimits, budget: BodyBudget) {
        self.block = block
        self.sender = sender
        self.budget = budget
        parser = RequestParser(limits)
        counted = Self.beyondUsual(block.capacity)
        // What it is made with is there already.
        budget.take(counted)
    }

    deinit { budget?.giveBack(counted) }

    /// Makes one of a request that is whole.
    private init(_ bytes: [UInt8], _ head: RequestHead, body: Range<Int>, peer: Peer) {
        block = ByteBlock(capacity: bytes.count)
        block.write(bytes, at: 0)
        self.head = head
        self.body = body
        sender = Sender(peer)
        budget = nil
        filled = bytes.count
        parser = RequestParser(ServerLimits())
    }

    /// Writes a request down as it would have been received.
    static func whole(
        _ method: Method, _ target: String, fields: [(String, String)], body: [UInt8], peer: Peer
    ) -> RequestStorage {
        var head = RequestHead()
        head.method = method
        var bytes = Array(target.utf8)
        let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
        head.path = Extent(0..<(mark ?? bytes.count))
        head.query = mark.map { Extent(($0 + 1)..<bytes.count) }
        func add(_ text: String) -> Extent {
            let start = bytes.count
            bytes += text.utf8
            return Extent(start..<bytes.count)
        }
        for (name, value) in fields {
            head.add(RequestHead.Field(name: add(name), value: add(value)))
            if name.lowercased() == "content-length", let length = Int(value) { head.framing = .length(length) }
        }
        let bodyStart = bytes.count
        return RequestStorage(bytes + body, head, body: bodyStart..<(bodyStart + body.count), peer: peer)
    }

    /// How many bytes are there beginning with the request.
    var count: Int { filled &- start }

    /// How many bytes are there behind the head.
    var countBehindHead: Int { filled &- headEnd }

    /// Lends a part of the head.
    @inline(__always)
    func withBytes<Result>(_ extent: Extent, _ body: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        let range = extent.range
        return try block.withBytes((start &+ range.lowerBound)..<(start &+ range.upperBound), body)
    }

    /// Lends the body.
    @inline(__always)
    func withBody<Result>(_ use: (borrowing Span<UInt8>) throws -> Result) rethrows -> Result {
        try block.withBytes(body, use)
    }

    /// A copy for a request that stays open for long: its head, and what follows the request.
    func small(_ pool: StoragePool) -> RequestStorage {
        let copy = pool.make(capacity: headEnd &- start &+ (filled &- end), for: sender)
        copy.block.write(start..<headEnd, of: block, at: 0)
        copy.headEnd = headEnd &- start
        copy.block.write(end..<filled, of: block, at: copy.headEnd)
        copy.end = copy.headEnd
        copy.filled = copy.headEnd &+ (filled &- end)
        copy.body = copy.headEnd..<copy.headEnd
        copy.forwarding = forwarding
        copy.head = head.compacted()
        copy.head.framing = .none
        return copy
    }

    /// The same in other memory, for a connection that must go on while somebody keeps this one.
    func copy(_ pool: StoragePool) -> RequestStorage {
        let copy = pool.make(capacity: block.capacity, for: sender)
        copy.block.write(start..<filled, of: block, at: start)
        copy.forwarding = forwarding
        copy.head = head
        copy.body = body
        copy.parser = parser
        copy.chunks = chunks
        copy.start = start
        copy.headEnd = headEnd
        copy.end = end
        copy.filled = filled
        return copy
    }
}

extension RequestStorage {
    /// Receives what there is room for, and makes room where there is none; nil where the budget has none left.
    func receive(from transport: Transport) -> (received: Socket.Received, isFull: Bool)? {
        guard filled < block.capacity || makeRoom() else { return nil }
        let room = block.capacity &- filled
        let received = transport.receive(into: block, filled..<block.capacity)
        guard case .bytes(let count) = received else { return (received, false) }
        filled &+= count
        return (received, count == room)
    }

    /// Reads on in the head.
    @inline(__always)
    func readHead() -> RequestParser.Outcome {
        let outcome = block.withBytes(start..<filled) { parser.read($0, into: &head) }
        if case .head(let length) = outcome {
            headEnd = start &+ length
            end = headEnd
            body = headEnd..<headEnd
        }
        return outcome
    }

    /// Begins a body of at most so many bytes; false if it is said to be longer.
    func beginBody(upTo most: Int) -> Bool {
        switch head.framing {
        case .none: return true
        case .length(let length): return length <= most
        case .chunked:
            chunks = ChunkReader(mostBytes: max(0, most))
            return true
        }
    }

    /// Reads on in the body.
    @inline(__always)
    func readBody() -> BodyOutcome {
        switch head.framing {
        case .none: return .whole
        case .length(let length):
            guard filled &- headEnd >= length else { return .needsMore }
            end = headEnd &+ length
            body = headEnd..<end
            return .whole
        case .chunked:
            switch block.withMutableBytes(headEnd..<filled, { chunks.read(&$0) }) {
            case .needsMore: return .needsMore
            case .refused(let refusal): return .refused(refusal)
            case .done:
                end = headEnd &+ chunks.consumed
                body = headEnd..<(headEnd &+ chunks.decoded)
                return .whole
            }
        }
    }

    /// Goes on behind the request, or behind its head where the body was not read.
    func moveOn() { begin(at: end) }

    /// Leaves out at most so many bytes of what follows; answers how many there were.
    func skip(_ count: Int) -> Int {
        let skipped = min(count, filled &- start)
        begin(at: start &+ skipped)
        return skipped
    }

    /// What follows the request, in a storage of its own.
    func successor(_ pool: StoragePool) -> RequestStorage? {
        let rest = end..<filled
        guard !rest.isEmpty else { return nil }
        let next = pool.take(for: sender, size: rest.count)
        next.block.write(rest, of: block, at: 0)
        next.filled = rest.count
        return next
    }

    /// Forgets everything, for a client that may be another one.
    func begin(for sender: Sender) {
        self.sender = sender
        filled = 0
        begin(at: 0)
    }

    /// Whether it holds as much memory as most requests need.
    var isUsual: Bool { block.capacity == BlockPool.usualCapacity }

    private func begin(at place: Int) {
        start = place
        forwarding = nil
        if start == filled {
            start = 0
            filled = 0
        }
        headEnd = start
        end = start
        parser.reset()
    }

    /// Moves the request to the block's begin, or into a larger one; false where the budget has no room for that.
    private func makeRoom() -> Bool {
        if head.framing == .chunked, chunks.consumed > chunks.decoded, headEnd > start {
            let rest = (headEnd &+ chunks.consumed)..<filled
            block.write(rest, of: block, at: headEnd &+ chunks.decoded)
            filled = headEnd &+ chunks.decoded &+ rest.count
            chunks.closeGap()
            if filled < block.capacity { return true }
        }
        var target = block
        if start == 0 {
            let capacity = largerCapacity
            let more = Self.beyondUsual(capacity) &- counted
            guard budget?.takeIfFree(more) ?? true else { return false }
            counted &+= more
            target = ByteBlock(capacity: capacity)
        }
        target.write(start..<filled, of: block, at: 0)
        filled &-= start
        headEnd &-= start
        end = headEnd
        body = headEnd..<headEnd
        start = 0
        block = target
        return true
    }

    private static func beyondUsual(_ capacity: Int) -> Int { max(0, capacity &- BlockPool.usualCapacity) }

    /// Twice as much, but no more than a request that tells its length needs.
    private var largerCapacity: Int {
        let doubled = block.capacity.multipliedReportingOverflow(by: 2).partialValue
        guard case .length(let length) = head.framing, headEnd > start else { return doubled }
        let needed = headEnd.addingReportingOverflow(length)
        return needed.overflow ? doubled : min(doubled, max(needed.partialValue, block.capacity &+ 1))
    }
}
