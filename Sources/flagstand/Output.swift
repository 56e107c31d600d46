internal import Glibc
internal import HostRuntime
internal import HostSystem

/// The output of commands.
enum Output {
    /// Writes the requested output.
    ///
    /// - Returns: The command's exit code, which is bad if writing fails, so that a reader does not take a part of the
    ///   output for all of it.
    static func print(_ text: String, _ code: ExitCode = .fine) -> ExitCode { print(Array(text.utf8), code) }

    /// Writes bytes unchanged.
    static func print(_ bytes: [UInt8], _ code: ExitCode = .fine) -> ExitCode {
        do throws(SystemError) {
            try write(bytes, to: STDOUT_FILENO)
            return code
        } catch {
            // If the reader has closed the pipe, as `head` does, no message is needed.
            if error.code != EPIPE { self.error("flagstand: error: standard output cannot be written: \(error)\n") }
            return .bad
        }
    }

    /// Writes an error message to standard error, if possible.
    static func error(_ text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

    /// Whether the output goes to a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try SystemError.check {
                unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
