internal import FeatureKit

// Why this feature refuses, word for word.
extension RouteError {
    // What is wrong with what was asked; it depends on nothing that is kept.
    static var noEmail: RouteError { .init(code: "no-email", status: 400, "that is no email address") }
    static var passwordLength: RouteError {
        let (least, most) = (Password.lengths.lowerBound, Password.lengths.upperBound)
        return .init(code: "password-length", status: 400, "a password has \(least) to \(most) letters")
    }
    static var passwordIsEmail: RouteError {
        .init(code: "password-weak", status: 400, "the password is the email address")
    }
    static var passwordIsCommon: RouteError {
        .init(code: "password-weak", status: 400, "that password is one of those that are tried first")
    }

    // The same for an account that is not there, one that is off and a wrong password.
    static var wrongCredentials: RouteError {
        .init(code: "invalid-credentials", status: 401, "the email address or the password is wrong")
    }
    static var wrongPassword: RouteError {
        .init(code: "invalid-credentials", status: 403, "the password is wrong")
    }
    static var wrongToken: RouteError {
        .init(code: "invalid-token", status: 401, "the token is wrong, was used already, or its time is over")
    }
    static var notSignedIn: RouteError {
        .init(code: "unauthenticated", status: 401, "this is for people who have signed in")
    }
    static var notOurs: RouteError {
        .init(code: "not-ours", status: 409, "whoever signed you in keeps your account; there is none of it here")
    }
    static var noSession: RouteError { .notFound("you have no such session") }
    static var noAccount: RouteError { .notFound("there is no such account") }
    static var taken: RouteError { .init(code: "taken", status: 409, "that email address has an account already") }
    static var onlyAdmins: RouteError { .forbidden("this account has the role admin; only admins change it") }

    static func tooManyAttempts(_ wait: Duration) -> RouteError {
        let seconds = max(1, wait.wholeSeconds)
        return .init(
            code: "too-many-attempts", status: 429, "too many attempts; try again in \(seconds) s",
            retryAfter: .seconds(seconds))
    }
    static var tooManyHashes: RouteError {
        .init(code: "unavailable", status: 503, "too many want to sign in; try again", retryAfter: .seconds(2))
    }
    static var noMemory: RouteError {
        .init(
            code: "unavailable", status: 503, "there is no memory to check a password; try again",
            retryAfter: .seconds(5))
    }
    static var tooManyLetters: RouteError {
        .init(code: "unavailable", status: 503, "too many mails wait; try again", retryAfter: .seconds(2))
    }

    static func misfit(_ problems: [ShapeProblem]) -> RouteError {
        .invalid(problems.prefix(10).map { "\($0)" }.joined(separator: "; "))
    }
    static var profileTooLarge: RouteError {
        .init(code: "too-large", status: 413, "a profile has at most \(Profile.mostBytes) bytes")
    }
    static func changedMeanwhile(_ version: Int64) -> RouteError {
        .init(
            code: "changed-meanwhile", status: 409, "the profile was changed meanwhile; it has version \(version) now")
    }
}

extension Duration {
    /// Rounded up.
    var wholeSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}

extension Timestamp {
    /// In whole seconds, as tokens have it; written so, times are in order as texts are, which indexes go by.
    var inSeconds: Timestamp {
        Timestamp(nanoseconds: nanoseconds - (nanoseconds % 1_000_000_000 + 1_000_000_000) % 1_000_000_000)
    }
    /// Since 1970.
    var seconds: Int64 { inSeconds.nanoseconds / 1_000_000_000 }
}
