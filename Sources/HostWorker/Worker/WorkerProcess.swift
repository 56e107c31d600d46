@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import Glibc
internal import HostSystem

/// The worker's side of its link, on the thread that reads it.
///
/// That thread runs nothing of the library's: a feature's first code runs when its library is opened.
struct WorkerProcess {
    private let order: WorkerOrder
    private let connection: SocketConnection
    private let threads: WorkerThreads
    private var input: SocketInput
    /// Nil until the library is open, and what came of it has been said.
    private let opened = Lock<WorkerEnd?>(nil)

    init(_ order: WorkerOrder, _ connection: SocketConnection) throws(SystemError) {
        (self.order, self.connection) = (order, connection)
        threads = try WorkerThreads()
        input = SocketInput(connection.socket)
    }

    /// Listens until the host is gone.
    consuming func run() -> Never {
        var process = self
        while true {
            do throws(WireError) { try process.turn() } catch {
                WorkerMain.end(.protocolBroken, saying: "the worker has lost its host: \(error)")
            }
        }
    }

    private mutating func turn() throws(WireError) {
        let events = POLLIN | (connection.wantsToWrite ? POLLOUT : 0)
        var polls = [
            pollfd(fd: connection.socket.number, events: Int16(events), revents: 0),
            pollfd(fd: connection.wake.number, events: Int16(POLLIN), revents: 0),
        ]
        _ = unsafe poll(&polls, nfds_t(polls.count), -1)
        if polls[1].revents != 0 { connection.hasLooked() }
        if connection.wantsToWrite { connection.flush() }
        guard polls[0].revents & ~Int16(POLLOUT) != 0 else { return }
        if try input.read() == .end { WorkerMain.leave() }
        while let message = try input.next() { message.kind == .hello ? open() : try take(message) }
    }

    private func take(_ message: WireMessage) throws(WireError) {
        if message.kind == .ping {
            let bodies = opened.withLock { $0 }?.beat() ?? 0
            threads.beat { [connection] held in
                _ = connection.send(WireMessage(.pong) { $0.number(max(held, bodies)) })
            }
        } else if let end = opened.withLock({ $0 }) {
            try end.receive(message)
        } else {
            throw .malformed("it says \(message.kind.rawValue) before it has heard anything")
        }
    }

    /// Opens the library once the host has said who it is: by then it has put this process where it belongs.
    ///
    /// The host is greeted when that has worked, and has nothing to say before.
    private func open() {
        let rehearsal = order.purpose == .rehearse ? WorkerRehearsal(tellingOn: connection) : nil
        let executor: any TaskExecutor = rehearsal?.executor ?? threads
        Task.detached(executorPreference: executor) { [order, connection, opened] in
            do throws(LibraryEntry.Problem) {
                let entry = try LibraryEntry.enter(order.library, needing: order.needed)
                let end = WorkerEnd(id: order.id, entry: entry, connection: connection, rehearsal: rehearsal)
                opened.withLock { $0 = end }
                _ = connection.send(WireHello().message)
                if order.purpose == .describe { _ = connection.send(FeatureDescription(entry).message) }
                // It tells how it ended, and the host closes the link then.
                await end.run()
            } catch {
                _ = connection.send(WireHello().message)
                _ = connection.send(error.message)
            }
        }
    }
}
