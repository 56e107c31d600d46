internal import FeatureKit

/// A person who can sign in here.
@Record @Collection("accounts", .unique(\.folded), .on(\.hasRoles))
struct Account: Equatable {
    enum State: String, CaseIterable, Shaped { case active, disabled, deleted }

    static let mostDevices = 10
    static let mostRoles = 16
    static let nameLength = 1...100
    static let deviceLength = 1...100
    static let languageLength = 2...35

    /// Whether the person can sign in.
    var state: State = .active
    /// The address as it was written; absent, like all personal data, once the account is deleted.
    @Public @Text(3...EmailAddress.longest) var email: String?
    /// The form of the address by which two are the same.
    @Text(1...2 * EmailAddress.longest) var folded: String?
    /// Whether a mail confirmed the address.
    @Public var isConfirmed = false
    /// The argon2id hash of the password.
    @Text(1...128) var hash: String?
    /// The person's name.
    @Public @Text(Account.nameLength) var name: String?
    /// The language of mails to the person.
    @Public @Text(Account.languageLength) var language: String?
    /// The roles that staff gave the person; in what staff sees also the two that the settings may give.
    @Public @Text(Role.length) @Count(0...Account.mostRoles + 2) var roles: [String] = []
    /// Whether staff gave the person a role.
    var hasRoles = false
    /// Digests of the keys of devices that have signed in, the latest at the end.
    @Count(0...Account.mostDevices) var devices: [String] = []
    /// When the account was made.
    @Public var made: Timestamp
    /// Whether nobody can sign in with it.
    @Public var isDisabled: Bool { state == .disabled }

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
            && text.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
    }
}

/// An address as somebody wrote it, and in the form by which two are the same.
struct EmailAddress: Sendable, Equatable {
    /// In bytes, as RFC 5321 has it.
    static let longest = 254

    let written: String
    /// Without case, and in Unicode's form NFC; nothing else is folded: letters that only look the same are others.
    let folded: String

    /// - Throws: `AccountRefusal.noEmail` where it is none.
    init(_ text: String) throws(AccountRefusal) {
        guard text.utf8.count <= Self.longest else { throw .noEmail }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), !parts[1].isEmpty,
            text.unicodeScalars.allSatisfy(Self.mayStand),
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty }),
            !parts[0].hasPrefix("."), !parts[0].hasSuffix("."), !parts[0].contains("..")
        else { throw .noEmail }
        written = text
        folded = text.lowercased().composed
    }

    /// Spaces, controls, and what is not seen or turns the direction of writing would forge what people read.
    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            false
        default: !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
        }
    }
}
