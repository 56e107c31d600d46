internal import FeatureKit

/// One person who can sign in here.
struct Account: Shaped, Codable, Equatable {
    enum State: String, CaseIterable, Codable, Sendable, Shaped { case active, disabled, deleted }

    /// From how many devices somebody can have signed in that are known again.
    static let mostDevices = 10
    static let mostRoles = 16
    static let nameLength = 1...100
    static let deviceLength = 1...100

    var state = State.active
    /// As it was written; absent once the account is deleted, as all that follows and is a person's.
    var email: String?
    /// The form by which two are the same.
    var folded: String?
    /// Whether whoever has the account has read a mail that went there.
    var isConfirmed = false
    var hash: PasswordHash?
    var name: String?
    /// What mails are written in.
    var language: String?
    var roles: [String] = []
    /// Digests of the keys of devices that have signed in, the latest at the end.
    var devices: [String] = []
    var made: Timestamp

    static let shape = Shape.object([
        Field("state", .choice(of: State.self), "Whether one can sign in."),
        Field("email", .text(length: 3...EmailAddress.longest), "The address as it was written.", optional: true),
        Field("folded", .text(length: 1...2 * EmailAddress.longest), "The address in small letters.", optional: true),
        Field("isConfirmed", .boolean, "Whether a mail to it was read."),
        Field("hash", PasswordHash.shape, "The password's hash.", optional: true),
        Field("name", .text(length: nameLength), "What the person is called.", optional: true),
        Field("language", .text(length: Profile.languageLength), "What mails are written in.", optional: true),
        Field("roles", .list(of: Role.shape, count: 0...mostRoles), "What the person may do."),
        Field("devices", .list(of: .text(), count: 0...mostDevices), "Devices that have signed in."),
        Field("made", .timestamp, "When it was made."),
    ])

    /// What is left of an account, so that nobody ever gets its id again.
    static func tombstone(_ made: Timestamp) -> Account { Account(state: .deleted, made: made) }

    /// Remembers a device.
    mutating func note(device: String?) {
        guard let device else { return }
        devices.removeAll { $0 == device }
        devices.append(device)
        devices = devices.suffix(Self.mostDevices)
    }
}

enum Role {
    static let shape = Shape.text(length: 1...32)
    static let staff = "staff"
    static let admin = "admin"

    static func isValid(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-")
            }
    }
}

extension Documents<Account> {
    static var accounts: Documents<Account> { .init("accounts", indexes: [.unique("folded")]) }
}
