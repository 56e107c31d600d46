internal import Crypto
internal import FeatureKit

/// A password in the form in which it is hashed.
///
/// The same letters can be written in two ways, `é` as one character or as an `e` with an accent, and keyboards differ in it.
/// So it is brought into Unicode's form NFC first, as RFC 8265 asks; nothing else is changed, neither case nor width.
struct Password: Sendable, Equatable {
    /// How many characters it has, counted as Unicode's code points after that.
    static let lengths = 8...128
    /// NFC makes at most three characters of one, and may make one of many: a bound on what is read.
    private static let mostTyped = 4 * lengths.upperBound
    /// The passwords that are tried first: those that leaks show most, and what people at a circuit think of.
    private static let common = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .map(String.init))

    let bytes: [UInt8]

    /// What was typed to sign in; it need not be an allowed password.
    init(typed secret: Secret) {
        // A text longer than any password matches none, so the rest of it is not read.
        bytes = Array(String(secret.reveal().unicodeScalars.prefix(Self.mostTyped)).composed.utf8)
    }

    /// What somebody wants as the new password.
    ///
    /// - Parameter email: The folded address of the account.
    /// - Throws: `AccountRefusal` where it may not be one.
    init(wanted secret: Secret, email: String?) throws(AccountRefusal) {
        self.init(typed: secret)
        let text = String(decoding: bytes, as: UTF8.self)
        guard secret.reveal().unicodeScalars.prefix(Self.mostTyped + 1).count <= Self.mostTyped,
            Self.lengths.contains(text.unicodeScalars.count)
        else { throw .passwordLength }
        let plain = text.lowercased()
        guard plain != email, plain != email?.split(separator: "@").first ?? "" else { throw .passwordIsEmail }
        guard !Self.isCommon(plain) else { throw .passwordIsCommon }
    }

    /// The argon2id hash, which takes a while; nil where the machine has not the memory.
    func hash(_ cost: HashingCost) -> String? { Argon2id.hash(bytes, passes: cost.passes, memory: cost.memory << 20) }

    /// Whether a hash is of this password, which takes a while.
    func matches(_ hash: String) -> Bool { Argon2id.matches(bytes, hash) }

    /// Whether a password in lower case is one of the common ones, or one letter again and again.
    static func isCommon(_ plain: String) -> Bool { common.contains(plain) || plain.allSatisfy { $0 == plain.first } }
}
