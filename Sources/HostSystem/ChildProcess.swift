internal import CLinux
internal import FeatureKit
internal import Glibc

/// A program that this process has started, in a session and a process group of its own, without a terminal; group and
/// process end with their owner.
///
/// It inherits no descriptor but those that are named, no signal mask and no signal handling.
package final class ChildProcess: Sendable {
    /// What is started, and with what.
    package struct Command: Sendable {
        package var program: String
        package var arguments: [String]
        /// All of its environment.
        package var environment: [String: String]
        /// What it finds as its descriptors 0, 1, 2 and so on.
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

    /// How it came to its end.
    package enum Exit: Sendable, Equatable {
        case code(Int32)
        case signal(Int32)
    }

    /// The number of the process, and of its group.
    package let id: Int32
    /// Can be read once it has ended.
    package let end: Descriptor
    /// Known once somebody has waited; from then on the number may be another one's.
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
        // Whoever wanted to know how it ends has waited; the others must not leave it behind.
        send(SIGKILL)
        _ = wait()
    }

    /// Sends a signal to it and to whatever it started; none if it has ended.
    package func send(_ signal: Int32) {
        guard exit.withLock({ $0 }) == nil else { return }
        ChildTable.all.kill(id, signal)
    }

    /// Blocks until it has ended, and ends what it left behind in its group; to be called on one thread.
    package func wait() -> Exit {
        if let exit = exit.withLock({ $0 }) { return exit }
        let end = ChildTable.all.wait(for: id)
        exit.withLock { $0 = end }
        return end
    }

    private static func spawn(_ command: Command) throws(SystemError) -> Int32 {
        // Beyond the numbers that the child gets, so that none is written over before its turn.
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
        // What some library has opened without the flag for it.
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

    /// These calls answer what others put into `errno`.
    private static func check(_ code: Int32) throws(SystemError) {
        guard code == 0 else { throw SystemError(code: code) }
    }
}
