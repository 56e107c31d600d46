internal import FeatureKit

@Record struct Register {
    /// The address.
    @Text(3...EmailAddress.longest) var email: String
    /// The password.
    var password: Secret
    /// What the person is called.
    @Text(Account.nameLength) var name: String?
    /// What mails are written in.
    @Text(Account.languageLength) var language: String?
    /// What the device is called.
    @Text(Account.deviceLength) var device: String?
}

@Record struct Registered {
    enum Next: String, CaseIterable, Shaped { case confirm, none }

    /// Whether a mail has to be read first, which is on its way whether there was an account or not.
    var next: Next
    /// The session, where no mail has to be read.
    var session: SignedIn?
}

@Record struct Confirm {
    /// The mail's token.
    var token: Secret
    /// The password that was chosen.
    var password: Secret
    /// What the device is called.
    @Text(Account.deviceLength) var device: String?
}

@Record struct Login {
    /// The address.
    @Text(1...EmailAddress.longest) var email: String
    /// The password.
    var password: Secret
    /// What the device is called.
    @Text(Account.deviceLength) var device: String?
}

/// The tokens of a session, which are no `Secret`, since a reply has to say them.
@Record struct SignedIn {
    /// The user's id.
    @Text(1...64) var user: String
    /// The session's id.
    @Text(1...64) var session: String
    /// What goes behind Authorization: Bearer.
    var accessToken: String
    /// For how many seconds.
    @In(0...86_400) var expiresIn: Int64
    /// What brings the next tokens, once.
    @Text(1...RefreshToken.longest) var refreshToken: String
}

@Record struct Forgot {
    /// The address.
    @Text(1...EmailAddress.longest) var email: String
    /// What the mail is written in.
    @Text(Account.languageLength) var language: String?
}

@Record struct Reset {
    /// The mail's token.
    var token: Secret
    /// The new password.
    var password: Secret
}
