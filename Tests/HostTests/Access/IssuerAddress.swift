import FeatureKit
import Foundation
import JSON
import TestKeys
import TestSupport
import Testing

/// An issuer at an address of this machine: its keys, as it publishes them, and the tokens that it gives.
final class IssuerAddress: Sendable {
    private struct State {
        var keys: [TestKey]
    }

    private let state: Lock<State>
    /// A line for each time that it was asked: what it answered.
    private let answers = LineStream()

    init(_ keys: TestKey...) { state = Lock(State(keys: keys)) }

    /// What it answered so far, such as `200 one-two`.
    var answered: [String] { answers.lines }

    /// Waits until it was asked so many times.
    func expectAsked(_ times: Int, at place: SourceLocation = #_sourceLocation) async throws {
        let came = try await isAsked(times, within: HostProcess.limit)
        try #require(came, "it was asked \(answered.count) times", sourceLocation: place)
    }

    /// Waits a while for it to be asked so many times.
    func isAsked(_ times: Int, within limit: Duration) async throws -> Bool {
        try await answers.first(within: limit) { $0.count >= times ? true : nil } ?? false
    }

    /// Publishes these keys from now on, and no others.
    func publish(_ keys: TestKey...) { state.withLock { $0.keys = keys } }

    /// Answers until `body` returns.
    func listen<Result>(_ body: (String) async throws -> Result) async throws -> Result {
        try await FakeHost.listen(answering: { [self] in answer($0) }, body)
    }

    private func answer(_ request: String) -> FakeHost.Answer {
        state.withLock { state in
            let name = state.keys.compactMap(\.id).joined(separator: "-")
            let tag = "\"\(name)\""
            let fields = "ETag: \(tag)\r\nCache-Control: public, max-age=3600\r\n"
            if request.contains("If-None-Match: \(tag)") {
                answers.add([Array("304 \(name)".utf8)[...]])
                return .bytes("HTTP/1.1 304 Not Modified\r\n\(fields)\r\n")
            }
            answers.add([Array("200 \(name)".utf8)[...]])
            let body = #"{"keys":[\#(state.keys.map(\.jwk).joined(separator: ","))]}"#
            return .bytes(
                "HTTP/1.1 200 OK\r\n\(fields)Content-Type: application/jwk-set+json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    /// A document whose users are its.
    ///
    /// - Parameters:
    ///   - http: What stands in the section `http`.
    ///   - lines: What else stands in the document.
    static func document(at address: String, http: String = "{}", _ lines: String...) -> String {
        TestFolder.document(
            ble: false,
            """
            access:
              issuers:
                test:
                  issuer: https://issuer.example
                  audience: circuit
                  keys: { url: "\(address)/jwks.json" }
                  skew: 0s
                  attributes: { email: email }
                  roles: { claim: roles }
            http: \(http)
            """, lines.joined(separator: "\n"))
    }

    /// Claims that are good for a while, with others instead or in addition.
    static func claims(for time: TimeInterval = 600, _ others: Members = [:]) -> String {
        let now = Date().timeIntervalSince1970
        var claims: Members = [
            "iss": "https://issuer.example", "aud": "circuit", "sub": "ada", "email": "ada@circuit.example",
            "iat": .integer(Int64(now)), "exp": .integer(Int64(now + time)),
        ]
        for (name, value) in others { claims[name] = value }
        return Value.object(claims).json
    }

    /// The field in which a token comes.
    static func bearer(_ token: String) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }
}
