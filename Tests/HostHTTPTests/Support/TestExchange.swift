@_spi(Hosting) import FeatureKit
import HTTPServer
import Testing

@testable import HostHTTP

/// An exchange without a connection: it keeps what it is answered.
final class TestExchange: Exchange {
    /// What came back.
    enum Answer: Sendable {
        case whole(Response)
        case stream(Status, Fields, TestStream)
        case feed(EventFeed, Fields, after: String?)
    }

    private struct State {
        var answer: Answer?
        var surplus = 0
        var isPatient = false
        var farewell: String?
        var note: (any AnyObject & Sendable)?
    }

    let loop: Int
    private let state = Lock(State())
    private let answered = Signal()
    private let clientIsSlow: Bool

    /// - Parameter clientIsSlow: Whether streams wait after each write until the test lets them go on.
    init(loop: Int = 0, clientIsSlow: Bool = false) {
        self.loop = loop
        self.clientIsSlow = clientIsSlow
    }

    func keep(_ note: any AnyObject & Sendable) { state.withLock { $0.note = note } }

    func takeTime() { state.withLock { $0.isPatient = true } }

    /// Whether its answer may take longer than answers do.
    var isPatient: Bool { state.withLock { $0.isPatient } }

    func answer(_ response: Response) { take(.whole(response)) }

    func stream(_ status: Status, _ fields: Fields) -> any BodyStream {
        let stream = TestStream(isSlow: clientIsSlow)
        take(.stream(status, fields, stream))
        return stream
    }

    func follow(_ feed: EventFeed, _ fields: Fields, after lastEventID: String?) {
        take(.feed(feed, fields, after: lastEventID))
    }

    func unfollow(_ event: String, _ data: [UInt8]) {
        state.withLock { $0.farewell = "\(event) \(String(decoding: data, as: UTF8.self))" }
    }

    /// The event with which it was made to follow no more.
    var farewell: String? { state.withLock { $0.farewell } }

    private func take(_ answer: Answer) {
        state.withLock { state in
            if state.answer == nil { state.answer = answer } else { state.surplus += 1 }
        }
        answered.raise()
    }

    /// What has come until now.
    var soFar: Answer? { state.withLock { $0.answer } }

    /// How many answers came after the first one; the server would ignore them.
    var surplus: Int { state.withLock { $0.surplus } }

    /// What the responder kept.
    var note: (any AnyObject & Sendable)? { state.withLock { $0.note } }

    /// The answer, as soon as it is there.
    func answer(at place: SourceLocation = #_sourceLocation) async throws -> Answer {
        let came = await Waiting.for(answered)
        return try #require(came ? soFar : nil, "nobody answered", sourceLocation: place)
    }

    /// The whole response, as soon as it is there.
    func response(at place: SourceLocation = #_sourceLocation) async throws -> Response {
        guard case .whole(let response) = try await answer(at: place) else {
            throw WrongAnswer(description: "a stream came instead of a whole answer")
        }
        return response
    }

    /// The stream, as soon as it is there.
    func stream(at place: SourceLocation = #_sourceLocation) async throws -> TestStream {
        guard case .stream(_, _, let stream) = try await answer(at: place) else {
            throw WrongAnswer(description: "no stream came but \(try await answer(at: place))")
        }
        return stream
    }
}

struct WrongAnswer: Error, CustomStringConvertible {
    let description: String
}

/// How long tests wait for what should come at once; only a failing test ever waits that long.
enum Waiting {
    static let limit = Duration.seconds(20)

    static func `for`(_ signal: Signal) async -> Bool {
        let clock = SystemClock()
        return (try? await signal.wait(until: clock.uptime + limit, on: clock)) ?? false
    }
}

extension Response {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// A field's value as it was written, the first of that name.
    func field(_ name: String) -> String? { fields.lines.first { $0.name == name }?.value }
}

extension Fields {
    /// The names and values, in order.
    var lines: [(name: String, value: String)] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (String(line[..<colon]), String(line[colon...].dropFirst(2)))
        }
    }
}
