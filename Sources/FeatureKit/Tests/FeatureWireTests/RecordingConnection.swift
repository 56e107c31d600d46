@_spi(Hosting) import FeatureKit

@_spi(Hosting) @testable import FeatureWire

/// A link whose other side is the test.
final class RecordingConnection: WireConnection {
    private struct State {
        var sent: [WireMessage] = []
        var waiting = 0
        var isClosed = false
    }

    private let state = Lock(State())

    /// What was sent so far, and is forgotten now.
    func take() -> [WireMessage] {
        state.withLock { state in
            defer { state.sent = [] }
            return state.sent
        }
    }

    func clog(_ waiting: Int) { state.withLock { $0.waiting = waiting } }

    var waiting: Int { state.withLock { $0.waiting } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    func close() { state.withLock { $0.isClosed = true } }
    func sendInPieces(_ message: WireMessage) -> Bool { send(message) }

    func send(_ message: WireMessage) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.sent.append(message) }
            return !state.isClosed
        }
    }
}
