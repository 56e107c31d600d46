internal import Glibc
internal import HostRuntime
internal import HostSystem

/// What the commands print.
enum Output {
    /// Writes what was asked for.
    ///
    /// - Returns: The command's exit code, which is bad where it can't be written: whoever reads a part of it must not
    ///   take it for all.
    static func print(_ text: String, _ code: ExitCode = .fine) -> ExitCode { print(Array(text.utf8), code) }

    /// Writes bytes as they are.
    static func print(_ bytes: [UInt8], _ code: ExitCode = .fine) -> ExitCode {
        do throws(SystemError) {
            try write(bytes, to: STDOUT_FILENO)
            return code
        } catch {
            // A reader that has seen enough, such as `head`, needs no telling.
            if error.code != EPIPE { self.error("flagstand: error: standard output cannot be written: \(error)\n") }
            return .bad
        }
    }

    /// Writes what went wrong, where anybody listens.
    static func error(_ text: String) { try? write(Array(text.utf8), to: STDERR_FILENO) }

    /// Whether a person looks at what is printed.
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
