internal import FeatureKit

/// How often somebody may be wrong.
@Record struct Limits: Equatable {
    /// Wrong passwords from one network, or one known device, at one account.
    @In(1...10_000) var account = 10
    /// Wrong passwords from one network at all accounts.
    @In(1...100_000) var network = 50
    /// Wrong passwords from all unknown devices at one account.
    @In(1...100_000) var strangers = 50
    /// Registrations and forgotten passwords from one network.
    @In(1...100_000) var requests = 30
    /// Mails to one address.
    @In(1...1000) var mails = 5
    /// The time in which these are counted.
    @In(.seconds(10) ... .seconds(86_400)) var window: Duration = .seconds(900)
}
