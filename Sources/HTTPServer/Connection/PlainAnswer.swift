/// What the server answers by itself, in plain words.
struct PlainAnswer: Equatable {
    let status: Status
    let words: String

    private init(_ status: Status, _ words: String) {
        self.status = status
        self.words = words
    }

    /// To bytes that are no request.
    init(_ refusal: Refusal) { self.init(refusal.status, refusal.description) }

    static let tooSlow = PlainAnswer(.requestTimeout, "the request took too long to arrive")
    static let tooManyConnections = PlainAnswer(.serviceUnavailable, "there are too many connections")
    static let tooManyOfAddress = PlainAnswer(
        .serviceUnavailable, "there are too many connections from this address")
    static let noRoomForBody = PlainAnswer(
        .serviceUnavailable, "too many large requests are being received; send it again later")
    static let plainAtTLS = PlainAnswer(.badRequest, "this address takes only HTTPS")
    /// To a request whose handler forgot about it.
    static let unanswered = PlainAnswer(.internalServerError, "nobody answered the request")

    private static let text: Fields = ["Content-Type": "text/plain; charset=utf-8"]
    private static let textForLater: Fields = ["Content-Type": "text/plain; charset=utf-8", "Retry-After": "1"]

    var response: Response {
        Response(status, status == .serviceUnavailable ? Self.textForLater : Self.text, body: Array("\(words)\n".utf8))
    }
}
