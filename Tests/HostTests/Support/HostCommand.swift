import Glibc
import HostSystem

/// How the program is started.
struct HostCommand: Sendable {
    /// What it finds as its standard input.
    enum Input: Sendable {
        case empty
        case closed
    }

    var arguments: [String]
    /// All of its environment, so that a test does not depend on who runs it.
    var environment = ["PATH": "/usr/bin:/bin"]
    /// The folder that it starts in.
    var folder = "/"
    /// A command that starts the program, such as `["unshare", "--mount"]`.
    var wrapper: [String] = []
    var program = Built.flagstand
    var input = Input.empty
    /// Where its errors go instead of to the test.
    var errors: Descriptor?

    init(_ arguments: [String]) { self.arguments = arguments }

    /// Starts it in a process group of its own.
    ///
    /// - Parameters:
    ///   - output: Where its standard output goes.
    ///   - errors: Where its standard error goes, unless the command has its own.
    /// - Returns: The process and its group, which have the same number.
    func spawn(output: Descriptor, errors standard: Descriptor) throws(SystemError) -> pid_t {
        Built.packsPlugins
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, (errors ?? standard).number, STDERR_FILENO)
        switch input {
        case .empty: unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        case .closed: unsafe posix_spawn_file_actions_addclose(&actions, STDIN_FILENO)
        }

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Whatever the test runner does with signals is not the program's affair.
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

        // Swift's Glibc does not carry the call that changes the folder.
        let command = ["env", "--chdir", folder] + wrapper + [program] + arguments
        var words: [UnsafeMutablePointer<CChar>?] = unsafe command.map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var id = pid_t()
        let code = unsafe posix_spawnp(&id, command[0], &actions, &attributes, &words, &variables)
        guard code == 0 else { throw SystemError(code: code) }
        return id
    }
}
