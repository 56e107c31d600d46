internal import Glibc

/// What a connected socket is asked; it never waits.
enum Socket {
    enum Received: Equatable {
        case bytes(Int)
        /// Nothing is there now.
        case nothing
        /// The client sends no more.
        case end
        case gone
    }

    enum Sent: Equatable {
        case bytes(Int)
        /// There is no room now.
        case full
        case gone
    }

    /// Receives into a range of a block.
    static func receive(_ number: Int32, into block: ByteBlock, _ range: Range<Int>) -> Received {
        while true {
            let count = unsafe block.withMemory(range) { unsafe recv(number, $0.baseAddress, $0.count, 0) }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .gone
            }
        }
    }

    /// What comes first.
    enum Peeked: Equatable {
        case byte(UInt8)
        case nothing
        case end
        case gone
    }

    /// Looks at the first byte that is there, and leaves it there.
    static func peek(_ number: Int32) -> Peeked {
        while true {
            var byte: UInt8 = 0
            let count = unsafe recv(number, &byte, 1, Int32(MSG_PEEK))
            if count > 0 { return .byte(byte) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: return .gone
            }
        }
    }

    /// Sends a range of a block.
    ///
    /// - Parameter more: Whether more follows at once, which then shares a packet with it.
    static func send(_ number: Int32, from block: ByteBlock, _ range: Range<Int>, more: Bool) -> Sent {
        unsafe block.withMemory(range) { unsafe send(number, UnsafeRawBufferPointer($0), more) }
    }

    /// Sends a range of bytes.
    static func send(_ number: Int32, _ bytes: [UInt8], _ range: Range<Int>, more: Bool) -> Sent {
        unsafe bytes.withUnsafeBytes { memory in
            unsafe send(number, UnsafeRawBufferPointer(rebasing: memory[range.clamped(to: memory.indices)]), more)
        }
    }

    private static func send(_ number: Int32, _ memory: UnsafeRawBufferPointer, _ more: Bool) -> Sent {
        let flags = Int32(MSG_NOSIGNAL) | (more ? Int32(MSG_MORE) : 0)
        while true {
            let count = unsafe Glibc.send(number, memory.baseAddress, memory.count, flags)
            if count >= 0 { return .bytes(count) }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .full
            default: return .gone
            }
        }
    }

    /// Tells the client that no more will be sent.
    static func endSending(_ number: Int32) { shutdown(number, Int32(SHUT_WR)) }

    /// Lets small answers go at once instead of waiting for more.
    static func sendAtOnce(_ number: Int32) {
        var on: Int32 = 1
        unsafe setsockopt(number, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout.size(ofValue: on)))
    }
}
