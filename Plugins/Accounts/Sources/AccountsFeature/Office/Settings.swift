internal import FeatureKit

extension Accounts {
    struct Settings: Shaped, Codable, Equatable {
        enum Confirmation: String, CaseIterable, Codable, Sendable { case email, none }

        var issuer: String
        var audience: String
        /// What the host's document calls the issuer: the callers' keys begin with it.
        var issuerName = "accounts"
        var confirm = Confirmation.email
        var admins: [String] = []
        var hashing = HashingCost()
        var lifetimes = Lifetimes()
        var limits = Limits()

        static let shape = Shape.object([
            Field("issuer", .text(length: 1...255), "The claim iss of access tokens."),
            Field("audience", .text(length: 1...255), "Their claim aud."),
            Field(
                "issuerName", .text(length: 1...64), "What the document calls this issuer under access.",
                default: "accounts"),
            Field(
                "confirm", .choice(of: Confirmation.self), "Whether an address has to be confirmed by a mail.",
                default: "email"),
            Field(
                "admins", .list(of: .text(length: 3...EmailAddress.longest), count: 0...100),
                "Addresses whose owners are staff and admin once they have confirmed them.", default: []),
            Field("hashing", .of(HashingCost.self), "What hashing a password costs.", default: [:]),
            Field("lifetimes", .of(Lifetimes.self), "How long what lasts.", default: [:]),
            Field("limits", .of(Limits.self), "How often somebody may be wrong.", default: [:]),
        ])
    }
}
