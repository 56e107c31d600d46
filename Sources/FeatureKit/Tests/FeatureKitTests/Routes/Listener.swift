@_spi(Hosting) @testable import FeatureKit

/// An asker that writes down what it hears.
final class Listener: RouteAsker {
    let done = Signal()
    let gone = Signal()
    /// It takes no reply of a stream before this is raised.
    let goOn = Signal()
    private let question: any Shaped
    private let most: Int
    private let lines = Lock<[String]>([])
    private let bytes = Lock<Media?>(nil)

    init(_ question: any Shaped, most: Int = .max, takes: Bool = true) {
        self.question = question
        self.most = most
        if takes { goOn.raise() }
    }

    var heard: [String] { lines.withLock { $0 } }

    func request<Request: Shaped>(as type: Request.Type) throws -> Request { try ServedRoute.read(question) }
    var media: Media? { bytes.withLock { $0 } }

    func answered<Reply: Shaped>(_ reply: Reply) {
        bytes.withLock { $0 = reply as? Media }
        end("answered \(number(reply))")
    }

    func refused(_ error: RouteError) { end("refused \(error)") }
    func untilGone() async { await gone.wait() }
    func ended() { end("ended") }

    func next<Reply: Shaped>(_ reply: Reply) async throws {
        await goOn.wait()
        let line = "next \(number(reply))"
        let hasRoom = lines.withLock { lines in
            guard lines.count < most else { return false }
            lines.append(line)
            return true
        }
        if !hasRoom { throw CancellationError() }
    }

    private func number(_ reply: any Shaped) -> String {
        if let media = reply as? Media { return "\(media.type) of \(media.bytes.count)" }
        return (try? ServedRoute.read(reply) as Ask).map { "\($0.number)" } ?? "?"
    }

    private func end(_ line: String) {
        lines.withLock { $0.append(line) }
        done.raise()
    }
}
