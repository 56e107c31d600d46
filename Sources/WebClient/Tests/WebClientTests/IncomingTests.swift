import FeatureKit
import Testing

@testable import WebClient

@Suite struct IncomingTests {
    /// The heads of answers, one after the other, and whether the last one points to where anybody could answer.
    @Test(arguments: [
        ("https://a", ["http://b"], true), ("https://a", ["HTTP://b"], true), ("https://a", ["http:/b"], true),
        ("https://a", ["/b"], false), ("https://a", ["//b"], false), ("https://a", ["https://b"], false),
        ("http://a", ["http://b"], false), ("http://a", ["https://b"], false),
        ("http://a", ["https://b", "http://c"], true), ("http://a", ["https://b", "/c", "http://d"], true),
        ("HTTPS://a", ["b:80/http://x"], false),
    ])
    func `what was secure stays secure`(address: String, locations: [String], isDowngraded: Bool) {
        let question = WebQuestion(address, patience: .whole(.seconds(1)), mostBytes: 1)
        let incoming = Incoming(of: question, stop: StopSign(), taker: .init(head: { _ in true }, bytes: { _ in true }))
        var goesOn = true
        for location in locations {
            goesOn = incoming.hear("HTTP/2 301 \r\n") && incoming.hear("Location:  \(location)\r\n")
        }
        #expect(incoming.isDowngraded == isDowngraded)
        #expect(goesOn == !isDowngraded)
    }

    @Test(arguments: [
        ("https://user:secret@flags.example:81/a/b?token=x#y", "https://flags.example:81/a/b"),
        ("https://flags.example", "https://flags.example"), ("http://a/b@c", "http://a/b@c"),
    ])
    func `an address keeps its secrets`(address: String, shown: String) {
        #expect(ShownAddress.of(address) == shown)
    }
}
