/// How a connection's bytes travel: as they are, or by TLS once that is spoken.
struct Transport {
    let number: Int32
    /// Nil where they travel as they are.
    var session: TLSSession?

    init(_ number: Int32) { self.number = number }

    /// Receives into a range of a block.
    @inline(__always)
    func receive(into block: ByteBlock, _ range: Range<Int>) -> Socket.Received {
        guard let session else { return Socket.receive(number, into: block, range) }
        return unsafe block.withMemory(range) { unsafe session.receive($0) }
    }

    /// Sends a range of a block.
    ///
    /// - Parameter more: Whether more follows at once, which then shares a packet with it.
    @inline(__always)
    func send(from block: ByteBlock, _ range: Range<Int>, more: Bool) -> Socket.Sent {
        guard let session else { return Socket.send(number, from: block, range, more: more) }
        return unsafe block.withMemory(range) { unsafe session.send(UnsafeRawBufferPointer($0)) }
    }

    /// Sends a range of bytes.
    @inline(__always)
    func send(_ bytes: [UInt8], _ range: Range<Int>, more: Bool) -> Socket.Sent {
        guard let session else { return Socket.send(number, bytes, range, more: more) }
        return unsafe bytes.withUnsafeBytes { memory in
            unsafe session.send(UnsafeRawBufferPointer(rebasing: memory[range.clamped(to: memory.indices)]))
        }
    }
}
