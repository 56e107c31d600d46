/// The nine bytes before each frame: `length (4), kind (1), conversation (4)`, little endian.
///
/// The length takes 24 of its bits; the others say how the frame belongs to its message.
struct FrameHead: Equatable {
    static let size = 9
    private static let more: UInt32 = 1 << 31
    private static let piece: UInt32 = 1 << 30
    private static let length: UInt32 = 1 << 24 - 1

    let kind: WireKind
    let conversation: UInt32
    /// How many bytes follow.
    let count: Int
    /// The message goes on in another frame.
    let isUnfinished: Bool
    /// It belongs to a message that lets others pass between its frames.
    let isPiece: Bool

    init(_ kind: WireKind, _ conversation: UInt32, count: Int, isUnfinished: Bool, isPiece: Bool) {
        (self.kind, self.conversation, self.count) = (kind, conversation, count)
        (self.isUnfinished, self.isPiece) = (isUnfinished, isPiece)
    }

    /// Reads a head at the beginning of bytes that are enough of them.
    init(reading bytes: UnsafeRawBufferPointer) throws(WireError) {
        let word = unsafe UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self))
        kind = WireKind(rawValue: unsafe bytes[4])
        conversation = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 5, as: UInt32.self))
        count = Int(word & Self.length)
        isUnfinished = word & Self.more != 0
        isPiece = word & Self.piece != 0
        guard word & ~(Self.more | Self.piece | Self.length) == 0 else {
            throw .malformed("a frame's length has odd bits")
        }
        guard count <= WireLimits.frame else {
            throw .tooLarge("a frame of \(count) bytes; \(WireLimits.frame) are the most")
        }
        guard !isUnfinished || count > 0 else { throw .malformed("an empty frame that is not its message's last") }
    }

    /// Writes the head.
    func write(to bytes: inout [UInt8]) {
        let word = UInt32(count) | (isUnfinished ? Self.more : 0) | (isPiece ? Self.piece : 0)
        unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) }
        bytes.append(kind.rawValue)
        unsafe withUnsafeBytes(of: conversation.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}
