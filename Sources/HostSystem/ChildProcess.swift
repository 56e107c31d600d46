internal import CLinux
internal import FeatureKit
internal import Glibc

/// A child process in a session and a process group of its own, without a terminal; releasing the object ends the
/// group.
///
/// It inherits only the given descriptors, no signal mask and no signal handlers.
package final class ChildProcess: Sendable {
    /// A program with its arguments, environment and descriptors.
    package struct Command: Sendable {
        package var program: String
        package var arguments: [String]
        /// The whole environment.
        package var environment: [String: String]
        /// Its descriptors 0, 1, 2 and so on.
        package var descriptors: [Descriptor]

        package init(
            _ program: String, _ arguments: [String] = [], environment: [String: String], descriptors: [Descriptor]
        ) {
            self.program = program
            self.arguments = arguments
            self.environment = environment
            self.descriptors = descriptors
        }
    }

    /// How a process ended.
    package enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The id of the process and of its group.
    package let id: Int32
    /// A descriptor that becomes readable once the process has ended.
    package let end: Descriptor
    /// Set once a caller has waited; from then on the process id may be reused.
    private let exit = Lock<Exit?>(nil)

    /// Starts a program.
    package init(_ command: Command) throws(SystemError) {
        id = try ChildTable.all.start { () throws(SystemError) in try Self.spawn(command) }
        do {
            end = try Descriptor { [id] in process_descriptor(id) }
        } catch {
            ChildTable.all.kill(id, SIGKILL)
            _ = ChildTable.all.wait(for: id)
            throw error
        }
    }

    deinit {
        // A caller that wants the exit status has waited for it by now; otherwise the process must not be left behind.
        send(SIGKILL)
        _ = wait()
    }

    /// Sends a signal to the process and its group; does nothing once a caller has waited for its end.
    package func send(_ signal: Int32) {
        guard exit.withLock({ $0 }) == nil else { return }
        ChildTable.all.kill(id, signal)
    }

    /// Blocks until the process has ended, and kills what is left of its group; to be called on one thread.
    package func wait() -> Exit {
        if let exit = exit.withLock({ $0 }) { return exit }
        let end = ChildTable.all.wait(for: id)
        exit.withLock { $0 = end }
        return end
    }

    private static func spawn(_ command: Command) throws(SystemError) -> Int32 {
        // Above the child's descriptor numbers, so that none is overwritten before it is copied.
        var taken: [Descriptor] = []
        for descriptor in command.descriptors {
            let least = Int32(command.descriptors.count)
            taken.append(try Descriptor { fcntl(descriptor.number, F_DUPFD_CLOEXEC, least) })
        }
        var actions = unsafe posix_spawn_file_actions_t()
        try check(unsafe posix_spawn_file_actions_init(&actions))
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in taken.enumerated() {
            try check(unsafe posix_spawn_file_actions_adddup2(&actions, descriptor.number, Int32(number)))
        }
        // Descriptors that a library has opened without close-on-exec.
        try check(unsafe spawn_closes_from(&actions, Int32(taken.count)))

        var attributes = posix_spawnattr_t()
        try check(unsafe posix_spawnattr_init(&attributes))
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        try check(unsafe posix_spawnattr_setsigmask(&attributes, &none))
        try check(unsafe posix_spawnattr_setsigdefault(&attributes, &all))
        let flags = spawn_in_new_session | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
        try check(unsafe posix_spawnattr_setflags(&attributes, flags))

        var words: [UnsafeMutablePointer<CChar>?] =
            unsafe ([command.program] + command.arguments).map { unsafe strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            unsafe command.environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (words + variables).forEach { unsafe free($0) } }
        var id = pid_t()
        try check(unsafe posix_spawn(&id, command.program, &actions, &attributes, &words, &variables))
        return id
    }

    /// These calls return the error number that others put into `errno`.
    private static func check(_ code: Int32) throws(SystemError) {
        guard code == 0 else { throw SystemError(code: code) }
    }
}
