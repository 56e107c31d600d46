internal import Crypto
internal import FeatureKit

/// A browser or an app's device that takes a person's notifications.
@Record @Collection("devices", .on(\.person), .unique(\.address), person: .deletes(\.person))
struct PushAddress: Equatable {
    /// Who brings it there: a browser's push service, Apple, or Firebase Cloud Messaging.
    enum Service: String, CaseIterable, Shaped { case web, apns, fcm }

    static let mostPerPerson = 20

    /// Whose device.
    @Text(1...256) let person: String
    /// Who brings it there.
    @Public let service: Service
    /// The endpoint of a browser's subscription, or the token of an app's device.
    @Text(1...1_000) let address: String
    /// A browser's public key.
    @Text(1...200) let p256dh: String?
    /// A browser's secret.
    @Text(1...100) let auth: String?
    /// What the person calls it.
    @Public @Text(1...100) let name: String?
    /// When it was registered.
    @Public let made: Timestamp

    /// Whether the token of an app's device can be one.
    var isToken: Bool { service == .fcm || service == .apns && address.count <= 200 && Hex.bytes(address) != nil }
}
