internal import FeatureKit

/// Why this module refuses.
@Refusals enum AccountRefusal: Equatable {
    @Refuses(400, "That is no email address.") case noEmail
    @Refuses(400, "A password has \(Password.lengths.lowerBound) to \(Password.lengths.upperBound) characters.")
    case passwordLength
    @Refuses(400, "The password is the email address.", code: "password-weak") case passwordIsEmail
    @Refuses(400, "That password is among the first that attackers try.", code: "password-weak") case passwordIsCommon
    @Refuses(400, "A role is a word of lower case letters, digits and dashes.", code: "invalid") case wrongRole
    // The same for an account that does not exist, one that is disabled and a wrong password.
    @Refuses(401, "The email address or the password is wrong.") case invalidCredentials
    @Refuses(403, "The password is wrong.", code: "invalid-credentials") case wrongPassword
    @Refuses(401, "The token is wrong, was already used, or has expired.") case invalidToken
    @Refuses(401, "This is for users who have signed in.") case unauthenticated
    @Refuses(403, "Only admins change an account with the role admin.", code: "forbidden") case onlyAdmins
    @Refuses(404, "You have no such session.", code: "not-found") case noSession
    @Refuses(404, "There is no such account.", code: "not-found") case noAccount
    @Refuses(404, "The ticket was used or has expired.", code: "not-found") case noTicket
    @Refuses(409, "Your account is kept by the issuer that signed you in, not here.") case notOurs
    @Refuses(409, "That email address already has an account.") case taken
    @Refuses(409, "The profile has changed since; its version is {version} now.") case changedMeanwhile(version: Int64)
    @Refuses(413, "A profile has at most \(Profile.mostBytes) bytes.") case tooLarge
    @Refuses(429, "Too many attempts; try again in {retryAfter}.") case tooManyAttempts(retryAfter: Duration)
    @Refuses(503, "There is too little memory to check a password.", code: "unavailable", retryAfter: .seconds(5))
    case noMemory
    @Refuses(503, "Too many mails are waiting.", code: "unavailable", retryAfter: .seconds(2)) case tooManyMails
}
