public import FeatureKit

/// A mail that another module has to write and send: Accounts knows no mail server.
@Record @Topic("accounts.mail") public struct AccountMail: Equatable {
    /// What a mail is about; the README says when each is sent.
    public enum Kind: String, CaseIterable, Shaped {
        /// A mail to an address that becomes or keeps an account's.
        case confirm, taken, reset, change
        /// News of an account.
        case changing, changed, password, theft
    }

    /// What the mail says.
    public var kind: Kind
    /// To whom it goes.
    @Text(3...254) public var email: String
    /// The token for the link.
    public var token: Secret?
    /// When the token expires.
    public var until: Timestamp?
    /// The language to write in.
    @Text(2...35) public var language: String?
}
