/// What waits to be written to a stream, cut into frames; pure.
///
/// Plain messages keep their order. Those in pieces take turns with each other, and between two of their frames goes
/// whatever else waits, up to a page: so neither has to wait for the other's end.
@_spi(Hosting) public struct FrameWriter: Sendable {
    private struct Key: Hashable {
        let kind: WireKind
        let conversation: UInt32
    }

    /// What of plain frames goes out before a piece gets its turn.
    static let page = 256 << 10
    /// The largest piece, so that nobody waits long behind it.
    static let piece = 64 << 10

    /// Frames of plain messages, behind `head` bytes that have gone.
    private var plain: [UInt8] = []
    private var head = 0
    /// Messages in pieces: of each kind and conversation only the first is on its way.
    private var pieces: [Key: [ArraySlice<UInt8>]] = [:]
    private var turns: [Key] = []
    /// How large the messages in pieces are as a whole, until their last one has gone: the other side holds the beginnings.
    private var unfinished = 0
    /// How many bytes wait.
    public private(set) var waiting = 0

    /// Begins with nothing.
    public init() {}

    /// Whether nothing waits.
    public var isEmpty: Bool { waiting == 0 }

    /// Whether a message may wait behind the others; publications may take a part of the room alone.
    public func takes(_ message: WireMessage) -> Bool {
        let room = message.kind == .publish ? WireLimits.waitingPublications : WireLimits.waiting
        return message.body.count <= WireLimits.message && waiting + message.body.count <= room + unfinished
    }

    /// Whether a message in pieces may: never more than the other side would hold.
    public func takesInPieces(_ message: WireMessage) -> Bool {
        message.body.count <= WireLimits.pieced && turns.count < WireLimits.questions
            && unfinished + message.body.count <= WireLimits.unfinished - WireLimits.message
    }

    /// Takes a message that keeps its place among all plain ones.
    public mutating func add(_ message: WireMessage) {
        forgetWhatHasGone()
        let before = plain.count
        var rest = message.body[...]
        repeat {
            let frame = rest.prefix(WireLimits.frame)
            rest = rest.dropFirst(frame.count)
            FrameHead(
                message.kind, message.conversation, count: frame.count, isUnfinished: !rest.isEmpty, isPiece: false
            ).write(to: &plain)
            plain += frame
        } while !rest.isEmpty
        waiting += plain.count - before
    }

    /// Takes a message that lets others pass between its frames.
    public mutating func addInPieces(_ message: WireMessage) {
        let key = Key(kind: message.kind, conversation: message.conversation)
        if pieces[key] == nil { turns.append(key) }
        pieces[key, default: []].append(message.body[...])
        unfinished += message.body.count
        waiting += message.body.count + Self.heads(of: message.body.count)
    }

    /// The next bytes that go out: some plain frames, and a piece behind them. They do not wait any more.
    public mutating func next() -> [UInt8] {
        var bytes: [UInt8] = []
        if head == 0, plain.count <= Self.page {
            swap(&bytes, &plain)
        } else {
            let end = endOfPage
            bytes = Array(plain[head..<end])
            head = end
        }
        addPiece(to: &bytes)
        waiting -= bytes.count
        return bytes
    }

    /// Where the frames end that make up a page: nothing may come into the midst of one.
    private var endOfPage: Int {
        var end = head
        while end < plain.count, end - head < Self.page {
            let low = Int(plain[end]) | Int(plain[end + 1]) << 8 | Int(plain[end + 2]) << 16
            end += FrameHead.size + low
        }
        return end
    }

    private mutating func forgetWhatHasGone() {
        if head == plain.count {
            plain.removeAll(keepingCapacity: plain.count <= 4 * Self.page)
            head = 0
        } else if head > 4 * Self.page, head > plain.count / 2 {
            plain.removeFirst(head)
            head = 0
        }
    }

    private mutating func addPiece(to bytes: inout [UInt8]) {
        guard let key = turns.first else { return }
        turns.removeFirst()
        guard var queue = pieces.removeValue(forKey: key), let first = queue.first else { return }
        let frame = first.prefix(Self.piece)
        let rest = first.dropFirst(frame.count)
        FrameHead(key.kind, key.conversation, count: frame.count, isUnfinished: !rest.isEmpty, isPiece: true)
            .write(to: &bytes)
        bytes += frame
        if rest.isEmpty {
            // A slice knows where it ends in the message.
            unfinished -= first.endIndex
            queue.removeFirst()
        } else {
            queue[0] = rest
        }
        guard !queue.isEmpty else { return }
        pieces[key] = queue
        turns.append(key)
    }

    /// How many bytes the heads of a message in pieces take.
    private static func heads(of count: Int) -> Int { max(1, (count + piece - 1) / piece) * FrameHead.size }
}
