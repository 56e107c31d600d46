internal import FeatureKit

extension OperatorTokens.Event {
    /// The audit entry of the event, without what the token proves itself with.
    package var entry: AuditEntry {
        switch self {
        case .made(let token):
            AuditEntry(
                .tokenMade, of: token.id, by: token.made.author, because: token.made.reason, after: token.grant,
                at: token.made.at)
        case .revoked(let token):
            AuditEntry(
                .tokenRevoked, of: token.id, by: token.revoked?.author, because: token.revoked?.reason,
                before: token.grant, at: token.revoked?.at ?? token.made.at)
        case .lapsed(let token):
            AuditEntry(.tokenLapsed, of: token.id, before: token.grant, at: token.until ?? token.made.at)
        }
    }
}

extension OperatorToken {
    /// What the token permits, and how long.
    fileprivate var grant: Value {
        ["name": .text(name), "role": .text(role.rawValue), "until": .orNull(until.map { "\($0)" })]
    }
}
