@_spi(Hosting) internal import FeatureKit

extension TokenProblem: CustomStringConvertible {
    /// The problem as an operator reads it.
    package var description: String {
        switch self {
        case .badName(let name) where TokenText.begins(name):
            "a token's name must not begin as tokens do; was a token meant to be named by its id?"
        case .badName:
            "a token's name has 1 to \(TokenList.longestName) letters, digits, \"-\", \"_\" and \".\", and begins with a "
                + "letter or a digit"
        case .nameTaken(let name, let id): "there is a token \"\(name)\" already, \(id); revoke it first"
        case .unknown(let text, let nearest):
            "there is no token \"\(TokenText.begins(text) ? "fso_…" : text)\""
                + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .tooMany: "\(TokenList.most) tokens count already; revoke some first"
        case .reasonTooLong: "a reason has at most \(Overrides.longestReason) characters"
        case .lifetime(let lifetime):
            "a token counts for \(DurationText.print(TokenList.lifetimes.lowerBound)) to "
                + "\(DurationText.print(TokenList.lifetimes.upperBound)), not \(DurationText.print(lifetime))"
        case .notWritten(let path, let error): "nothing has changed: \(path) can't be written: \(error)"
        case .noRandomness(let error): "the system has no random numbers: \(error)"
        case .notAudited(let reason, false): "nothing has changed: the audit can't be written: \(reason)"
        case .notAudited(let reason, true): "the token is no longer valid, but the audit can't be written: \(reason)"
        case .stopping: "the host is stopping"
        }
    }
}
