@_spi(Hosting) import FeatureKit
import HTTPServer

/// Answers with the messages on the bus, for as long as the client reads.
final class TraceReplies: Sendable {
    /// How many traces may be open at a time, since each makes every message cost more.
    static let most = 16
    /// How many messages wait for a reader.
    static let backlog = 1000

    private let bus: BusCore
    private let clock: any ClockSource
    private let open = Lock(0)
    private let stopping = Signal()
    /// Raised once no trace is open and none will be.
    private let ended = Signal()

    init(bus: BusCore, clock: any ClockSource) {
        self.bus = bus
        self.clock = clock
    }

    /// How many traces are open now.
    var count: Int { open.withLock { $0 } }

    /// Sends messages until the reader has gone or the task is cancelled.
    func answer(_ exchange: any Exchange, tracing pattern: String) async throws(Problem) {
        let mayLook = open.withLock { open in
            guard open < Self.most, !stopping.isRaised else { return false }
            open += 1
            return true
        }
        guard mayLook else { throw stopping.isRaised ? .stopping : .tooManyTraces }
        defer { leave() }
        // Subscribed first, so that every message after the head has been sent is shown.
        let trace = bus.trace(pattern, limit: Self.backlog)
        let stream = exchange.stream(.ok, StreamReply.fields)
        await withTaskGroup { group in
            group.addTask { await Self.tell(trace, to: stream) }
            group.addTask { [clock] in await stream.keepAlive(clock) }
            group.addTask { [stopping] in await stopping.wait() }
            await group.next()
            group.cancelAll()
        }
        stream.finish(EventText.bytes("end", StreamReply.stopping))
    }

    /// Ends all traces and waits until their last events are sent.
    func end() async {
        stopping.raise()
        if count == 0 { ended.raise() }
        await ended.wait()
    }

    private func leave() {
        let isLast = open.withLock { open in
            open -= 1
            return open == 0
        }
        if isLast, stopping.isRaised { ended.raise() }
    }

    private static func tell(_ trace: Trace, to stream: any BodyStream) async {
        do throws(StreamClosed) {
            try await stream.write(Array(": tracing\n\n".utf8))
            var lost: UInt64 = 0
            for await element in trace {
                var bytes: [UInt8] = []
                let dropped = trace.dropped
                if dropped > lost {
                    bytes = EventText.bytes("dropped", Array(#"{"messages":\#(dropped - lost)}"#.utf8))
                    lost = dropped
                }
                try await stream.write(bytes + EventText.bytes("message", Array(element.line.json.utf8)))
            }
        } catch {}  // It has gone, which ends the answer.
    }
}

extension Trace.Element {
    /// The message as operators see it.
    fileprivate var line: Value {
        [
            "topic": .text(topic), "source": .text(source), "sequence": .integer(Int64(clamping: sequence)),
            "time": .text("\(time)"), "cause": cause.map { .text($0.id) } ?? .null, "value": value,
        ]
    }
}

extension Problem {
    fileprivate static let tooManyTraces = Problem(
        503, "unavailable", "\(TraceReplies.most) traces are read already", fields: ["Retry-After": "1"])
}
