/// What an issuer may bring.
package enum IssuerLimits {
    /// The most keys of one.
    package static let keys = 100
    /// The most bytes of its JWKS.
    package static let setBytes = 256 * 1_024
    /// The shortest and the longest time between two questions to an address that says how long its keys hold.
    static let maxAges = Duration.seconds(60) ... .seconds(86_400)
    /// That where it says nothing.
    static let usualAge = Duration.seconds(3_600)
    /// How often at most keys are asked for since a token names one that is not known.
    static let pause = Duration.seconds(10)
    /// How many names of such keys are told apart.
    static let wishes = 64
    /// How long an answer by way of the bus may take.
    static let routePatience = Duration.seconds(5)
    /// How many files with the keys of addresses are kept.
    static let keptFiles = 64
}
