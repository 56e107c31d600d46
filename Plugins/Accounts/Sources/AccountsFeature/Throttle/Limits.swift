internal import FeatureKit

/// How often somebody may be wrong.
struct Limits: Shaped, Codable, Equatable {
    /// From one network at one account, and from each device that is known there.
    var account = 10
    /// From one network at all accounts.
    var network = 50
    /// From all devices that are not known at one account.
    var strangers = 50
    /// What a network may ask that costs a hash or a mail: registrations and forgotten passwords.
    var requests = 30
    /// How many mails go to an address.
    var mails = 5
    /// In which time.
    var window = Duration.seconds(900)

    static let shape = Shape.object([
        Field(
            "account", .integer(in: 1...10_000),
            "Wrong passwords from one network, or one known device, at one account.", default: 10),
        Field("network", .integer(in: 1...100_000), "Wrong passwords from one network at all accounts.", default: 50),
        Field(
            "strangers", .integer(in: 1...100_000), "Wrong passwords from all unknown devices at one account.",
            default: 50),
        Field(
            "requests", .integer(in: 1...100_000), "Registrations and forgotten passwords from one network.",
            default: 30),
        Field("mails", .integer(in: 1...1000), "Mails to one address.", default: 5),
        Field(
            "window", .duration(in: .seconds(10) ... .seconds(86_400)), "The time in which these are counted.",
            default: "15m"),
    ])
}
