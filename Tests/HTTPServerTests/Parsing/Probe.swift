import HTTPServer
import RequestReading
import Testing

/// Bytes that somebody may send, and what has to come of them.
struct Probe: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    /// What was read, in the words of `Reading.Seen.summary`.
    let requests: [String]
    let refusal: Refusal?
    let isWaiting: Bool

    init(
        _ name: String, _ text: String, _ requests: [String] = [], _ refusal: Refusal? = nil, isWaiting: Bool = false
    ) {
        self.init(name, Array(text.utf8), requests, refusal, isWaiting: isWaiting)
    }

    init(
        _ name: String, _ bytes: [UInt8], _ requests: [String] = [], _ refusal: Refusal? = nil, isWaiting: Bool = false
    ) {
        self.name = name
        self.bytes = bytes
        self.requests = requests
        self.refusal = refusal
        self.isWaiting = isWaiting
    }

    var testDescription: String { name }

    /// A question that is fine, to stand behind one that may not be.
    static let get = "GET /g HTTP/1.1\r\nHost: a\r\n\r\n"

    /// A POST up to its framing.
    static let post = "POST /p HTTP/1.1\r\nHost: a\r\n"

    /// A GET with further fields.
    static func get(_ fields: String) -> String { "GET /g HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

    /// A chunked POST with this body.
    static func chunked(_ body: String) -> String { post + "Transfer-Encoding: chunked\r\n\r\n" + body }
}
