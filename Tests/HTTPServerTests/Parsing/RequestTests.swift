import HTTPServer
import RequestReading
import TestSupport
import Testing

/// What bytes are read as, and that it makes no difference how they come.
@Suite(.timeLimit(.minutes(2))) struct RequestTests {
    @Test(arguments: HeadProbes.all + SmugglingProbes.all)
    func `A probe is read as the table says, wherever it is cut`(probe: Probe) {
        let whole = Reading.of(probe.bytes, cutAt: [])
        #expect(whole.requests.map(\.summary) == probe.requests)
        #expect(whole.refusal == probe.refusal)
        #expect(whole.isWaiting == probe.isWaiting)
        #expect(whole.broken == nil)

        let far = min(probe.bytes.count, 20_000)
        #expect(whole.isSame(as: .of(probe.bytes, cutAt: Array(0..<far))), "byte by byte")
        // Of long ones the places around which something is decided: their beginnings and ends, and the limits.
        let places = (0..<far).filter { far < 3000 || $0 < 200 || $0 % 509 == 0 || abs($0 - 8234) < 4 || $0 > far - 8 }
        for place in places where !whole.isSame(as: .of(probe.bytes, cutAt: [place])) {
            Issue.record("cut at \(place) it is read otherwise")
        }
    }

    @Test func `A head says where its parts lie and what follows from them`() throws {
        let text =
            "\r\nPUT /a%20b?c=d HTTP/1.1\r\nHost:a\r\nX-One: \t1 2\t \r\nExpect: 100-continue\r\nContent-Length: 7\r\n\r\n"
        let request = try #require(Reading.of(Array((text + "0123456").utf8), cutAt: []).requests.first)
        #expect(request.line == "PUT /a%20b?c=d")
        #expect(request.fields == ["Host: a", "X-One: 1 2", "Expect: 100-continue", "Content-Length: 7"])
        #expect(request.framing == .length(7))
        #expect(request.expectsContinue)
        #expect(request.keepsAlive)
        #expect(!request.isOld)
    }

    @Test(arguments: [
        "GET /g HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n",
        "POST /p HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
    ])
    func `Nothing is waited for without a body, or by an old client`(text: String) throws {
        let request = try #require(Reading.of(Array(text.utf8), cutAt: []).requests.first)
        #expect(!request.expectsContinue)
    }

    @Test func `A head is used again without anything of the last one`() {
        let first = "GET /a?b HTTP/1.0\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
        let second = "GET /c HTTP/1.1\r\nHost: a\r\n\r\n"
        var parser = RequestParser(ServerLimits())
        var head = RequestHead()
        #expect(parser.read(Array(first.utf8).span, into: &head) == .head(length: first.utf8.count))
        parser.reset()
        #expect(parser.read(Array(second.utf8).span, into: &head) == .head(length: second.utf8.count))
        #expect(head.query == nil)
        #expect(head.keepsAlive)
        #expect(!head.isOld)
        #expect(head.framing == .none)
        #expect(head.fields.count == 1)
    }

    @Test func `Smaller limits count`() {
        var limits = ServerLimits()
        limits.headBytes = 64
        limits.headFields = 2
        limits.targetBytes = 8
        limits.bodyBytes = 4
        func refusal(_ text: String) -> Refusal? {
            let bytes = Array(text.utf8)
            let whole = Reading.of(bytes, cutAt: [], limits: limits)
            #expect(whole.isSame(as: .of(bytes, cutAt: Array(0..<bytes.count), limits: limits)))
            return whole.refusal
        }
        #expect(refusal("GET /1234567 HTTP/1.1\r\nHost: a\r\nX: 1\r\n\r\n") == nil)
        #expect(refusal("GET /12345678 HTTP/1.1\r\nHost: a\r\n\r\n") == .targetTooLong)
        #expect(refusal("GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\nY: 2\r\n\r\n") == .tooManyFields)
        #expect(
            refusal("GET / HTTP/1.1\r\nHost: a\r\nX: 1234567890123456789012345678901234567890\r\n\r\n") == .headTooLarge
        )
        #expect(refusal("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n12345") == .bodyTooLarge)
        #expect(refusal("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n1234") == nil)
        limits = ServerLimits()
        limits.headBytes = -1
        limits.targetBytes = .max
        #expect(refusal("G") == .headTooLarge)
        limits.headBytes = .max
        #expect(refusal(Probe.get) == nil)
    }

    @Test func `A caller that takes bytes back is told to wait`() {
        let bytes = Array(Probe.get.utf8)
        var parser = RequestParser(ServerLimits())
        var head = RequestHead()
        #expect(parser.read(bytes.span.extracting(first: 20), into: &head) == .needsMore)
        #expect(parser.read(bytes.span.extracting(first: 3), into: &head) == .needsMore)
        #expect(parser.read(bytes.span.extracting(first: 0), into: &head) == .needsMore)
        #expect(parser.read(bytes.span, into: &head) == .head(length: bytes.count))
    }

    @Test func `Every refusal has its own words and the status it should`() {
        #expect(Set(Refusal.allCases.map(\.description)).count == Refusal.allCases.count)
        let others: [Refusal: Int] = [
            .bodyTooLarge: 413, .targetTooLong: 414, .unknownExpectation: 417, .headTooLarge: 431,
            .tooManyFields: 431, .trailersTooLarge: 431, .unknownCoding: 501, .tunnel: 501, .unknownVersion: 505,
        ]
        for refusal in Refusal.allCases { #expect(refusal.status.code == others[refusal] ?? 400, "\(refusal)") }
    }
}
