/// How a connection comes to speak TLS.
extension Connection {
    /// How many handshakes go on before others have their turn: with RSA each takes about as long as 100 requests.
    static let mostHandshakes = 8
    /// What a client that speaks TLS sends first: a record of a handshake.
    private static let handshakeRecord: UInt8 = 0x16

    /// Shakes hands, as far as the client is there.
    func greet() {
        guard case .greeting = phase else { return }
        guard let session = transport.session else { return meet() }
        guard loop.handshakesLeft > 0 else { return loop.resumeLater(self) }
        loop.handshakesLeft -= 1
        switch session.shakeHands() {
        case .waiting: break
        case .failed: failGreeting()
        case .done:
            loop.counters.handshakes.add()
            phase = .idle
            loop.timers.set(.idle, of: token.slot, at: loop.now)
            // What came along with the handshake's end lies in the session already.
            isReadable = true
            process()
        }
    }

    /// Looks at the first byte; a client that says nothing takes no memory.
    private func meet() {
        switch Socket.peek(number) {
        case .nothing: return
        case .end, .gone: close()
        case .byte(let first) where first != Self.handshakeRecord && first.isLetter: refusePlain()
        case .byte:
            guard let session = loop.tls?.session(over: number, at: loop.now) else { return close() }
            transport.session = session
            // From the first byte to the end, however many pieces come in between.
            loop.timers.set(.head, of: token.slot, at: loop.now)
            greet()
        }
    }

    /// Tells a client in plain words that speaks HTTP without TLS.
    private func refusePlain() {
        loop.counters.failedHandshakes.add()
        loop.counters.countMalformed(.badRequest)
        mustLinger = true
        sendPlain(.plainAtTLS)
        flush()
    }

    /// Ends a connection that came to no agreement.
    func failGreeting() {
        loop.counters.failedHandshakes.add()
        transport.session = nil
        // The client gets to read why: OpenSSL has told it.
        mustLinger = true
        endAfterOutput()
    }
}

extension UInt8 {
    /// Whether it may begin a method.
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self & ~0x20) }
}
