import Glibc
import HostConfig

/// A folder of a test's own, removed with everything in it at the end.
final class ScratchFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/flagstand-test-XXXXXX".utf8CString)
        guard let made = unsafe mkdtemp(&template) else { throw SystemError(code: errno) }
        path = unsafe String(cString: made)
    }

    deinit { _ = try? Tool.run("rm", "-rf", path) }

    subscript(_ name: String) -> String { "\(path)/\(name)" }
}

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
        defer { for unsafecopy in unsafe copies { unsafe free(copy) } }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, words[0], nil, nil, copies + [nil], environ)
        guard code == 0 else { throw SystemError(code: code) }
        return child
    }
}
