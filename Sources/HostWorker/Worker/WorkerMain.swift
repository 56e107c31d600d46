internal import CWorker
@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// What a worker's process does: opens one library, says what is in it, and runs its feature until it is told to stop or
/// the host has gone.
///
/// The thread that reads the wire runs nothing of the feature's, so that it ends the process whatever that one does.
package enum WorkerMain {
    /// How it ends where it can't do its work; what it has to say of that stands on its standard error.
    enum Code: Int32 {
        case fine = 0
        case misused = 2
        case unable = 70
        case protocolBroken = 71
    }

    /// The lowest number that our own descriptors get: the feature finds none of them under its number.
    private static let firstFree: Int32 = 100

    package static func run() -> Never {
        signal(SIGPIPE, SIG_IGN)
        guard let order = WorkerOrder(CommandLine.arguments.dropFirst()),
            let wire = taken(WorkerOrder.wire), let lastWords = taken(WorkerOrder.lastWords)
        else {
            end(.misused, saying: "flagstand-worker is started by flagstand, and of no use to anybody else")
        }
        StandardStreams.ensureOpen()
        // What it prints before a crash must have come out by then.
        StandardStreams.flushEachLine()
        crash_prepare(lastWords.number)
        do throws(SystemError) {
            try Confinement.enter()
            try WorkerProcess(order, SocketConnection(wire)).run()
        } catch {
            end(.unable, saying: "the worker can't begin: \(error)")
        }
    }

    /// Ends this process; nothing of the feature's runs any more.
    static func end(_ code: Code, saying text: String? = nil) -> Never {
        if let text { try? Descriptor(owning: STDERR_FILENO).write(Array("\(text)\n".utf8)) }
        // What is left of its group the host ends when it lets go of this process.
        _exit(code.rawValue)
    }

    /// Ends this process with all that it has started: there is no host any more that could.
    static func leave() -> Never {
        if getpgrp() == getpid() { kill(0, SIGKILL) }
        _exit(Code.unable.rawValue)
    }

    /// Takes a descriptor away from its number.
    private static func taken(_ number: Int32) -> Descriptor? {
        let free = try? Descriptor { fcntl(number, F_DUPFD_CLOEXEC, firstFree) }
        guard let free else { return nil }
        close(number)
        return free
    }
}
