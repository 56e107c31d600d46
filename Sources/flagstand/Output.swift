internal import Glibc

/// What the commands print.
enum Output {
    /// Writes what was asked for.
    static func print(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes what went wrong.
    static func error(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                guard errno == EINTR else { return }
            } else {
                rest = rest.dropFirst(count)
            }
        }
    }
}
