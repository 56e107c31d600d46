import Glibc
import HostSystem

/// Programs of the system.
enum Tool {
    /// Runs a program to its end.
    ///
    /// - Returns: Its exit code.
    @discardableResult
    static func run(_ words: String...) throws -> Int32 {
        let child = try start(words)
        var status: Int32 = 0
        try SystemError.check { unsafe waitpid(child, &status, 0) }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
    }

    /// Starts a program, whose parent has to wait for it.
    static func start(_ words: [String]) throws -> pid_t {
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, words[0], nil, nil, copies + [nil], environ)
        guard code == 0 else { throw SystemError(code: code) }
        return child
    }
}
