internal import CLinux
internal import Glibc
package import HostSystem

/// What the system asks of the host: to stop, or to read its document again.
package struct HostSignal: Sendable, Equatable, CustomStringConvertible {
    /// What is asked.
    package enum Wish: Sendable {
        case stop, reload
    }

    package let wish: Wish
    /// The signal's name, and who sent it.
    package let description: String

    init?(number: UInt32, sender: UInt32) {
        let name: String
        switch Int32(bitPattern: number) {
        case SIGTERM: (wish, name) = (.stop, "SIGTERM")
        case SIGINT: (wish, name) = (.stop, "SIGINT")
        case SIGHUP: (wish, name) = (.reload, "SIGHUP")
        default: return nil
        }
        // The pid is 0 for a terminal and for a sender in another pid namespace.
        description = sender == 0 ? name : "\(name) from pid \(sender)"
    }
}

/// The signals that the process gets, as a stream.
package final class Signals: Sendable {
    /// The most signals that wait for their reader; the first ones count.
    private static let mostWaiting = 16

    /// What was asked, in order.
    package let received: AsyncStream<HostSignal>

    private let loop: DescriptorLoop
    private let token: DescriptorLoop.Token
    private let tell: AsyncStream<HostSignal>.Continuation

    /// Holds signals back until somebody reads them here; a broken pipe becomes an error of the call that meets it.
    ///
    /// - Important: Call it first thing in `main`: only threads that are started afterwards hold them back as well.
    ///   A child process inherits both and has to undo them.
    package static func hold() {
        var held = heldSet()
        unsafe pthread_sigmask(SIG_BLOCK, &held, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Reads signals on a loop's thread for as long as this is kept.
    ///
    /// - Parameter reapsOrphans: whether whatever lost its parent becomes this process's child, as it is with pid 1.
    package init(on loop: DescriptorLoop, reapsOrphans: Bool = getpid() == 1) throws(SystemError) {
        var held = Self.heldSet()
        let descriptor = try Descriptor { unsafe signalfd(-1, &held, Int32(SFD_CLOEXEC | SFD_NONBLOCK)) }
        let (received, tell) = AsyncStream.makeStream(
            of: HostSignal.self, bufferingPolicy: .bufferingOldest(Self.mostWaiting))
        self.received = received
        self.tell = tell
        self.loop = loop
        token = try loop.add(descriptor) {
            if let signal = Self.read(descriptor) { tell.yield(signal) }
            // Not only after SIGCHLD: several that end at once are announced once.
            if reapsOrphans { Orphans.reap() }
        }
        // Those that ended before anybody listened are not announced again.
        if reapsOrphans { Orphans.reap() }
    }

    deinit { stop() }

    /// Ends the stream.
    package func stop() {
        loop.remove(token)
        tell.finish()
    }

    private static func heldSet() -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP, SIGCHLD] { unsafe sigaddset(&signals, number) }
        return signals
    }

    private static func read(_ descriptor: Descriptor) -> HostSignal? {
        var info = signalfd_siginfo()
        let size = MemoryLayout.size(ofValue: info)
        let count = try? SystemError.check { unsafe Glibc.read(descriptor.number, &info, size) }
        guard count == size else { return nil }
        return HostSignal(number: info.ssi_signo, sender: info.ssi_pid)
    }
}
