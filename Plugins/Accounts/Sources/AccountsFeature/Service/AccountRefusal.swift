internal import FeatureKit

/// Why this feature refuses.
enum AccountRefusal: Refusal, Equatable {
    case noEmail, passwordLength, passwordIsEmail, passwordIsCommon, wrongRole
    case wrongCredentials, wrongPassword, wrongToken, notSignedIn, notOurs, onlyAdmins
    case noSession, noAccount, taken, profileTooLarge, changedMeanwhile(Int64)
    case tooManyAttempts(Duration), tooManyHashes, noMemory, tooManyMails

    var answer: RouteError {
        switch self {
        case .noEmail: RouteError(code: "no-email", status: 400, "that is no email address")
        case .passwordLength:
            RouteError(
                code: "password-length", status: 400,
                "a password has \(Password.lengths.lowerBound) to \(Password.lengths.upperBound) letters")
        case .passwordIsEmail: RouteError(code: "password-weak", status: 400, "the password is the email address")
        case .passwordIsCommon:
            RouteError(code: "password-weak", status: 400, "that password is one of those that are tried first")
        case .wrongRole: .invalid("a role is a word of small letters, digits and dashes")
        // The same for an account that is not there, one that is disabled and a wrong password.
        case .wrongCredentials:
            RouteError(code: "invalid-credentials", status: 401, "the email address or the password is wrong")
        case .wrongPassword: RouteError(code: "invalid-credentials", status: 403, "the password is wrong")
        case .wrongToken:
            RouteError(code: "invalid-token", status: 401, "the token is wrong, was used already, or its time is over")
        case .notSignedIn:
            RouteError(code: "unauthenticated", status: 401, "this is for users who have signed in")
        case .notOurs:
            RouteError(code: "not-ours", status: 409, "your account is kept by the issuer that signed you in, not here")
        case .onlyAdmins: .forbidden("this account has the role admin; only admins change it")
        case .noSession: .notFound("you have no such session")
        case .noAccount: .notFound("there is no such account")
        case .taken: RouteError(code: "taken", status: 409, "that email address has an account already")
        case .profileTooLarge:
            RouteError(code: "too-large", status: 413, "a profile has at most \(Profile.mostBytes) bytes")
        case .changedMeanwhile(let version):
            RouteError(
                code: "changed-meanwhile", status: 409,
                "the profile was changed meanwhile; it has version \(version) now",
                data: ["version": .integer(version)])
        case .tooManyAttempts(let wait): Self.tooManyAttempts(waiting: wait)
        case .tooManyHashes: Self.busy("too many want to sign in; try again", .seconds(2))
        case .noMemory: Self.busy("there is no memory to check a password; try again", .seconds(5))
        case .tooManyMails: Self.busy("too many mails wait; try again", .seconds(2))
        }
    }

    private static func busy(_ what: String, _ pause: Duration) -> RouteError {
        RouteError(code: "unavailable", status: 503, what, retryAfter: pause)
    }

    private static func tooManyAttempts(waiting wait: Duration) -> RouteError {
        let seconds = max(1, wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0))
        return RouteError(
            code: "too-many-attempts", status: 429, "too many attempts; try again in \(seconds) s",
            retryAfter: .seconds(seconds))
    }

    static let examples: [Self] = [
        .noEmail, .passwordLength, .passwordIsEmail, .passwordIsCommon, .wrongRole, .wrongCredentials, .wrongPassword,
        .wrongToken, .notSignedIn, .notOurs, .onlyAdmins, .noSession, .noAccount, .taken, .profileTooLarge,
        .changedMeanwhile(3), .tooManyAttempts(.seconds(60)), .tooManyHashes, .noMemory, .tooManyMails,
    ]
}
