internal import FeatureKit

/// A person who can sign in here.
@Record @Collection("accounts", .unique(\.folded))
struct Account: Equatable {
    enum State: String, CaseIterable, Shaped { case active, disabled, deleted }

    static let mostDevices = 10
    static let mostRoles = 16
    static let nameLength = 1...100
    static let deviceLength = 1...100
    static let languageLength = 2...35

    /// Whether one can sign in.
    var state: State = .active
    /// The address as it was written; absent, like all personal data, once the account is deleted.
    @Text(3...EmailAddress.longest) var email: String?
    /// The form of the address by which two are the same.
    @Text(1...2 * EmailAddress.longest) var folded: String?
    /// Whether a mail to it was read.
    var isConfirmed = false
    /// The password's hash.
    var hash: PasswordHash?
    /// What the person is called.
    @Text(Account.nameLength) var name: String?
    /// What mails are written in.
    @Text(Account.languageLength) var language: String?
    /// What the person may do.
    @Text(Role.length) @Count(0...Account.mostRoles) var roles: [String] = []
    /// Digests of the keys of devices that have signed in, the latest at the end.
    @Count(0...Account.mostDevices) var devices: [String] = []
    /// When it was made.
    var made: Timestamp

    mutating func remember(device: String?) {
        guard let device else { return }
        devices = (devices.filter { $0 != device } + [device]).suffix(Self.mostDevices)
    }
}

enum Role {
    static let length = 1...32
    static let staff = "staff"
    static let admin = "admin"

    static func isValid(_ text: String) -> Bool {
        length.contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}
