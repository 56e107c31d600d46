import Delivery
import Testing
import WebClient

@Suite struct DeliveryTests {
    @Test func aReasonHoldsNoAddress() {
        for code in ["<ada@example.org>", "to ada", "", String(repeating: "a", count: 65), "a:b", "ada@b"] {
            #expect(DeliveryReason.answer(400, code) == .status(400, code: nil))
        }
        for code in ["BadDeviceToken", "5.1.10", "invalid_grant"] {
            #expect(DeliveryReason.answer(400, code) == .status(400, code: code))
        }
    }

    @Test func reasonsAreReadable() {
        let rows: [(DeliveryReason, String)] = [
            (.status(410, code: "Unregistered"), "the peer answers 410 Unregistered"),
            (.status(503, code: nil), "the peer answers 503"),
            (.web(WebProblem(.tooSlow(limit: .seconds(20)))), "the peer took longer than 20s"),
            (.web(WebProblem(.notPublic)), "the peer has a private address, which is not asked"),
            (.invalid("device token"), "the device token is not valid"),
            (.account("the key does not sign"), "the sender's account can't be used: the key does not sign"),
            (.file(28), "the file can't be written: No space left on device"),
        ]
        for (reason, text) in rows { #expect("\(reason)" == text) }
    }

    @Test func whatNeverReachesAPeerIsSentAgainUnlessThatIsNoUse() {
        let reasons: [WebProblem.Reason] = [
            .stopped, .tooMany(most: 1), .brokenOff(after: 1, of: 2), .notHTTP, .notReached("a"),
        ]
        for reason in reasons {
            let problem = WebProblem(reason)
            #expect(DeliveryOutcome(problem) == .retry(after: nil, .web(problem)))
        }
        for reason in [WebProblem.Reason.notPublic, .brokenField("a")] {
            #expect(DeliveryOutcome(WebProblem(reason)) == .refused(.web(WebProblem(reason))))
        }
    }

    @Test func addressesOfServersAreTold() {
        let rows: [(String, Bool, String?)] = [
            ("https://a.example/b", true, "https://a.example"),
            ("https://a.example:8443?b", true, "https://a.example:8443"),
            ("http://a.example/", false, "http://a.example"), ("https://a@b/", false, "https://a@b"),
            ("https://b\\@a/", false, "https://b\\@a"), ("http://localhost/", false, "http://localhost"),
            ("https:///a", false, "https://"), ("file:///a", false, nil),
            ("https://a.example/ b", false, "https://a.example"), ("", false, nil),
        ]
        for (address, isValid, origin) in rows {
            #expect(WebAddress.isValid(address) == isValid, "\(address)")
            #expect(WebAddress.origin(of: address) == origin)
        }
        for (address, isValid) in [
            ("http://localhost:8080/a", true), ("http://127.0.0.1/", true), ("http://[::1]:1/", true),
            ("http://a.example/", false), ("http://localhost.example/", false), ("http://10.0.0.1/", false),
        ] { #expect(WebAddress.isValid(address, allowsLocalHTTP: true) == isValid, "\(address)") }
    }
}
