internal import CLinux
@_spi(Hosting) package import FeatureKit
internal import Glibc
internal import HostSystem
internal import Synchronization

/// Tells the service manager how the host is, where one asked for it: the protocol of `sd_notify`.
///
/// It never waits for the manager, and a manager that does not listen never hurts the host.
package final class ServiceManager: Sendable {
    /// How often the manager wants to hear that the host is alive: twice per limit of its watchdog.
    package let beatEvery: Duration?

    private let address: SocketAddress?
    private let socket: Descriptor?
    private let lost = Atomic(0)

    /// Reads from the environment whether somebody wants to know.
    package init(environment: [String: String], pid: Int32 = getpid()) {
        let address = environment["NOTIFY_SOCKET"].flatMap(SocketAddress.init(name:))
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        self.address = address
        socket = address.flatMap { _ in try? Descriptor { Glibc.socket(AF_UNIX, kind, 0) } }

        // The variables reach every child of the manager's child, but are meant for one process.
        let isMeant = environment["WATCHDOG_PID"].map { Int32($0) == pid } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
        beatEvery = address != nil && isMeant && limit > 1 ? .microseconds(limit / 2) : nil
    }

    /// Whether somebody wants to know how the host is.
    package var isListening: Bool { socket != nil }

    /// How many messages did not reach the manager.
    package var undelivered: Int { lost.load(ordering: .relaxed) }

    /// Says that the host is up, or that a reload is done.
    package func ready() { send("READY=1") }

    /// Says that a reload begins; `ready` has to follow.
    package func reloading(at uptime: Duration) {
        let (seconds, attoseconds) = uptime.components
        send("RELOADING=1\nMONOTONIC_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)")
    }

    /// Says that the host is on its way down.
    package func stopping() { send("STOPPING=1") }

    /// Says in a few words what the host is doing.
    package func status(_ text: String) {
        // A line ends a variable, so a text of several would set others.
        send("STATUS=" + String(text.map { $0.isNewline ? " " : $0 }))
    }

    /// Says that the host is alive if it is; one that never answers is never said to be.
    package func beat(isAlive: () async -> Bool) async {
        if await isAlive() { send("WATCHDOG=1") }
    }

    /// Beats as often as the manager wants until the task is cancelled; returns at once where it does not want it.
    package func keepBeating(clock: some ClockSource, isAlive: () async -> Bool) async {
        guard let beatEvery else { return }
        var next = clock.uptime
        while !Task.isCancelled {
            await beat(isAlive: isAlive)
            next = max(next + beatEvery, clock.uptime)
            guard (try? await clock.sleep(until: next)) != nil else { return }
        }
    }

    private func send(_ message: String) {
        guard let socket, let address else { return }
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        let bytes = Array(message.utf8)
        let sent = try? SystemError.check {
            unsafe address.withPointer { address, size in
                unsafe sendto(socket.number, bytes, bytes.count, flags, address, size)
            }
        }
        if sent == nil { lost.wrappingAdd(1, ordering: .relaxed) }
    }
}
