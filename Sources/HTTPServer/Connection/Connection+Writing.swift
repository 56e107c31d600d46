extension Connection {
    /// Sends what waits, as far as the client takes it.
    func flush() {
        if case .closed = phase { return }
        if !output.isEmpty {
            let (progress, bytes) = output.send(to: transport)
            loop.counters.bytesOut.add(bytes)
            switch progress {
            case .gone: return close()
            case .full:
                if bytes > 0 || !isBlocked { loop.timers.set(.write, of: token.slot, at: loop.now) }
                isBlocked = true
            case .all: if isBlocked { unblock() }
            }
        }
        switch phase {
        case .streaming(let pipe): pipe.noteProgress(waiting: output.count)
        case .following where output.isEmpty: follower.replay = 0
        case .closing where output.isEmpty: endSending()
        default: break
        }
    }

    private func unblock() {
        isBlocked = false
        loop.timers.clearWrite(token.slot)
    }

    /// Ends the connection now that everything is sent.
    private func endSending() {
        // A close would reset the connection if the client has sent something more, and the client might never read
        // its answer.
        guard mustLinger || isReadable || (storage?.count ?? 0) > 0 else { return close() }
        phase = .lingering
        giveStorageBack()
        sayGoodbye()
        Socket.endSending(number)
        loop.timers.set(.linger, of: token.slot, at: loop.now)
        linger()
    }

    /// Says by TLS that this was all, unless it was not.
    func sayGoodbye() {
        if !isCut, output.isEmpty { transport.session?.sayGoodbye() }
    }

    /// Reads over what the client still sends, whatever it means.
    func linger() {
        guard case .lingering = phase else { return }
        let scratch = loop.pool.take()
        defer { loop.pool.put(scratch) }
        for _ in 0..<Self.mostReads {
            switch Socket.receive(number, into: scratch, 0..<scratch.capacity) {
            case .bytes(let count):
                loop.counters.bytesIn.add(count)
                lingered += count
                guard lingered <= Self.mostLingering else { return close() }
            case .nothing: return
            case .end, .gone: return close()
            }
        }
        loop.resumeLater(self)
    }
}
