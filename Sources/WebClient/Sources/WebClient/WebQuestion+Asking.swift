internal import FeatureKit

/// What came back for a document.
public enum WebAnswer: Sendable, Equatable {
    /// It is as the entity tag says.
    case unchanged
    /// It is another one, or the first.
    case document(WebDocument)
}

/// A document as an address sent it.
public struct WebDocument: Sendable, Equatable {
    /// All of it.
    public let bytes: [UInt8]
    /// What it is asked for with the next time.
    public let tag: String?
    /// What it says it is.
    public let contentType: String?
    /// For how long it holds, where the address says so.
    public let maxAge: Duration?

    /// Makes a document.
    public init(bytes: [UInt8], tag: String?, contentType: String?, maxAge: Duration? = nil) {
        self.bytes = bytes
        self.tag = tag
        self.contentType = contentType
        self.maxAge = maxAge
    }
}

extension WebQuestion {
    /// Asks once for a document, on a thread of its own; a cancelled task gives up at once.
    ///
    /// - Parameter tag: The entity tag of what is known.
    public func document(knowing tag: String?) async throws(WebProblem) -> WebAnswer {
        var question = self
        if let tag { question.fields.append(("If-None-Match", tag)) }
        return try await Self.onThread { [question] stop throws(WebProblem) in
            var bytes: [UInt8] = []
            let taker = Incoming.Taker {
                _ in
                true
            } bytes: {
                bytes += $0
                return true
            }
            let transfer = try Transfer(question, stop: stop, taker: taker)
            let head = try transfer.run(wanting: tag == nil ? [200] : [200, 304])
            if head.status == 304 { return .unchanged }
            // A server that has lost its document is more likely than one that has an empty one.
            guard !bytes.isEmpty else { throw WebProblem(.empty) }
            // libcurl would unpack it, and does not see where packed bytes end too early: half a document may be a
            // good one that switches things off.
            if let packing = head.packing { throw WebProblem(.packed(packing)) }
            return .document(
                WebDocument(bytes: bytes, tag: head.tag, contentType: head["content-type"], maxAge: head.maxAge))
        }
    }

    /// Asks for what goes on and on, on a thread of its own; returns when the server has ended it, and a cancelled task
    /// gives up at once.
    ///
    /// - Parameters:
    ///   - begin: Hears what the server says of an answer that is one, before its first bytes.
    ///   - take: Takes the next bytes, on that thread; false wants no more, as does whoever stops.
    public func follow(
        begin: @escaping @Sendable (WebHead) -> Void, take: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(WebProblem) {
        try await Self.onThread { [self] stop throws(WebProblem) in
            let taker = Incoming.Taker { head in
                if head.status == 200 { begin(head) }
                return true
            } bytes: {
                take($0)
            }
            _ = try Transfer(self, stop: stop, taker: taker).run(wanting: [200])
        }
    }

    private static func onThread<Result: Sendable>(
        _ body: @escaping @Sendable (StopSign) throws(WebProblem) -> Result
    ) async throws(WebProblem) -> Result {
        let stop = StopSign()
        let outcome = await withTaskCancellationHandler {
            do throws(WebThread.Failure) {
                return try await WebThread.run { Swift.Result { () throws(WebProblem) in try body(stop) } }
            } catch { return .failure(WebProblem(.noThread(error.code))) }
        } onCancel: {
            stop.raise()
        }
        return try outcome.get()
    }
}
