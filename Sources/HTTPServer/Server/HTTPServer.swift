package import HostSystem

/// A server for HTTP/1.1 over TCP and Unix sockets: one thread with one epoll loop for each processor.
///
/// `docs/decisions` says why it is our own.
package final class HTTPServer: Sendable {
    /// Its loops, in order: a handler that answers later runs best where its connection lies.
    package let executors: [Loop]
    /// Where it really listens: a port 0 has become the one that the system chose.
    package let addresses: [ListenPlace]

    private let name: String
    private let occupancy: Occupancy
    private let budget: BodyBudget

    /// Listens, so that clients can connect; nothing is accepted before it runs.
    package init(_ options: ServerOptions, responder: any Responder) throws(ListenProblem) {
        let count = max(1, options.loops)
        var addresses: [ListenPlace] = []
        var shares = [[Listener]](repeating: [], count: count)
        for place in options.places {
            let listeners = try Self.listen(place, count)
            addresses.append(listeners[0].place)
            for index in 0..<count { shares[index].append(listeners[index]) }
        }
        let occupancy = Occupancy(options.limits)
        let budget = BodyBudget(options.limits)
        var loops: [Loop] = []
        for (number, listeners) in shares.enumerated() {
            do {
                loops.append(
                    try Loop(
                        number: number, limits: options.limits, responder: responder, tls: options.tls,
                        listeners: listeners, occupancy: occupancy, budget: budget))
            } catch { throw ListenProblem(options.places.first ?? .address("0.0.0.0", port: 0), error) }
        }
        self.addresses = addresses
        self.occupancy = occupancy
        self.budget = budget
        executors = loops
        name = options.name
    }

    /// Serves until it is drained; a cancelled task drains it at once.
    ///
    /// It can't run again.
    ///
    /// - Throws: Why a thread could not start; the others have ended then.
    package func run() async throws(SystemError) {
        let failures = await withTaskCancellationHandler {
            await withTaskGroup(of: SystemError?.self) { group in
                for loop in executors {
                    group.addTask { [self] in
                        do throws(SystemError) {
                            try await OwnedThread.run("\(name)-\(loop.number)", stackSize: OwnedThread.largeStackSize) {
                                loop.serve()
                            }
                            return nil
                        } catch {
                            drain(within: .zero)
                            return error
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
            }
        } onCancel: {
            drain(within: .zero)
        }
        if let first = failures.first { throw first }
    }

    /// Takes no more connections, ends idle ones and streams, lets the others answer what they were asked, and cuts
    /// what is left after the limit; then `run()` returns.
    package func drain(within limit: Duration) {
        for loop in executors { loop.post(.drain(limit: limit)) }
    }

    /// What happened so far.
    package var counts: ServerCounts {
        var counts = ServerCounts()
        for loop in executors { loop.counters.add(to: &counts) }
        counts.open = occupancy.count
        counts.bodyBytes = budget.count
        return counts
    }

    /// Lets one address have so many connections from now on, or one IPv6 network of 64 bits; nil lets it have an
    /// eighth of all.
    package func limit(connectionsOfAddress count: Int?) { occupancy.limit(ofNetwork: count) }

    /// One listener for each loop.
    private static func listen(_ place: ListenPlace, _ count: Int) throws(ListenProblem) -> [Listener] {
        do throws(SystemError) {
            switch place {
            case .address(let host, let port): return try Listener.listen(host: host, port: port, count: count)
            case .socket(let path): return Array(repeating: try SocketFile.listen(path: path), count: count)
            }
        } catch { throw ListenProblem(place, error) }
    }
}
