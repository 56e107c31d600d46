/// The state of an issuer's keys, for those who ask whether the host is ready.
package struct KeyStatus: Sendable, Equatable {
    /// The issuer's name in the configuration file.
    package let issuer: String
    /// What is wrong with its keys; nil where nothing is.
    package let trouble: String?

    /// - Parameters:
    ///   - keys: The number of its keys; nil where none have ever come.
    ///   - trouble: Why the last fetch failed.
    init(_ issuer: String, keys: Int?, _ trouble: String?) {
        self.issuer = issuer
        self.trouble =
            switch (keys, trouble) {
            case (nil, let trouble?): "nobody gets in with its tokens, since there are no keys yet: \(trouble)"
            case (nil, nil): "nobody gets in with its tokens, since no keys have come yet"
            case (_?, let trouble?): "the keys that it gave last count: \(trouble)"
            case (0?, nil): "nobody gets in with its tokens, since it has no keys"
            case (_?, nil): nil
            }
    }

    /// Of an issuer whose trouble is known.
    package init(_ issuer: String, trouble: String?) {
        self.issuer = issuer
        self.trouble = trouble
    }
}
