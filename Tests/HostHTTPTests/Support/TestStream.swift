@_spi(Hosting) import FeatureKit
import HTTPServer

/// A stream without a connection: it keeps what is written.
final class TestStream: BodyStream {
    private struct State {
        var bytes: [UInt8] = []
        var writes = 0
        var isFinished = false
        var isGone = false
        var changed = Signal()
        var room = Signal()
    }

    private let closed = Signal()

    private let isSlow: Bool
    private let state = Lock(State())

    init(isSlow: Bool) { self.isSlow = isSlow }

    func write(_ bytes: [UInt8]) async throws(StreamClosed) {
        let (changed, room) = state.withLock { state -> (Signal?, Signal) in
            guard !state.isGone, !state.isFinished else { return (nil, state.room) }
            state.bytes += bytes
            state.writes += 1
            defer { state.changed = Signal() }
            return (state.changed, state.room)
        }
        guard let changed else { throw StreamClosed() }
        changed.raise()
        if isSlow { await room.wait() }
        if state.withLock({ $0.isGone }) { throw StreamClosed() }
    }

    func finish(_ last: [UInt8]) {
        let changed = state.withLock { state in
            if !state.isFinished, !state.isGone { state.bytes += last }
            state.isFinished = true
            defer { state.changed = Signal() }
            return state.changed
        }
        changed.raise()
        closed.raise()
    }

    func untilClosed() async { await closed.wait() }

    /// Lets a writer that waits go on, once.
    func read() {
        let room = state.withLock { state in
            defer { state.room = Signal() }
            return state.room
        }
        room.raise()
    }

    /// The client goes: the write that waits and all later ones fail.
    func leave() {
        state.withLock { $0.isGone = true }
        closed.raise()
        read()
    }

    /// All that was written so far.
    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }
    /// How many times something was written.
    var writes: Int { state.withLock { $0.writes } }
    /// Whether it has ended.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// All that was written, once it has ended.
    func whole() async throws -> String { try await text { _, isFinished in isFinished } }

    /// All that was written, once it meets a condition.
    func text(when isEnough: (_ text: String, _ isFinished: Bool) -> Bool) async throws -> String {
        while true {
            let (text, isFinished, changed) = state.withLock {
                (String(decoding: $0.bytes, as: UTF8.self), $0.isFinished, $0.changed)
            }
            if isEnough(text, isFinished) { return text }
            guard await Waiting.for(changed) else { throw WrongAnswer(description: "the stream stands at: \(text)") }
        }
    }
}
