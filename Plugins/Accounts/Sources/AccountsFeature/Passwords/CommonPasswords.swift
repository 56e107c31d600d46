/// The passwords that are tried first: those that leaks show most, and what people at a circuit think of.
enum CommonPasswords {
    /// Whether a password in small letters is one of them, or one letter again and again.
    static func contains(_ plain: String) -> Bool { all.contains(plain) || plain.allSatisfy { $0 == plain.first } }

    private static let all = Set(
        String(decoding: PackageResources.common_passwords_txt, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            .map(String.init))
}
