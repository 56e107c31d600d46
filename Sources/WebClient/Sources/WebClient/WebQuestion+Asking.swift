internal import FeatureKit

/// The answer to a request for a document.
public enum WebAnswer: Sendable, Equatable {
    /// The document has not changed since the given entity tag.
    case unchanged
    /// A new document.
    case document(WebDocument)
}

/// A document as the server sent it.
public struct WebDocument: Sendable, Equatable {
    /// The whole body.
    public let bytes: [UInt8]
    /// The entity tag to send with the next request.
    public let tag: String?
    /// The media type.
    public let contentType: String?
    /// How long it may be cached, if the server says so.
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
    /// Requests a document once, on a thread of its own; a cancelled task gives up at once.
    ///
    /// - Parameter tag: The entity tag of the known document.
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
            // A server that has lost its document is more likely than an empty document.
            guard !bytes.isEmpty else { throw WebProblem(.empty) }
            // libcurl would decompress it, but does not notice truncated compressed bytes, and half a document may be
            // valid and switch things off.
            if let packing = head.packing { throw WebProblem(.packed(packing)) }
            return .document(
                WebDocument(bytes: bytes, tag: head.tag, contentType: head["content-type"], maxAge: head.maxAge))
        }
    }

    /// Requests an endless stream, on a thread of its own; returns when the server has ended it, and a cancelled task
    /// gives up at once.
    ///
    /// - Parameters:
    ///   - begin: Called with the head of a successful answer, before its first bytes.
    ///   - take: Called with the next bytes, on that thread; returning false ends the transfer, as cancelling does.
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
