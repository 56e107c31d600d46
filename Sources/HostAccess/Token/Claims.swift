package import FeatureKit

/// What a token says, as far as every token has to say it in one way.
package struct Claims: Sendable {
    package let issuer: String
    package let subject: String
    package let audiences: [String]
    /// From when on it is over.
    package let expiry: Timestamp
    package let notBefore: Timestamp?
    package let issued: Timestamp?
    /// The session that it belongs to.
    package let session: String?
    /// All that it says.
    package let all: Members

    package init(_ all: Members) throws(TokenFault) {
        self.all = all
        guard case .text(let issuer)? = all["iss"] else { throw .missing("iss") }
        self.issuer = issuer
        // It becomes a part of a key, which stands in logs and headers.
        guard case .text(let subject)? = all["sub"], TokenLimits.subject.contains(subject.utf8.count),
            !subject.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw .badClaim("sub") }
        self.subject = subject
        switch all["aud"] {
        case .text(let audience): audiences = [audience]
        case .list(let list):
            var audiences: [String] = []
            for element in list {
                guard case .text(let audience) = element else { throw .badClaim("aud") }
                audiences.append(audience)
            }
            self.audiences = audiences
        case nil: throw .missing("aud")
        default: throw .badClaim("aud")
        }
        guard let expiry = try Self.time("exp", in: all) else { throw .missing("exp") }
        self.expiry = expiry
        notBefore = try Self.time("nbf", in: all)
        issued = try Self.time("iat", in: all)
        if case .text(let session)? = all["sid"], TokenLimits.session.contains(session.utf8.count) {
            self.session = session
        } else {
            session = nil
        }
    }

    /// A time in seconds, also in parts of one; those that no clock will ever show are as late as can be told.
    private static func time(_ name: String, in claims: Members) throws(TokenFault) -> Timestamp? {
        switch claims[name] {
        case .integer(let seconds):
            let (nanoseconds, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return Timestamp(nanoseconds: isTooMuch ? (seconds < 0 ? .min : .max) : nanoseconds)
        case .number(let seconds) where seconds.isFinite:
            let nanoseconds = seconds * 1_000_000_000
            guard nanoseconds.magnitude < 9.2e18 else { return Timestamp(nanoseconds: nanoseconds < 0 ? .min : .max) }
            return Timestamp(nanoseconds: Int64(nanoseconds))
        case nil: return nil
        default: throw .badClaim(name)
        }
    }

    /// What a path with dots leads to; a claim whose own name has dots comes first.
    package func claim(_ path: String) -> Value? {
        if let value = all[path] { return value }
        var value = Value.object(all)
        for name in path.split(separator: ".", omittingEmptySubsequences: false) {
            guard let next = value[String(name)] else { return nil }
            value = next
        }
        return value
    }
}
