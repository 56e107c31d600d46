internal import COpenSSL

/// What OpenSSL says of its last call on this thread.
enum OpenSSLError {
    /// Forgets what earlier calls left, which a later one would take for its own.
    @inline(__always)
    static func clear() { ERR_clear_error() }

    /// Takes the newest reason, and forgets the others.
    static func take() -> String {
        defer { clear() }
        let code = ERR_peek_last_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else { return "for no reason that it tells" }
        return unsafe String(cString: text)
    }

    /// Whether there was no further block to read in a text.
    static var isEndOfBlocks: Bool {
        let code = ERR_peek_last_error()
        return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE
    }
}
