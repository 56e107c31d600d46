package import FeatureKit
package import HostConfig

/// What the claims of an issuer's tokens have to say; pure, with the time as an argument.
package struct ClaimRules: Sendable, Equatable {
    private let issuers: Set<String>
    private let audiences: Set<String>
    private let skew: Duration

    package init(_ settings: AccessSettings.Issuer) {
        issuers = Set(settings.issuers)
        audiences = Set(settings.audiences)
        skew = settings.skew
    }

    /// When the claims hold, where they are this issuer's.
    package func period(of claims: Claims) throws(TokenFault) -> Range<Timestamp> {
        guard issuers.contains(claims.issuer) else { throw .unknownIssuer }
        guard claims.audiences.contains(where: audiences.contains) else { throw .otherAudience }
        let end = claims.expiry.advanced(by: skew)
        let start =
            [claims.notBefore, claims.issued].compactMap(\.self).max().map { $0.advanced(by: .zero - skew) }
        guard let start else { return Timestamp(nanoseconds: .min)..<end }
        guard start < end else { throw .expired }
        return start..<end
    }

    /// Refuses claims that are not this issuer's, or not of this time.
    ///
    /// - Returns: When they hold.
    package func check(_ claims: Claims, at now: Timestamp) throws(TokenFault) -> Range<Timestamp> {
        let period = try period(of: claims)
        guard now < period.upperBound else { throw .expired }
        guard now >= period.lowerBound else {
            let isEarly = claims.notBefore.map { $0.advanced(by: .zero - skew) > now } ?? false
            throw .notYet(isEarly ? "nbf" : "iat")
        }
        return period
    }
}
