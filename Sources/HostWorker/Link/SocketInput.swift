@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// What comes in at one end of a socket pair; to be used on one thread.
struct SocketInput {
    /// How much is read at a time.
    private static let page = 256 << 10

    private let socket: Descriptor
    private var reader = FrameReader()
    private var bytes = [UInt8](repeating: 0, count: SocketInput.page)
    /// What the other side has said of itself; nothing else is taken before that.
    private(set) var hello: WireHello?

    init(_ socket: Descriptor) { self.socket = socket }

    enum State { case more, nothingYet, end }

    /// Reads once; what is whole then is had from `next`.
    mutating func read() throws(WireError) -> State {
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(socket.number, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .nothingYet : .end }
        unsafe bytes.withUnsafeBytes { unsafe reader.add(.init(rebasing: $0[..<count])) }
        return .more
    }

    /// The next message, of which the first says who the other side is, and no other one does.
    mutating func next() throws(WireError) -> WireMessage? {
        guard let message = try reader.next() else { return nil }
        guard hello != nil else {
            hello = try WireHello(message)
            return message
        }
        guard message.kind != .hello else { throw .malformed("it says twice who it is") }
        return message
    }
}
