internal import COpenSSL
internal import Glibc

/// How OpenSSL reads from and writes to a connected socket: as its own way to do so, but no signal comes where the client
/// has gone.
enum SocketBIO {
    /// OpenSSL's description of it; nil where memory was short.
    // Safe: made once, and never changed after that.
    private nonisolated(unsafe) static let method: OpaquePointer? = {
        let kind = BIO_get_new_index() | BIO_TYPE_SOURCE_SINK
        guard let method = unsafe BIO_meth_new(kind, "socket") else { return nil }
        unsafe BIO_meth_set_read(method, read)
        unsafe BIO_meth_set_write(method, write)
        unsafe BIO_meth_set_ctrl(method, control)
        return unsafe method
    }()

    /// One over a socket, which stays its owner's.
    static func make(over number: Int32) -> OpaquePointer? {
        guard let method = unsafe method, let bio = unsafe BIO_new(method) else { return nil }
        unsafe BIO_set_data(bio, UnsafeMutableRawPointer(bitPattern: Int(number) &+ 1))
        unsafe BIO_set_init(bio, 1)
        return unsafe bio
    }

    private static func number(of bio: OpaquePointer?) -> Int32 {
        unsafe Int32(truncatingIfNeeded: Int(bitPattern: BIO_get_data(bio)) &- 1)
    }

    private static let read: @convention(c) (OpaquePointer?, UnsafeMutablePointer<CChar>?, Int32) -> Int32 = {
        bio, room, count in
        unsafe tls_note_try(bio)
        let result = again { unsafe recv(number(of: bio), room, Int(count), 0) }
        if result < 0, errno == EAGAIN { unsafe tls_note_no_bytes(bio) }
        return Int32(clamping: result)
    }

    private static let write: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
        bio, bytes, count in
        unsafe tls_note_try(bio)
        let result = again { unsafe send(number(of: bio), bytes, Int(count), Int32(MSG_NOSIGNAL)) }
        if result < 0, errno == EAGAIN { unsafe tls_note_no_room(bio) }
        return Int32(clamping: result)
    }

    private static let control: @convention(c) (OpaquePointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int = {
        _, command, _, _ in
        // Nothing is held back here, so that it is always flushed; of the rest it knows nothing.
        command == BIO_CTRL_FLUSH ? 1 : 0
    }

    private static func again(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
