@_spi(Hosting) import FeatureKit
import HTTPServer
import HostRuntime

/// Checks the tokens of operators that come over the network.
final class OperatorGate: Sendable {
    /// How many invalid tokens an address may send in a minute.
    static let mostWrong = 10

    private let tokens: OperatorTokens
    private let wrong: RateGate<ClientNetwork>
    let streams: OperatorStreams

    init(_ tokens: OperatorTokens, clock: any ClockSource) {
        self.tokens = tokens
        wrong = RateGate(TokenRate(interval: .seconds(60) / Self.mostWrong, burst: Self.mostWrong), clock: clock)
        let streams = OperatorStreams(counts: { [tokens] in tokens.counts($0) })
        self.streams = streams
        tokens.whenOver { [weak streams] in streams?.end($0) }
    }

    /// Whether any token is valid; without one, the operators' paths don't exist either.
    var isOpen: Bool { tokens.areAny }

    /// The operator who sent a request, by its token.
    ///
    /// A valid token is let in however many invalid ones came from the same address: others may have sent those.
    func admit(_ request: Request) throws(Problem) -> Operator {
        let fields = request.values(of: "authorization")
        guard let field = fields.first else { throw .operatorNeeded }
        if fields.count == 1, let known = tokens.verify(bearerOf: field, from: request.address) { return known }
        if let wait = wrong.take(request.network) { throw .tooManyWrong(wait) }
        throw .operatorNeeded
    }
}

extension OperatorTokens {
    /// The operator with the token of `Bearer …`; the scheme is matched in any case.
    fileprivate nonisolated func verify(bearerOf field: String, from address: String) -> Operator? {
        guard let space = field.firstIndex(of: " "), field[..<space].lowercased() == "bearer" else { return nil }
        return verify(Array(field[space...].drop { $0 == " " }.utf8).span, from: address)
    }
}

extension Request {
    /// The address that it came from; on the local socket, the user of the process.
    var address: String { client.description }
}

extension Problem {
    static let operatorNeeded = Problem(
        401, "unauthenticated", "this is for operators; send a token that counts as Authorization: Bearer …",
        fields: ["WWW-Authenticate": "Bearer realm=\"operators\""])

    static func roleNeeded(_ role: OperatorRole) -> Problem {
        Problem(403, "forbidden", "this takes an operator with the role \"\(role.rawValue)\"")
    }

    static func tooManyWrong(_ wait: Duration) -> Problem {
        Problem(
            429, "too-many-requests", "too many tokens that don't count came from this address; wait a while",
            fields: ["Retry-After": "\(wait.wholeSeconds)"])
    }
}
