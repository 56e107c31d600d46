extension JWKSProblem: CustomStringConvertible {
    /// The problem in words.
    package var description: String {
        switch self {
        case .tooLarge: "the set is larger than \(JWKS.mostBytes / 1_024) KiB"
        case .notJSON: "it is no JSON, or names a key twice"
        case .noSet: "it has no list \"keys\""
        case .tooManyKeys: "the set has more than \(JWKS.mostKeys) keys"
        case .nothingUsable: "none of its keys can be used"
        }
    }
}

extension JWKS.Remark: CustomStringConvertible {
    /// The remark in words.
    package var description: String {
        switch self {
        case .otherKind: "of another kind than RSA, P-256 and Ed25519"
        case .otherUse: "for another use or algorithm"
        case .unfit: "too weak, too large or no key at all"
        case .doubled: "with the name of another key"
        case .secret: "with its private part, which is known to everybody now"
        }
    }
}
