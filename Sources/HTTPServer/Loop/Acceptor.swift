internal import Glibc
internal import HostSystem

/// A loop's listening sockets, and what it does when no descriptor is left for another client.
final class Acceptor {
    /// How many clients are accepted before others have their turn.
    static let mostAtOnce = 64
    /// How long nobody is accepted when nothing else helps.
    static let pause = Duration.milliseconds(100)

    private(set) var listeners: [Listener]
    let occupancy: Occupancy
    /// Given up to accept a client when there is no other descriptor, so that it can be sent away.
    private var spare: Descriptor?
    /// When clients are accepted again.
    private(set) var resumesAt: Instant?

    init(listeners: [Listener], occupancy: Occupancy) {
        self.listeners = listeners
        self.occupancy = occupancy
        spare = Self.spareDescriptor()
    }

    /// Begins to wait for clients.
    func open(_ epoll: Epoll) throws(SystemError) {
        for (index, listener) in listeners.enumerated() {
            try epoll.add(
                listener.descriptor.number, .listener(index), listener.isShared ? .sharedReading : .reading)
        }
    }

    /// Stops listening.
    func close(_ epoll: Epoll) {
        if resumesAt == nil { for listener in listeners { epoll.remove(listener.descriptor.number) } }
        resumesAt = nil
        listeners = []
        spare = nil
    }

    /// Sends one client away that there is no descriptor for; false if that is impossible too.
    func turnAway(at listener: Listener) -> Bool {
        guard spare != nil else { return false }
        spare = nil
        defer { spare = Self.spareDescriptor() }
        guard case .client = listener.accept() else { return false }
        return true
    }

    /// Accepts nobody for a while: those who wait would wake the loop again and again.
    func suspend(at now: Instant, _ epoll: Epoll) {
        guard resumesAt == nil else { return }
        resumesAt = now &+ Instant(Self.pause)
        for listener in listeners { epoll.remove(listener.descriptor.number) }
    }

    /// Whether the pause is over.
    func resumes(at now: Instant) -> Bool { resumesAt.map { $0 <= now } ?? false }

    /// Accepts again.
    func resume(_ epoll: Epoll) {
        resumesAt = nil
        if spare == nil { spare = Self.spareDescriptor() }
        // It fails only for want of memory; the next pause tries again.
        do { try open(epoll) } catch { resumesAt = .current &+ Instant(Self.pause) }
    }

    private static func spareDescriptor() -> Descriptor? {
        try? Descriptor { unsafe Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }
}

extension Loop {
    /// Accepts the clients that wait at a listener.
    func accept(at index: Int) {
        guard acceptor.listeners.indices.contains(index) else { return }
        let listener = acceptor.listeners[index]
        for _ in 0..<Acceptor.mostAtOnce {
            switch listener.accept() {
            case .client(let descriptor, let peer): welcome(descriptor, peer, isPlain: listener.isShared || tls == nil)
            case .gone: continue
            case .nobody: return
            case .exhausted:
                guard acceptor.turnAway(at: listener) else { return acceptor.suspend(at: now, epoll) }
                counters.refusedConnections.add()
            }
        }
    }

    private func welcome(_ descriptor: Descriptor, _ peer: Peer, isPlain: Bool) {
        let sender = Sender(peer)
        let place = acceptor.occupancy.enter(sender.address.flatMap { network(of: $0) })
        if place.refusal != nil { counters.refusedConnections.add() }
        if place.refusal == .address { counters.crowdedConnections.add() }
        guard place.isTaken else { return }
        let connection = table.add { token in
            Connection(descriptor, sender, isPlain: isPlain, token: token, loop: self, place: place)
        }
        do {
            try epoll.add(descriptor.number, connection.token, .changes)
        } catch { return connection.close() }
        switch place.refusal {
        case .all: return connection.turnAway(.tooManyConnections)
        case .address: return connection.turnAway(.tooManyOfAddress)
        case nil: break
        }
        counters.accepted.add()
        connection.resume()
    }

    /// Whose connections count together with those of an address; nil where many clients share it.
    private func network(of address: IPAddress) -> ClientNetwork? {
        responder.isShared(address) ? nil : ClientNetwork(address)
    }
}
