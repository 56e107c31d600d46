internal import FeatureKit

/// A browser that takes a person's notifications.
@Record @Collection("browsers", .on(\.person), .unique(\.endpoint), person: .deletes(\.person))
struct PushAddress: Equatable {
    static let mostPerPerson = 20

    /// Whose browser.
    @Text(1...256) let person: String
    /// Where its push service takes messages.
    @Text(1...1_000) let endpoint: String
    /// Its public key.
    @Text(1...200) let p256dh: String
    /// Its secret.
    @Text(1...100) let auth: String
    /// What the person calls it.
    @Public @Text(1...100) let name: String?
    /// When it was added.
    @Public let made: Timestamp
}
